import type { ReadOptions } from "../outcomes/adapter.ts";

/** Counts bytes and tells the caller now and then. */
export interface ProgressMeter {
  readonly begin: (file: string) => void;
  readonly onBytes: (bytes: number) => void;
}

const PAUSE = 100;

/** A meter for one or two passes over files; calls at most every 100 ms, and at each new file. */
export function progressMeter(
  { onProgress, text }: Pick<ReadOptions, "onProgress" | "text">,
  files: readonly { readonly size: number }[],
): ProgressMeter {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const totalBytes = text ? 2 * size : size;
  let bytes = 0;
  let last = Number.NEGATIVE_INFINITY;
  let file = "";
  const tell = (): void => {
    last = performance.now();
    // A packed file has more bytes in it than its size says.
    onProgress?.({ bytes: Math.min(bytes, totalBytes), totalBytes, file });
  };
  return {
    begin(path) {
      file = path;
      tell();
    },
    onBytes(read) {
      bytes += read;
      if (performance.now() - last >= PAUSE) tell();
    },
  };
}
