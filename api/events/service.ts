import type { Database } from '../../db/database.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { listEvents } from '../../db/events/list-events.js';
import { readBatch } from '../../db/events/read-batch.js';
import { readEventRun } from '../../db/events/read-run.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import type { EventRuns } from '../runs/event-runs.js';
import {
  batchObject,
  eventRunObject,
  listedEvent,
  sharedEvent,
  type TemporalUi,
  workflowOf,
} from './event-object.js';
import type { BatchProgressObject, EventQuery, EventRunObject } from './schemas.js';

const mostFailed = 100;

export interface EventInspectionDependencies {
  db: Database;
  runs: Pick<EventRuns, 'status'>;
  /** Undefined: no links to it. */
  ui: TemporalUi | undefined;
}

/** Inspects events and their runs: those of the organization, and what it may see of those shared with it. */
export class EventInspection {
  constructor(private readonly uses: EventInspectionDependencies) {}

  /** An event with its actions, whose states an open run tells itself. 404 if the organization has none with this id. */
  async one(caller: Caller, triggerRequestId: string): Promise<EventRunObject> {
    const { organizationId } = caller;
    const key = await keyOfEvent(this.uses.db, { organizationId, triggerRequestId });
    if (key === undefined) throw new NotFound('event', triggerRequestId);
    return this.byKey(caller, key, triggerRequestId);
  }

  /** The same by the event's key, which the caller knows as `triggerRequestId`. */
  async byKey({ organizationId }: Caller, key: string, triggerRequestId = key): Promise<EventRunObject> {
    const event = await readEventRun(this.uses.db, organizationId, key);
    if (event === undefined) throw new NotFound('event', triggerRequestId);
    if (event.organizationId !== organizationId) return sharedEvent(event);
    const running = event.closedAt === null ? await this.uses.runs.status(workflowOf(event)) : undefined;
    return eventRunObject(event, { running, ui: this.uses.ui });
  }

  /** A page of events, newest first. */
  async list({ organizationId }: Caller, query: EventQuery) {
    const { page, size, ...filter } = query;
    const limits = listLimits({ page, size }, 'event');
    const { events, total, isExact } = await listEvents(this.uses.db, organizationId, filter, limits);
    return {
      ...pageOf(
        events.map((event) => listedEvent(event, organizationId)),
        { page, size },
        total,
      ),
      totalIsExact: isExact,
    };
  }

  /** The progress of the organization's events in a batch. 404 if it has none in it. */
  async batch({ organizationId }: Caller, batchId: string): Promise<BatchProgressObject> {
    const progress = await readBatch(this.uses.db, { organizationId, batchId, mostFailed });
    if (progress === undefined) throw new NotFound('batch', batchId);
    return batchObject(batchId, progress);
  }
}
