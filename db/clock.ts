import type { Knex } from 'knex';
import { type RawBuilder, raw } from 'objection';
import { BusinessTime } from '../domain/ground/business-time.js';
import type { JsonObject } from '../domain/ground/json.js';
import type { Database } from './database.js';
import { Clock } from './models/clock.js';

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

/** System time, and where a product's time zone is found. */
export interface TimeSources {
  catalog: { version(versionId: string): Promise<{ versionId: string; timeZone: string } | null> };
  /** System time: tokens, retries of webhooks, sweeps and logs go by it. */
  now: () => Date;
}

/** A client's record, such as a quote, a policy or an event: the version of its product, and the client's test clock. */
export interface OnClock {
  productVersionId: string;
  clockId: string | null;
}

/** The business time of a record. Reads the clock, if it has one, in the caller's transaction. */
export async function businessTimeOf(db: Knex, sources: TimeSources, record: OnClock): Promise<BusinessTime> {
  return (await businessTimesOf(db, sources, [record]))(record);
}

/** The business times of many records, for a list: the clocks are read once. */
export async function businessTimesOf(
  db: Knex,
  { catalog, now }: TimeSources,
  records: readonly OnClock[],
): Promise<(record: OnClock) => BusinessTime> {
  const at = now();
  const versionIds = [...new Set(records.map(({ productVersionId }) => productVersionId))];
  const versions = await Promise.all(versionIds.map((id) => catalog.version(id)));
  const zones = new Map(
    versions.flatMap((version) => (version ? [[version.versionId, version.timeZone]] : [])),
  );
  const clocks = await timesOfClocks(
    db,
    records.flatMap(({ clockId }) => clockId ?? []),
  );
  return ({ productVersionId, clockId }) =>
    new BusinessTime((clockId && clocks.get(clockId)) || at, zones.get(productVersionId), at);
}

/** The time of a client's clock, or system time for a client without one: for instants, which need no time zone. */
export async function clientTime(db: Knex, now: () => Date, clockId: string | null): Promise<Date> {
  const clocks = await timesOfClocks(db, clockId === null ? [] : [clockId]);
  return (clockId && clocks.get(clockId)) || now();
}

/** The same as an expression of a statement, which tells the time when it runs. */
export function clientTimeNow(clockId: string | null): RawBuilder {
  return clockId === null
    ? raw('clock_timestamp()')
    : raw('(select business_time from clocks where id = ?)', [clockId]);
}

async function timesOfClocks(db: Knex, clockIds: readonly string[]): Promise<Map<string, Date>> {
  if (clockIds.length === 0) return new Map();
  const clocks = await Clock.query(db)
    .whereIn('id', [...new Set(clockIds)])
    .select('id', 'business_time');
  return new Map(clocks.map(({ id, businessTime }) => [id, businessTime]));
}

/** A clock of an organization; undefined if it has none with the id. */
export async function findClock(
  db: Knex,
  organizationId: string,
  clockId: string,
): Promise<Clock | undefined> {
  return Clock.query(db).findById(clockId).modify('visibleTo', organizationId);
}

/** What a clock shows. */
export type ClockReading = Pick<Clock, 'id' | 'businessTime' | 'state'>;

/** What a clock shows, or undefined if there is none of that id. */
export async function readClock(db: Knex, clockId: string): Promise<ClockReading | undefined> {
  return Clock.query(db).findById(clockId).select('id', 'business_time', 'state');
}

/**
 * Keeps a clock from advancing until the transaction ends.
 *
 * @param at the time that the caller has read from it, if it has.
 * @throws ClockAdvances
 */
export async function holdStill(trx: Knex, clockId: string, at?: Date | null): Promise<void> {
  const clock = await Clock.query(trx).findById(clockId).select('business_time', 'state').forShare();
  const hasMoved = at && clock?.businessTime.getTime() !== at.getTime();
  if (clock === undefined || clock.state === 'ADVANCING' || hasMoved) throw new ClockAdvances(clockId);
}

/** Nothing is taken from outside for a client while its clock advances. */
export class ClockAdvances extends Error {
  readonly clockId: string;

  constructor(clockId: string) {
    super(`clock ${clockId} advances: try again when it is READY`);
    this.clockId = clockId;
  }
}

/** What the audit log has of the time of a client's clock, beside system time. */
export function auditedTime({ clockId }: Pick<OnClock, 'clockId'>, now: BusinessTime): JsonObject {
  return clockId === null ? {} : { clockId, businessTimestamp: now.toISOString() };
}
