/** How fast a transfer goes, over the last seconds rather than since its start. */

/** Amounts over time. */
export interface TransferMeter {
  add(this: void, bytes: number): void;
  /** Bytes per second; 0 before anything came. */
  rate(this: void): number;
}

const WINDOW = 10_000;

/**
 * Measures a rate over the last ten seconds.
 *
 * @param now Milliseconds of any steady clock.
 * @example
 * ```ts
 * const meter = transferMeter(() => performance.now());
 * meter.add(65_536);
 * ```
 */
export function transferMeter(now: () => number = () => performance.now()): TransferMeter {
  const started = now();
  let seen: { at: number; bytes: number }[] = [];
  const recent = (): void => {
    const from = now() - WINDOW;
    seen = seen.filter(({ at }) => at > from);
  };
  return {
    add(bytes) {
      const at = now();
      const last = seen.at(-1);
      // Chunks are many and small: those of a tenth of a second count as one.
      if (last && at - last.at < 100) last.bytes += bytes;
      else seen.push({ at, bytes });
    },
    rate() {
      recent();
      const span = Math.min(now() - started, WINDOW) / 1000;
      const bytes = seen.reduce((sum, one) => sum + one.bytes, 0);
      return span <= 0 ? 0 : bytes / span;
    },
  };
}
