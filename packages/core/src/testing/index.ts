export { adapterContract } from "./adapter-contract.ts";
export { estimatorContract, unpleasantShapes, type ContractCase } from "./estimator-contract.ts";
export {
  gradedScores,
  noticeCodes,
  noticeText,
  readToEnd,
  scoresByItem,
  type ReadToEnd,
} from "./read-to-end.ts";
