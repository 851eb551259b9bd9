export { openaiEvals, openaiEvalsWith, type OpenaiEvalsOptions } from "./adapter.ts";
