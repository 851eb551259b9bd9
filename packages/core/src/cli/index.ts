export { quoted } from "./command-line.ts";
export { pythonOption, type PythonOption } from "./python-option.ts";
export {
  exitCode,
  runProgram,
  type CommandContext,
  type Harness,
  type Program,
  type Surroundings,
} from "./program.ts";
export type {
  LiveHarness,
  LiveRun,
  OutputPlace,
  ReceivedEvent,
  Receiver,
  RunFollower,
  RunPlan,
} from "./live-harness.ts";
export type { CommandModule, OwnCommand, OwnOption } from "./commands.ts";
export { main } from "./main.ts";
export { tell } from "./output.ts";
export { statusLine, type StatusLine } from "./progress.ts";
export { selection } from "./selection.ts";
export { OutputClosed, write, type OutputStream } from "./streams.ts";
