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
export { keyFor, modelAt, parseEndpoint, type Endpoint } from "./endpoint.ts";
