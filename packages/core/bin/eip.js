#!/usr/bin/env node
import { main } from "../dist/cli/index.js";

process.exitCode = await main(
  { name: "eip", reads: "tables of scores" },
  new URL("../package.json", import.meta.url),
);
