import type { RequestOptions } from './core/http.js';
import { newId } from './core/id.js';
import { EventsOperations } from './generated/operations.js';
import type { EventEnvelope, EventResults, TriggerMetadata, TriggerResult } from './generated/types.js';

export type EventType = EventEnvelope['type'];
/** The envelope of a type, without the type: `lineId`, `payload`, and options such as `forceSync`. */
export type EventOf<Type extends EventType> = Omit<Extract<EventEnvelope, { type: Type }>, 'type'>;
/** What firing an event of a type answers. The product's configured actions can add further members to `metadata`. */
export type ResultOf<Type extends EventType> = Omit<TriggerResult, 'metadata'> & {
  metadata: Type extends keyof EventResults
    ? EventResults[Type] & { [key: string]: unknown }
    : TriggerMetadata;
};

export class Events extends EventsOperations {
  /**
   * Fires an event. Without a `triggerRequestId` it gets one, so a call that is repeated after a lost answer or a 503
   * does nothing twice. 409 (`ConflictError`): the business refuses it.
   */
  fire<Type extends EventType>(
    type: Type,
    event: EventOf<Type>,
    options?: RequestOptions,
  ): Promise<ResultOf<Type>> {
    const body = { triggerRequestId: newId(), ...event, type };
    return this.http.json({ method: 'POST', path: '/ioi/v3/event/fire', body, isRepeatable: true }, options);
  }
}
