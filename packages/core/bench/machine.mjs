/** Where and when a bench ran, and whether the machine was its own. */

import { cpus, loadavg } from "node:os";

export function machine() {
  const cores = cpus();
  const [load] = loadavg();
  const today = new Date().toISOString().slice(0, 10);
  const lines = [
    `${cores[0]?.model.trim() ?? "unknown processor"}, ${cores.length} cores, Node ${process.version}, ${today}`,
  ];
  if (load > cores.length / 2) {
    lines.push(
      "",
      `Other programs were running (load ${load.toFixed(1)}): times are too long, most of all with two threads.`,
    );
  }
  return lines;
}
