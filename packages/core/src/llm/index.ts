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
export { graderNamed, type Grade, type Grader, type Question } from "./grade-answer.ts";
export {
  recordOutcomes,
  type RecordedAnswer,
  type Recorder,
  type RecorderOptions,
} from "./record.ts";
export { keyFor, modelAt, parseEndpoint, type Endpoint } from "./endpoint.ts";
