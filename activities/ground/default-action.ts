import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { EndedAction } from '../../db/events/record-action.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { EventType } from '../../domain/events/catalogue.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
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

/** The effect of a default action, in the transaction that also records the action as done. */
export type DefaultActionEffect = (trx: Transaction) => Promise<DefaultActionResult>;

/**
 * A built-in action. Calls to others come first, without a transaction, repeatable by `actionId`; then the effect that
 * it returns. Conditions that others could change in between belong into the effect. Throws `refused(...)` where the
 * business says no.
 */
export interface DefaultActionHandler {
  (work: DefaultActionWork): Promise<DefaultActionEffect>;
  /**
   * The whole action with its end in one round trip, repeatable, for frequent actions that neither fire events nor keep
   * a result; undefined where this event does not allow it.
   */
  atOnce?(work: DefaultActionWork, ended: EndedAction): Promise<DefaultActionResult> | undefined;
}

/** The event's envelope as one of these types; the table of default actions sees to that it is one. */
export function envelopeOf<Type extends EventType>(
  { envelope, triggerRequestId }: AcceptedEvent,
  ...types: Type[]
): Extract<EventEnvelope, { type: Type }> {
  if (!types.some((type) => type === envelope.type))
    throw missing(`event of type ${types.join(' or ')}`, triggerRequestId);
  return envelope as Extract<EventEnvelope, { type: Type }>;
}
