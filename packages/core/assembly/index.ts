export { gatherWords, scatterWords } from "./words";
export { drawUnits } from "./draws";
export { addClass } from "./pairs";
export { fillTwo, foldTwo, gatherTwo, scatterTwo, turnTwo } from "./two-words";
export { gatherScores, scatterScores } from "./scores";
export { gatherLists, gatherScoreLists, scatterLists, scatterScoreLists } from "./lists";
export { countBits, countEqual, keepItems, pickWords, sortItems } from "./items";
export { turnItems } from "./turn";
export { placeRecords } from "./records";
