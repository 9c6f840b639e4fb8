import { randomUUID } from 'node:crypto';
import type { EventType } from '../../domain/events/catalog.js';
import { type EventEnvelope, eventEnvelope } from '../../domain/events/envelope.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { CarrierServer } from './carrier-server.js';
import type { EventWorld } from './event-world.js';
import { shopIds } from './shop-product.js';

/** A kind of run, and what goes on around it. */
export interface Shape {
  name: string;
  product(): ProductDefinition;
  /** How the systems of others answer. */
  answers?: Parameters<CarrierServer['answer']>[0];
  /** The event that is fired. */
  fires(world: EventWorld, others: CarrierServer): Promise<EventEnvelope>;
  /** What systems of others do meanwhile; called until everything is over. */
  meanwhile?(world: EventWorld): Promise<void>;
}

/** An event of the shop under an id of its own. */
export function fired(type: EventType, payload: object): EventEnvelope {
  return eventEnvelope.parse({ type, lineId: shopIds.line, triggerRequestId: randomUUID(), payload });
}
