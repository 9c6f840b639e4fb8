import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { DefaultActionType, EventType, ResultOf, ResultOfAction } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { ActivityDependencies } from './dependencies.js';
import { missing } from './failures.js';

/** One default action of one event, with its dependencies. */
export interface DefaultActionWork {
  dependencies: ActivityDependencies;
  event: AcceptedEvent;
  version: CatalogVersion;
  /** Stable: the idempotency key of external calls. */
  actionId: string;
  now: BusinessTime;
}

/** The result of a default action. */
export interface DefaultActionResult<Action extends DefaultActionType = DefaultActionType> {
  /** As the event's type declares it. Stored with the action, and merged into the trigger result's `metadata`. */
  metadata?: ResultOfAction<Action>;
  /** The client that the event is about. */
  clientId?: string;
  policyId?: string;
  /** Follow-up events, accepted in the same transaction. */
  fires?: FiredByAction[];
  /** New policies: the run starts the workflow of each. */
  startsPolicyTerms?: string[];
}

/** A follow-up event. One about a record of another product uses that product's configuration. */
export type FiredByAction = FollowUp & { about?: { productId: string; productVersionId: string } };

/** The effect of a default action, in the transaction that also records the action as done. */
export type DefaultActionEffect<Action extends DefaultActionType = DefaultActionType> = (
  trx: Transaction,
) => Promise<DefaultActionResult<Action>>;

/**
 * A built-in action. External calls come first, outside of a transaction, with `actionId` as idempotency key.
 * Then comes the effect that it returns. Conditions that others may change in between belong in the effect.
 * Throws `refused(...)` if the business refuses the event.
 */
export type DefaultActionHandler<Action extends DefaultActionType = DefaultActionType> = (
  work: DefaultActionWork,
) => Promise<DefaultActionEffect<Action>>;

/** A result as the event's type declares it: further fields do not compile. */
export const answers = <Type extends EventType>(_type: Type, result: ResultOf<Type>): ResultOf<Type> =>
  result;

/** The event's envelope as one of these types, which the table of default actions guarantees. */
export function envelopeOf<Type extends EventType>(
  { envelope, triggerRequestId }: AcceptedEvent,
  ...types: Type[]
): Extract<EventEnvelope, { type: Type }> {
  if (!types.some((type) => type === envelope.type))
    throw missing(`event of type ${types.join(' or ')}`, triggerRequestId);
  return envelope as Extract<EventEnvelope, { type: Type }>;
}
