import type { Database } from '../../db/database.js';
import { listEvents } from '../../db/events/list-events.js';
import { readBatch } from '../../db/events/read-batch.js';
import { readEventRun } from '../../db/events/read-run.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { batchObject, eventRunObject, listedEvent, type TemporalUi } from './event-object.js';
import type { BatchProgressObject, EventQuery, EventRunObject } from './schemas.js';

/** Counting and paging end here: both cost as much as there is to walk past. */
const mostListed = 10_000;
const mostFailed = 100;

/** Looks at events and what their runs did; each organization sees its own. */
export class EventInspection {
  readonly #db: Database;
  readonly #ui: TemporalUi | undefined;

  constructor({ db, ui }: { db: Database; ui: TemporalUi | undefined }) {
    this.#db = db;
    this.#ui = ui;
  }

  /** An event with its actions. 404 where the organization has none of this id. */
  async one({ organizationId }: Caller, triggerRequestId: string): Promise<EventRunObject> {
    const event = await readEventRun(this.#db, organizationId, triggerRequestId);
    if (event === undefined) throw new NotFound('event', triggerRequestId);
    return eventRunObject(event, this.#ui);
  }

  /** A page of events, newest first. */
  async list({ organizationId }: Caller, query: EventQuery) {
    const { page, size, ...filter } = query;
    const offset = page * size;
    if (offset >= mostListed && page > 0) {
      const detail = `pages end after ${mostListed} events: go on with createdTo of the oldest event read`;
      throw new BadRequest([{ field: 'page', in: 'query', detail }]);
    }
    const limits = { offset, limit: size, countUpTo: mostListed };
    const { events, total, isExact } = await listEvents(this.#db, organizationId, filter, limits);
    return { ...pageOf(events.map(listedEvent), { page, size }, total), totalIsExact: isExact };
  }

  /** How far the organization's events of a batch are. 404 where it has none in it. */
  async batch({ organizationId }: Caller, batchId: string): Promise<BatchProgressObject> {
    const progress = await readBatch(this.#db, { organizationId, batchId, mostFailed });
    if (progress === undefined) throw new NotFound('batch', batchId);
    return batchObject(batchId, progress);
  }
}
