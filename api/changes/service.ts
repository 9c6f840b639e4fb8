import { setTimeout as delay } from 'node:timers/promises';
import { numberChanges } from '../../db/changes/number-changes.js';
import { keptChanges, type ReadChange, readChanges } from '../../db/changes/read-changes.js';
import type { ChangeKind } from '../../db/models/change.js';
import { theService } from '../../domain/ground/author.js';
import { withoutNullMembers } from '../../domain/ground/json.js';
import { BadRequest, Gone } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { timeOfReport } from '../reports/time-of-report.js';
import { type ChangedObjectSources, changedObjects } from './changed-objects.js';
import type { ChangeObject, ChangesQuery } from './schemas.js';

/** A caller that waits sees a change after so long, at the latest. */
const lookEveryMs = 500;
/** So many callers wait at once in a process; more are answered at once. */
const mostWaiting = 100;
/** A page ends with the change that makes it as large: quotes of fleets are megabytes. */
const mostLength = 4_000_000;
/** Records are read so many changes at a time. */
const atATime = 50;

export interface ChangeFeedDependencies extends ChangedObjectSources {
  /** Whether the process stops: nobody waits any longer. */
  isStopping: () => boolean;
}

/** Who waits for a change. */
export interface Waiting {
  /** Aborted once nobody waits for the answer. */
  signal: AbortSignal;
  /** Called before it waits, which takes nothing from others. */
  endTurn?: (() => void) | undefined;
}

/** The feed of changes: an extension. Each organization follows the records that it sees. */
export class ChangeFeed {
  #waiting = 0;

  constructor(private readonly uses: ChangeFeedDependencies) {}

  /**
   * The next changes. 404 if the caller has no such clock; 410 if changes after `since` are no longer kept; 400 if `since` is
   * after the last one.
   */
  async next(caller: Caller, asked: ChangesQuery, { signal, endTurn }: Waiting) {
    const { clockId, wait } = asked;
    if (clockId !== undefined) await timeOfReport(this.uses, caller, clockId);
    const until = performance.now() + wait * 1_000;
    for (let { since } = asked; ; ) {
      const found = await this.#look(caller, { ...asked, since }, signal);
      const left = until - performance.now();
      const mayWait = left > 0 && this.#waiting < mostWaiting && !this.uses.isStopping() && !signal.aborted;
      if (found.changes.length > 0 || !mayWait) return this.#page(caller, found, asked.size);
      since = laterOf(found.after, found.last);
      endTurn?.();
      this.#waiting += 1;
      await delay(Math.min(left, lookEveryMs), undefined, { signal })
        .catch(() => undefined)
        .finally(() => {
          this.#waiting -= 1;
        });
    }
  }

  async #look({ organizationId }: Caller, asked: ChangesQuery, signal: AbortSignal): Promise<Found> {
    const { db } = this.uses;
    const { since, kinds, productId, clockId = null, size } = asked;
    await numberChanges(db, signal);
    // Before the changes: all up to the last number are visible then.
    const { last, removedTo } = await keptChanges(db);
    const after = since === 'LATEST' ? last : (since ?? removedTo);
    if (BigInt(after) > BigInt(last))
      throw new BadRequest([{ field: 'since', in: 'query', detail: `is after the last change, ${last}` }]);
    const changes = await readChanges(db, { organizationId, after, kinds, productId, clockId, size });
    // After them: what is removed meanwhile is missing.
    const kept = changes.length === 0 ? { removedTo } : await keptChanges(db);
    if (BigInt(after) < BigInt(kept.removedTo)) throw new Gone(after);
    return { after, last, changes };
  }

  /** The changes with their records, up to what an answer holds. */
  async #page(caller: Caller, { after, last, changes }: Found, size: number) {
    const shown: ChangeObject[] = [];
    let length = 0;
    for (let from = 0; from < changes.length && length < mostLength; from += atATime) {
      for (const change of await this.#withRecords(caller, changes.slice(from, from + atATime))) {
        if (length >= mostLength) break;
        shown.push(change);
        length += JSON.stringify(change.record).length;
      }
    }
    const isLast = changes.length < size && shown.length === changes.length;
    const lastShown = shown.at(-1)?.cursor ?? after;
    return { changes: shown, next: isLast ? laterOf(lastShown, last) : lastShown, isLast };
  }

  /** Each kind is read at once. */
  async #withRecords(caller: Caller, changes: readonly ReadChange[]): Promise<ChangeObject[]> {
    const ids = new Map<ChangeKind, Set<string>>();
    for (const { kind, recordId } of changes) ids.set(kind, (ids.get(kind) ?? new Set()).add(recordId));
    const found = await Promise.all(
      [...ids].map(
        async ([kind, ofKind]) =>
          [
            kind,
            new Map<string, object>(await changedObjects[kind](this.uses, caller, [...ofKind])),
          ] as const,
      ),
    );
    const records = new Map(found);
    return changes.map((change) => changeObject(change, records.get(change.kind)?.get(change.recordId)));
  }
}

/** Changes after a place, and the last number that was known before they were read. */
interface Found {
  after: string;
  last: string;
  changes: ReadChange[];
}

const laterOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

function changeObject(change: ReadChange, record: object | undefined): ChangeObject {
  const { number, kind, recordId, version, recordedAt, isDeleted, triggerRequestId, eventType } = change;
  const by = change.createdBy ?? change.firedBy ?? theService;
  return {
    cursor: number,
    kind,
    recordId,
    version: Number(version),
    recordedTimestamp: recordedAt.toISOString(),
    isDeleted,
    cause: {
      triggerRequestId: triggerRequestId ?? undefined,
      eventType: eventType ?? undefined,
      by: withoutNullMembers(by) as ChangeObject['cause']['by'],
    },
    record: (record ?? null) as ChangeObject['record'],
  };
}
