export { pythonOption, type PythonOption } from "./python-option.ts";
export { exitCode, runProgram, type Harness, type Program, type Surroundings } from "./program.ts";
export type {
  LiveHarness,
  LiveRun,
  OutputPlace,
  ReceivedEvent,
  Receiver,
  RunFollower,
  RunPlan,
} from "./live-harness.ts";
export { main } from "./main.ts";
