// Loaded before a program whose output a page shows: its streams pass for a terminal of a usual width.
for (const stream of [process.stdout, process.stderr]) {
  Object.defineProperties(stream, { isTTY: { value: true }, columns: { value: 110 } });
}
