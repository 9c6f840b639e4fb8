import { LRUCache } from 'lru-cache';
import { clientOfEvent } from '../../domain/events/client-of-event.js';
import type { Database } from '../database.js';
import { prepared } from '../models/base.js';
import { Event } from '../models/event.js';

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
  | 'firedBy'
  | 'policyId'
  | 'clockId'
  | 'businessTime'
> & {
  /** Known or to be created when it was accepted. */
  clientId: string | null;
};

const columns = [
  ...['trigger_request_id', 'organization_id', 'type', 'product_id', 'product_version_id', 'envelope'],
  ...['as_configured_at', 'batch_id', 'depth', 'chain', 'by_service', 'fired_by'],
  ...['client_id', 'policy_id', 'clock_id', 'business_time'],
];

/** Reads accepted events for activities; the actions of one run share one read. */
export class EventReader {
  readonly #recent = new LRUCache<string, AcceptedEvent>({ max: 500 });

  constructor(private readonly db: Database) {}

  /** Undefined if no such event was accepted. */
  async read(triggerRequestId: string): Promise<AcceptedEvent | undefined> {
    const recent = this.#recent.get(triggerRequestId);
    if (recent !== undefined) return recent;
    const event = await Event.query(this.db)
      .findById(triggerRequestId)
      .select(columns)
      .modify(prepared, 'event of actions')
      .castTo<AcceptedEvent | undefined>();
    if (event === undefined) return undefined;
    event.clientId ??= clientOfEvent(triggerRequestId, event.envelope) ?? null;
    this.#recent.set(triggerRequestId, event);
    return event;
  }
}
