import { deleteOldActs } from '../../db/assistants/previews.js';
import type { Database } from '../../db/database.js';
import { deleteOldDrafts, keptDays } from '../../db/drafts/drafts.js';
import { deleteExpiredKeys } from '../../db/idempotency/idempotency-keys.js';
import { eraseOverdue } from '../../db/personal-data/erase-client.js';
import { deleteErasedObjects } from '../../db/personal-data/erased-objects.js';
import { type RetentionSetting, removeOld } from '../../db/personal-data/retention-rules.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import { keptDays as keptDaysOfActs } from '../../domain/assistants/act.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { Logger } from '../telemetry/logger.js';

const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** After the start of a process: one that is replaced within the hour sweeps, too. */
export const firstSweepMs = 60_000;

export type RetentionDays = { readonly [setting in RetentionSetting]?: number | undefined };

export interface RetentionSweepOptions {
  db: Database;
  store: Pick<DocumentStore, 'remove'>;
  log: Logger;
  /** How long policies of an erased client are kept after their last day with coverage. */
  policyYears: number;
  /** How many days records are kept; absent: for good. */
  retention?: RetentionDays;
  now: () => Date;
}

/** Erases every hour, and soon after the start, what is no longer kept. Any number of processes may sweep. */
export class RetentionSweep {
  readonly #options: RetentionSweepOptions;
  /** Everything before it is gone. */
  readonly #doneBefore = new Map<RetentionSetting, Date>();
  readonly #repeated: RepeatedWork;

  constructor(options: RetentionSweepOptions) {
    this.#options = options;
    const { log } = options;
    const whenFailed = 'could not erase old records; retrying in an hour';
    this.#repeated = new RepeatedWork({ everyMs, firstMs: firstSweepMs, log, whenFailed }, () =>
      this.#sweepLogged(),
    );
  }

  start(): void {
    this.#repeated.start();
  }

  stop(): Promise<void> {
    return this.#repeated.stop();
  }

  /** Erases what is due, and returns the numbers of records by their kind. */
  async sweep(): Promise<Record<string, number>> {
    const { db, store, policyYears, now } = this.#options;
    const at = now();
    return {
      clients: await eraseOverdue(db, { today: utcDate(at), now: at, policyYears }),
      files: await deleteErasedObjects(db, store),
      idempotencyKeys: await deleteExpiredKeys(db),
      drafts: await deleteOldDrafts(db, new Date(at.getTime() - keptDays * dayMs)),
      acts: await deleteOldActs(db, at, new Date(at.getTime() - keptDaysOfActs * dayMs)),
      ...(await this.#removeOld(utcDate(at))),
    };
  }

  /** By whole days, so that it works once a day. */
  async #removeOld(today: string): Promise<Record<string, number>> {
    const { db, retention = {} } = this.#options;
    const removed: Record<string, number> = {};
    for (const [name, days] of Object.entries(retention)) {
      if (days === undefined) continue;
      const setting = name as RetentionSetting;
      const before = new Date(`${addDays(today, -days)}T00:00:00Z`);
      const from = this.#doneBefore.get(setting);
      if (from?.getTime() === before.getTime()) continue;
      removed[setting] = await removeOld(db, setting, { from, before });
      this.#doneBefore.set(setting, before);
    }
    return removed;
  }

  async #sweepLogged(): Promise<void> {
    const erased = await this.sweep();
    if (Object.values(erased).some((count) => count > 0))
      this.#options.log.info({ erased }, 'erased old records');
  }
}
