export { adapterContract } from "./adapter-contract.ts";
export { estimatorContract, unpleasantShapes, type ContractCase } from "./estimator-contract.ts";
