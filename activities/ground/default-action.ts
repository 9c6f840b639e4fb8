import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { EventType } from '../../domain/events/event-types.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ActivityDependencies } from './dependencies.js';
import { missing } from './failures.js';

/** One default action of one event, and what it works with. */
export interface DefaultActionWork {
  dependencies: ActivityDependencies;
  event: AcceptedEvent;
  version: CatalogVersion;
  /** Stable: a key for calls to others that must not be made twice. */
  actionId: string;
  now: Date;
}

/** What a default action came to. */
export interface DefaultActionResult {
  /** Stored with the action, and merged into the trigger result's `metadata`. */
  metadata?: JsonObject;
  /** Whom the event turned out to be about. */
  clientId?: string;
  policyId?: string;
  /** Events that follow, accepted in the same transaction. */
  fires?: FiredByAction[];
  /** Policies whose life begins: the run starts the workflow of each. */
  startsPolicyTerms?: string[];
}

/** An event that follows; one about a record of another product runs by that product's configuration. */
export type FiredByAction = FollowUp & { about?: { productId: string; productVersionId: string } };

/**
 * A built-in action: calls to others come first, without a transaction, repeatable by `actionId`; the function that
 * it answers makes the effect, in the transaction that also says that it is done. Conditions that others could
 * change in between belong into the latter. Throws `refused(...)` where the business says no.
 */
export type DefaultActionHandler = (
  work: DefaultActionWork,
) => Promise<(trx: Transaction) => Promise<DefaultActionResult>>;

/** The event's envelope as one of these types; the table of default actions sees to that it is one. */
export function envelopeOf<Type extends EventType>(
  { envelope, triggerRequestId }: AcceptedEvent,
  ...types: Type[]
): Extract<EventEnvelope, { type: Type }> {
  if (!types.some((type) => type === envelope.type))
    throw missing(`event of type ${types.join(' or ')}`, triggerRequestId);
  return envelope as Extract<EventEnvelope, { type: Type }>;
}
