export {
  modelCaller,
  type CallOptions,
  type CallRequest,
  type CallTally,
  type Model,
  type ModelCaller,
  type Reply,
} from "./call.ts";
export { type Setting } from "./call-failure.ts";
export {
  ask,
  askRequest,
  type AskEnd,
  type AskOptions,
  type AskSeries,
  type AskStep,
  type GradedAnswer,
} from "./ask.ts";
export { judgeGrader } from "./judge-grader.ts";
export { graderNamed, type Grade, type Grader, type Question } from "./grade-answer.ts";
export {
  recordOutcomes,
  type RecordedAnswer,
  type Recorder,
  type RecorderOptions,
} from "./record.ts";
export { keyFor, modelAt, parseEndpoint, type Endpoint } from "./endpoint.ts";
export { injectionFlags, type InjectionFlag, type InjectionKind } from "./injection.ts";
export { usualCache } from "./judge-cache.ts";
export { planJudging, type JudgePlan } from "./judge-plan.ts";
export { systemMessage, userMessage, type JudgedTexts, type PromptOrder } from "./judge-prompt.ts";
export { readReply, type ReadReply } from "./judge-reply.ts";
export { type JudgeableAnswer, type RequestOptions } from "./judge-request.ts";
export { correctness, readRubric, type Rubric } from "./judge-rubric.ts";
export { judge } from "./judge.ts";
export {
  type Judged,
  type JudgeOptions,
  type JudgeSpent,
  type UnjudgedReason,
} from "./judged-answer.ts";
