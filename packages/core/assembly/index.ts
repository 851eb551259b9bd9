export { gatherWords, scatterWords } from "./words";
export { addPairs, repeatWords, transposeWords } from "./pairs";
export { gatherScores, scatterScores } from "./scores";
export { gatherLists, gatherScoreLists, scatterLists, scatterScoreLists } from "./lists";
