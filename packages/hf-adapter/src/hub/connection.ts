import { networkFailure, Silence } from "./network-failure.ts";
import { untilAborted } from "./clock.ts";

/** One request's line: it ends with the caller's signal, and when nothing comes for too long. */
export class Connection {
  readonly #controller = new AbortController();
  readonly #about: { readonly host: string; readonly wasReached: () => boolean };
  readonly #outer: AbortSignal | undefined;
  readonly #stop = (): void => this.#controller.abort(this.#outer?.reason);

  constructor(
    about: { readonly host: string; readonly wasReached: () => boolean },
    outer: AbortSignal | undefined,
  ) {
    this.#about = about;
    this.#outer = outer;
    outer?.throwIfAborted();
    outer?.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * The result of some work of the network within so many milliseconds.
   *
   * @throws the reason of the caller's signal at once; any failure as told by `networkFailure`.
   */
  async within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#controller.abort(new Silence(milliseconds)), milliseconds);
    try {
      return await untilAborted(work, this.signal);
    } catch (error) {
      this.#outer?.throwIfAborted();
      const { host, wasReached } = this.#about;
      throw networkFailure(error, { host, wasReached: wasReached() });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends what may still be under way. */
  close(): void {
    this.#outer?.removeEventListener("abort", this.#stop);
    this.#controller.abort();
  }
}
