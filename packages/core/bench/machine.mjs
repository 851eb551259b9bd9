/** Where and when a bench ran. */

import { cpus, loadavg } from "node:os";

export function machine() {
  const cores = cpus();
  const today = new Date().toISOString().slice(0, 10);
  return `${cores[0]?.model.trim() ?? "unknown processor"}, ${cores.length} cores, Node ${process.version}, ${today}, load ${loadavg()[0].toFixed(1)}`;
}
