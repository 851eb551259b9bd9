export { lmEval } from "./adapter.ts";
