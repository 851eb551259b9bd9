export { gatherWords, scatterWords } from "./words";
export { addPairs, repeatWords, transposeWords } from "./pairs";
export { gatherScores, scatterScores } from "./scores";
export { gatherLists, gatherScoreLists, scatterLists, scatterScoreLists } from "./lists";
export { countBits, countEqual, keepItems, pickWords, sortItems } from "./items";
export { turnItems } from "./turn";
export { placeRecords } from "./records";
