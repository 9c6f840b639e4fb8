/**
 * Work that takes longer than an attempt may: a retry joins what the attempt before it began in this process, so that it is
 * done once, and its end is heard by whichever attempt is there to hear it.
 */
export class WorkUnderWay<T> {
  readonly #known = new Map<string, Promise<T>>();

  /** The work of a key: what is under way, else what is begun now. */
  join(key: string, begin: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const work = begin().finally(() => this.#known.delete(key));
    this.#known.set(key, work);
    return work;
  }
}
