import { findClock } from '../../db/clock.js';
import { beginAdvance, stopAdvance } from '../../db/clocks/advance-clock.js';
import { deleteClock, workflowsOfClock } from '../../db/clocks/delete-clock.js';
import { contentsOfClock, listClocks } from '../../db/clocks/read-clock.js';
import { changeClock, createClock } from '../../db/clocks/save-clock.js';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../db/models/clock.js';
import { BadRequest, Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import type { ClockRuns } from '../runs/clock-runs.js';
import { RunUnanswered } from '../runs/run-errors.js';
import { clockObject, listedClock } from './clock-object.js';
import type { ClockCreation, ClockUpdate, ClockView } from './schemas.js';

export interface ClockDependencies {
  db: Database;
  runs: Pick<ClockRuns, 'wakeSoon' | 'end'>;
  /** System time. */
  now: () => Date;
}

/** The test clocks of the caller's organization. Those of others are not found. */
export class Clocks {
  constructor(private readonly uses: ClockDependencies) {}

  /** @param id of the clock, if an earlier attempt may have made it. */
  async create(
    caller: Caller,
    { name, businessTime, waitsTimeOut }: ClockCreation,
    id: string | undefined,
  ): Promise<ClockView> {
    const { organizationId } = caller;
    const clock = { id, organizationId, name, waitsTimeOut, businessTime: new Date(businessTime) };
    return this.#view(
      await createClock(this.uses.db, { ...clock, createdBy: authorOf(caller), ...auditOf(caller) }),
    );
  }

  async list({ organizationId }: Caller, { page, size }: { page: number; size: number }) {
    const limits = listLimits({ page, size }, 'clock');
    const { clocks, total, isExact } = await listClocks(this.uses.db, organizationId, limits);
    return { ...pageOf(clocks.map(listedClock), { page, size }, total), totalIsExact: isExact };
  }

  async read({ organizationId }: Caller, clockId: string): Promise<ClockView> {
    return this.#view(found(await findClock(this.uses.db, organizationId, clockId), clockId));
  }

  async change(caller: Caller, clockId: string, { name, waitsTimeOut }: ClockUpdate): Promise<ClockView> {
    const changed = await changeClock(this.uses.db, this.#toChange(caller, clockId), { name, waitsTimeOut });
    return this.#view(found(changed, clockId));
  }

  /** Begins an advance. If Temporal is unavailable, the sweep starts its run. */
  async advance(caller: Caller, clockId: string, to: string): Promise<ClockView> {
    const begun = await beginAdvance(this.uses.db, this.#toChange(caller, clockId), new Date(to));
    if ('refused' in begun) throw refusal(begun.refused, clockId);
    await this.uses.runs.wakeSoon(begun.clock);
    return this.#view(begun.clock);
  }

  async stop(caller: Caller, clockId: string): Promise<ClockView> {
    return this.#view(found(await stopAdvance(this.uses.db, this.#toChange(caller, clockId)), clockId));
  }

  /** Deletes a clock with everything of it. Its runs end first: they would find their records gone. */
  async delete(caller: Caller, clockId: string): Promise<void> {
    const { db, runs } = this.uses;
    const { state } = found(await findClock(db, caller.organizationId, clockId), clockId);
    if (state === 'ADVANCING') throw refusal('ADVANCING', clockId);
    for await (const workflows of workflowsOfClock(db, clockId)) await answered(runs.end(workflows));
    const deleted = await deleteClock(db, this.#toChange(caller, clockId));
    if (deleted === 'BUSY') throw new Conflict(`something of clock ${clockId} is under way: try again`);
    if (deleted !== 'DELETED') throw refusal(deleted, clockId);
  }

  #toChange(caller: Caller, clockId: string) {
    return { organizationId: caller.organizationId, clockId, now: this.uses.now(), ...auditOf(caller) };
  }

  async #view(clock: Clock): Promise<ClockView> {
    return clockObject(clock, await contentsOfClock(this.uses.db, clock.id));
  }
}

function found(clock: Clock | undefined, clockId: string): Clock {
  if (clock === undefined) throw new NotFound('clock', clockId);
  return clock;
}

/** 503 while Temporal is unavailable. */
async function answered(ended: Promise<void>): Promise<void> {
  try {
    await ended;
  } catch (error) {
    if (!(error instanceof RunUnanswered)) throw error;
    throw new Unavailable('Temporal is unavailable: try again', { cause: error });
  }
}

function refusal(refused: 'UNKNOWN' | 'ADVANCING' | 'BACK' | 'TOO_FAR', clockId: string): Error {
  switch (refused) {
    case 'UNKNOWN':
      return new NotFound('clock', clockId);
    case 'ADVANCING':
      return new Conflict(`clock ${clockId} advances`, { code: 'CLOCK_ADVANCING' });
    case 'BACK':
      return new BadRequest([
        { field: 'to', detail: "must not be before the clock's time: no clock goes back" },
      ]);
    case 'TOO_FAR':
      return new BadRequest([{ field: 'to', detail: "must be at most ten years after the clock's time" }]);
  }
}
