/** How long an end is kept that nobody heard: longer than a retry is waited for. */
const keptMs = 2 * 60_000;

interface Known<T> {
  work: Promise<T>;
  timer?: NodeJS.Timeout;
}

/**
 * Work that takes longer than an attempt may: a retry joins what the attempt before it began in this process, so that it is
 * done once, and its end is heard, also where it came between two attempts.
 */
export class WorkUnderWay<T> {
  readonly #known = new Map<string, Known<T>>();

  /**
   * The work of a key: what is under way or has ended unheard, else what is begun now. `attempt` is aborted where nobody
   * waits for it any more.
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
