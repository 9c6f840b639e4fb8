import type { Database } from '../../db/database.js';
import { recordKeyUses } from '../../db/identity/api-keys.js';

/** When API keys were used last, kept in memory until it is written, so that no request waits for it. */
export class KeyUses {
  #uses = new Map<string, Date>();

  constructor(
    private readonly db: Database,
    private readonly now: () => Date,
  ) {}

  /** The first use since the last writing: it is exact enough. */
  note(key: string): void {
    if (!this.#uses.has(key)) this.#uses.set(key, this.now());
  }

  async write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await recordKeyUses(this.db, uses);
    } catch (error) {
      this.#uses = new Map([...this.#uses, ...uses]);
      throw error;
    }
  }
}
