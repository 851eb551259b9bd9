/** Sizes and times as people read them. */

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/**
 * Bytes in the unit that fits, by thousands.
 *
 * @example
 * ```ts
 * sizeText(16_400_000_000); // "16.4 GB"
 * sizeText(512); // "512 bytes"
 * ```
 */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < UNITS.length - 1);
  return `${value.toFixed(value < 99.95 ? 1 : 0)} ${UNITS[unit]}`;
}

/**
 * Seconds in at most two units.
 *
 * @example
 * ```ts
 * durationText(221); // "3 min 41 s"
 * durationText(0.4); // "0.4 s"
 * ```
 */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min${whole % 60 === 0 ? "" : ` ${whole % 60} s`}`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
}
