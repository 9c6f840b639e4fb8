import { LRUCache } from 'lru-cache';
import { clientOfEvent } from '../../domain/events/client-of-event.js';
import type { Author } from '../../domain/ground/author.js';
import type { Database } from '../database.js';
import { firedBy } from '../identity/author.js';
import type { Event } from '../models/event.js';
import { readRows, type TextStatement } from '../text-statement.js';

/** The fields of an event that never change once it is accepted. */
export type AcceptedEvent = Pick<
  Event,
  | 'triggerRequestId'
  | 'organizationId'
  | 'type'
  | 'productId'
  | 'productVersionId'
  | 'envelope'
  | 'asConfiguredAt'
  | 'batchId'
  | 'depth'
  | 'chain'
  | 'byService'
  | 'policyId'
> & {
  firedBy: Author;
  /** Known or to be created when it was accepted. */
  clientId: string | null;
};

/** The columns of an {@link AcceptedEvent}. */
export const acceptedColumns = `trigger_request_id as "triggerRequestId", organization_id as "organizationId", type,
  product_id as "productId", product_version_id as "productVersionId", envelope, as_configured_at as "asConfiguredAt",
  batch_id as "batchId", depth, chain, by_service as "byService", client_id as "clientId", policy_id as "policyId",
  ${firedBy()} as "firedBy"`;

const one: TextStatement = {
  name: 'event_one',
  sql: `select ${acceptedColumns} from events where trigger_request_id = ?`,
};

/** Reads accepted events for activities; the actions of one run share one read. */
export class EventReader {
  readonly #db: Database;
  readonly #recent = new LRUCache<string, AcceptedEvent>({ max: 500 });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined if no such event was accepted. */
  async read(triggerRequestId: string): Promise<AcceptedEvent | undefined> {
    const recent = this.#recent.get(triggerRequestId);
    if (recent !== undefined) return recent;
    const [event] = await readRows<AcceptedEvent>(this.#db, one, [triggerRequestId]);
    return event && this.keep(event);
  }

  /** Keeps the row of an event that this process has just accepted, for its run here. */
  keep(event: AcceptedEvent): AcceptedEvent {
    event.clientId ??= clientOfEvent(event.triggerRequestId, event.envelope) ?? null;
    this.#recent.set(event.triggerRequestId, event);
    return event;
  }
}
