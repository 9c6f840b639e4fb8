/** How long an uncollected result is kept: longer than the wait before a retry. */
const keptMs = 2 * 60_000;

interface Known<T> {
  work: Promise<T>;
  timer?: NodeJS.Timeout;
}

/**
 * Work that may outlast an attempt. A retry in the same process joins the work of the attempt before it, so
 * that it is done once and its result is not lost between two attempts.
 */
export class WorkUnderWay<T> {
  readonly #known = new Map<string, Known<T>>();

  /**
   * The result of a key's work, which is started unless it is running or has an uncollected result. `attempt`
   * is aborted when the caller stops waiting.
   */
  async join(key: string, attempt: AbortSignal, begin: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) ?? this.#begun(key, begin);
    try {
      return await known.work;
    } finally {
      if (!attempt.aborted) this.#forget(key, known);
    }
  }

  #begun(key: string, begin: () => Promise<T>): Known<T> {
    const known: Known<T> = { work: begin() };
    this.#known.set(key, known);
    const forgetLater = () => {
      known.timer = setTimeout(() => this.#forget(key, known), keptMs).unref();
    };
    known.work.then(forgetLater, forgetLater);
    return known;
  }

  #forget(key: string, known: Known<T>): void {
    clearTimeout(known.timer);
    if (this.#known.get(key) === known) this.#known.delete(key);
  }
}
