import type { Database } from './database.js';

/**
 * PostgreSQL's clock, which every process of an installation follows: a process whose own clock is wrong still agrees
 * with the others on what is due, valid or expired. Between two readings it advances by the monotonic clock.
 */
export class DatabaseClock {
  /** PostgreSQL's time when the monotonic clock was zero, in milliseconds since 1970. */
  #originMs: number | undefined;

  constructor(private readonly db: Database) {}

  /**
   * Compares the clocks. The answer tells PostgreSQL's time at some moment between question and answer: as long as the
   * known time is possible, it is kept, so that a slow answer moves nothing.
   */
  async read(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.db.raw<{ rows: [{ ms: number }] }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const [{ ms }] = rows;
    const earliest = ms - performance.now();
    const latest = ms - askedAt;
    this.#originMs = Math.min(Math.max(this.#originMs ?? (earliest + latest) / 2, earliest), latest);
  }

  /** Throws before the first reading. */
  readonly now = (): Date => {
    if (this.#originMs === undefined) throw new Error("the database's clock was not read yet");
    return new Date(this.#originMs + performance.now());
  };
}
