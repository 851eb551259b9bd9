export { exitCode, runProgram, type Harness, type Program, type Surroundings } from "./program.ts";
export { main } from "./main.ts";
