/**
 * When API keys and sessions were used last, by their ids, kept in memory until it is written, so that no request waits
 * for it.
 */
export class Uses {
  #uses = new Map<string, Date>();

  constructor(
    private readonly record: (uses: ReadonlyMap<string, Date>) => Promise<void>,
    private readonly now: () => Date,
  ) {}

  /** The first use since the last writing: it is exact enough. */
  note(id: string): void {
    if (!this.#uses.has(id)) this.#uses.set(id, this.now());
  }

  async write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.record(uses);
    } catch (error) {
      this.#uses = new Map([...this.#uses, ...uses]);
      throw error;
    }
  }
}
