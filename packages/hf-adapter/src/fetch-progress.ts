import { durationText, sizeText } from "./amounts.ts";
import { transferMeter } from "./transfer-meter.ts";

/** What a fetch has done so far, and how it is told while it goes on. */
export class FetchProgress {
  readonly #meter = transferMeter();
  #repositories = { total: 0, listed: 0, done: 0 };
  #bytes = { total: 0, done: 0 };
  #safe = 0;
  #current = "";
  #wait: { readonly seconds: number; readonly from: number } | undefined;

  /** Repositories that were found. */
  found(repositories: number): void {
    this.#repositories.total += repositories;
  }

  /** One more repository is known, with so many bytes to come. */
  listed(bytes: number): void {
    this.#repositories.listed += 1;
    this.#bytes.total += bytes;
  }

  done(): void {
    this.#repositories.done += 1;
  }

  /** Benchmarks that are in the store, new or from before. */
  get safe(): number {
    return this.#safe;
  }

  /** One more benchmark is in the store. */
  keep(): void {
    this.#safe += 1;
  }

  begin(model: string, benchmark: string): void {
    this.#current = `${model} ${benchmark}`;
  }

  /** Bytes that came; a negative number takes back what was thrown away. */
  bytes(bytes: number): void {
    this.#bytes.done += bytes;
    if (bytes > 0) this.#meter.add(bytes);
  }

  /** The Hub wants us to wait. */
  waits(seconds: number): void {
    this.#wait = { seconds, from: performance.now() };
  }

  /**
   * One line: `21/33 models   10.3 of 16.4 GB   31 MB/s   3 min 20 s left   acme/heron-7b mmlu_pro`.
   * An amount that may still grow is called "at least".
   */
  line(): string {
    const { total, listed, done } = this.#repositories;
    if (total === 0) return "Looking for the models";
    const bytes = this.#bytes;
    const least = listed < total ? "at least " : "";
    const rate = this.#meter.rate();
    const left = rate > 0 ? (bytes.total - bytes.done) / rate : 0;
    return [
      `${done}/${total} models`,
      `${sizeText(Math.max(0, bytes.done))} of ${least}${sizeText(bytes.total)}`,
      `${sizeText(rate)}/s`,
      ...(left > 0 && least === "" ? [`${durationText(Math.ceil(left))} left`] : []),
      this.#waiting() ?? this.#current,
    ].join("   ");
  }

  #waiting(): string | undefined {
    if (!this.#wait) return undefined;
    const left = this.#wait.seconds - (performance.now() - this.#wait.from) / 1000;
    return left > 0 ? `rate limit: waiting ${durationText(Math.ceil(left))}` : undefined;
  }
}
