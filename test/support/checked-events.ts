import { z } from 'zod';
import { type TriggerResult, triggerResult } from '../../api/event-firing/schemas.js';
import { EventService } from '../../api/event-firing/service.js';
import type { Caller } from '../../api/http/caller.js';
import { eventCatalog } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';

/** Fires events, and fails where an answer is not as the contract has it: for clients that rely on its types. */
export class CheckedEvents extends EventService {
  override async fire(caller: Caller, event: EventEnvelope): Promise<TriggerResult> {
    const result = await super.fire(caller, event);
    triggerResult.parse(result);
    // Of an action that failed there is nothing.
    z.object(eventCatalog[event.type].result).partial().parse(result.metadata);
    return result;
  }
}
