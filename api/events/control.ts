import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { closeWithoutRun } from '../../db/events/close-without-run.js';
import { hasFailed } from '../../db/events/event-filters.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { retryEvent } from '../../db/events/retry-event.js';
import { Event } from '../../db/models/event.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { closeTasks } from '../../db/tasks/close-tasks.js';
import { retryOf } from '../../db/tasks/tasks-of-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { Conflict, Forbidden, NotFound, Unavailable } from '../errors/app-error.js';
import { type Caller, requireEvent } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import type { EventRuns } from '../runs/event-runs.js';
import { RunUnanswered } from '../runs/run-errors.js';

/** How long a request waits for a run that was canceled, or has just closed its event, to end. */
const endPatienceMs = 10_000;
const lookEveryMs = 50;

type OpenEvent = Pick<
  Event,
  'triggerRequestId' | 'state' | 'closedAt' | 'retries' | 'type' | 'plan' | 'acknowledgement'
>;

const latestRun = ({ plan: { workflowId }, retries }: OpenEvent): string =>
  workflowIdOf({ workflowId, fired: { retry: retries } });

export interface EventControlDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  runs: Pick<EventRuns, 'cancel' | 'endOf' | 'startSoon'>;
  now: () => Date;
}

const openEventColumns = [
  ...['trigger_request_id', 'organization_id', 'state', 'closed_at', 'retries', 'type', 'plan'],
  'acknowledgement',
];

/** Cancels events, and retries their failed actions or acknowledges them. */
export class EventControl {
  constructor(private readonly uses: EventControlDependencies) {}

  /**
   * Cancels an event: true if it is canceled, false if its run was asked and has not ended yet. Safe to
   * repeat. 403 if the caller may not fire it, 409 if it is over, 503 if Temporal is unavailable.
   */
  async cancel(caller: Caller, id: string): Promise<boolean> {
    const event = await this.#find(caller, id);
    const { triggerRequestId } = event;
    requireEvent(caller, event.type);
    if (isCancelled(event)) return true;
    await Event.query(this.uses.db)
      .findById(triggerRequestId)
      .whereNull('closed_at')
      .whereNull('cancel_requested_at')
      .patch({ cancelRequestedAt: this.uses.now() });
    if (!(await asked(this.uses.runs.cancel(latestRun(event))))) return this.#closeAlone(caller, event);
    for (const deadline = Date.now() + endPatienceMs; Date.now() < deadline; await sleep(lookEveryMs)) {
      if (isCancelled(await this.#find(caller, triggerRequestId))) return true;
    }
    return false;
  }

  /**
   * Retries the failed actions of an event. 403 if the caller may not fire it, 409 while it runs, or if
   * nothing failed; 503 if Temporal is unavailable.
   */
  async retry(caller: Caller, id: string): Promise<void> {
    const event = await this.#find(caller, id);
    const { triggerRequestId, retries, closedAt, type } = event;
    requireEvent(caller, type);
    if (closedAt === null || !(await this.#isOver(event))) {
      throw stillRunning(triggerRequestId);
    }
    const { organizationId } = caller;
    const retrying = await retryEvent(this.uses.db, { organizationId, triggerRequestId, retries });
    switch (retrying.result) {
      case 'RETRYING':
        return this.uses.runs.startSoon(retrying.plan);
      case 'UNKNOWN':
        throw new NotFound('event', triggerRequestId);
      case 'RUNNING':
        throw stillRunning(triggerRequestId);
      case 'ERASED':
        throw ended(`the contents of event ${triggerRequestId} were erased: fire a new event`);
      case 'NOTHING_FAILED':
        throw ended(`nothing failed in event ${triggerRequestId}`);
    }
  }

  /**
   * Acknowledges what failed in an event. Safe to repeat: the first acknowledgement stays. 403 if the caller may not fire
   * it, 409 while it runs, or if nothing failed.
   */
  async acknowledge(caller: Caller, id: string, note: string | undefined): Promise<void> {
    const { triggerRequestId, type, closedAt } = await this.#find(caller, id);
    requireEvent(caller, type);
    if (closedAt === null) throw stillRunning(triggerRequestId);
    const acknowledgement = {
      acknowledgedTimestamp: this.uses.now().toISOString(),
      acknowledgedBy: authorOf(caller),
      ...(note !== undefined && { note }),
    };
    const isNew = await this.uses.db.transaction(async (trx) => {
      const count = await Event.query(trx)
        .findById(triggerRequestId)
        .whereNotNull('closed_at')
        .whereNull('acknowledgement')
        .whereRaw(hasFailed)
        .patch({ acknowledgement });
      const { organizationId } = caller;
      const audited = { action: 'EVENT_ACKNOWLEDGED', organizationId, targetId: triggerRequestId } as const;
      if (count === 1) {
        await recordAudit(trx, { ...audited, ...auditOf(caller) });
        const reason = 'the failure was acknowledged';
        await closeTasks(trx, { waitsFor: retryOf(triggerRequestId), reason, now: this.uses.now() });
      }
      return count === 1;
    });
    if (isNew || (await this.#find(caller, triggerRequestId)).acknowledgement !== null) return;
    throw ended(`nothing failed in event ${triggerRequestId}`);
  }

  /**
   * A run closes its event a moment before it ends. Until then its last steps may be repeated, which would
   * harm a retry of the event.
   */
  async #isOver(event: OpenEvent): Promise<boolean> {
    for (const deadline = Date.now() + endPatienceMs; Date.now() < deadline; await sleep(lookEveryMs)) {
      if ((await asked(this.uses.runs.endOf(latestRun(event)))) !== 'RUNNING') return true;
    }
    return false;
  }

  async #find({ organizationId }: Caller, triggerRequestId: string): Promise<OpenEvent> {
    const key = await keyOfEvent(this.uses.db, { organizationId, triggerRequestId });
    const event = await Event.query(this.uses.db)
      .findById(key ?? triggerRequestId)
      .modify('visibleTo', organizationId)
      .select(openEventColumns);
    if (event === undefined) throw new NotFound('event', triggerRequestId);
    if (event.organizationId !== organizationId) {
      const why = 'only the organization that an event belongs to cancels, retries or acknowledges it';
      throw new Forbidden(why, { code: 'OTHER_ORGANIZATION' });
    }
    return event;
  }

  /** There is no run: it was never started, it is lost, or it has just ended. */
  async #closeAlone(caller: Caller, event: OpenEvent): Promise<boolean> {
    const { triggerRequestId, retries } = event;
    const endedAt = this.uses.now();
    const end = { triggerRequestId, retries, state: 'CANCELLED', endedAt } as const;
    if (await closeWithoutRun(this.uses, end)) {
      // A concurrent request may have started it meanwhile.
      await this.uses.runs.cancel(latestRun(event)).catch(() => undefined);
      return true;
    }
    return isCancelled(await this.#find(caller, triggerRequestId));
  }
}

/** Temporal's answer; 503 if there is none. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RunUnanswered)) throw error;
    throw new Unavailable('Temporal is unavailable: try again', { cause: error });
  }
}

/** 409 if it ended in another way. */
function isCancelled({ triggerRequestId, state, closedAt }: OpenEvent): boolean {
  if (state === 'CANCELLED') return true;
  if (closedAt === null) return false;
  throw ended(`event ${triggerRequestId} is over: it is ${state.toLowerCase()}`);
}

function stillRunning(triggerRequestId: string): Conflict {
  return new Conflict(`event ${triggerRequestId} is still running`, { code: 'EVENT_RUNNING' });
}

function ended(detail: string): Conflict {
  return new Conflict(detail, { code: 'EVENT_ENDED' });
}
