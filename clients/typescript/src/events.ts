import type { Answered } from './core/answered.js';
import type { RequestOptions } from './core/http.js';
import { newId } from './core/id.js';
import { EventsOperations } from './generated/operations.js';
import type {
  EventEnvelope,
  EventResults,
  FormEvaluation,
  FormReference,
  InboundRequests,
  TriggerResult,
} from './generated/types.js';

export type EventType = EventEnvelope['type'];
/** The envelope of a type, without the type: `lineId`, `payload`, and options such as `forceSync`. */
export type EventOf<Type extends EventType> = Omit<Extract<EventEnvelope, { type: Type }>, 'type'>;

/** What configured actions add under their usual keys. */
export interface ConfiguredMetadata {
  /** The documents that an action generated. */
  documents?: FormReference[];
  formEvaluation?: FormEvaluation;
  /** The `requestId` for `inbound.send`, by the action that waits for it. */
  inboundRequests?: InboundRequests;
}

type OwnMetadata<Type extends EventType> = Type extends keyof EventResults ? EventResults[Type] : object;
/** The answers of an event's actions; a product can name further members. */
export type MetadataOf<Type extends EventType> = OwnMetadata<Type> &
  Omit<ConfiguredMetadata, keyof OwnMetadata<Type>> & { [key: string]: unknown };
/** What firing an event of a type answers. */
export type ResultOf<Type extends EventType> = Omit<TriggerResult, 'metadata'> & {
  metadata: MetadataOf<Type>;
};

export class Events extends EventsOperations {
  /**
   * Fires an event. It gets a `triggerRequestId` and an idempotency key, which its repeats have as well, so a call that
   * is repeated after a lost answer or a 503 does nothing twice. To repeat it in another process, give your own
   * `triggerRequestId`, or `idempotencyKey` in the options. 409 (`ConflictError`): the business refuses it.
   */
  fire<Type extends EventType>(
    type: Type,
    event: EventOf<Type>,
    options?: RequestOptions,
  ): Answered<ResultOf<Type>> {
    // Under a key of the caller's the request has to be the same each time: the service derives the id from the key.
    const id = options?.idempotencyKey === undefined ? { triggerRequestId: newId() } : {};
    const body = { ...id, ...event, type };
    return this.http.json({ method: 'POST', path: '/ioi/v3/event/fire', body, isKeyed: true }, options);
  }
}
