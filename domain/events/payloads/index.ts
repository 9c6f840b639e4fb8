import type { z } from 'zod';
import type { EventType } from '../event-types.js';
import { cancellationPayloads } from './cancellation.js';
import { changePayloads } from './change.js';
import { clientPayloads } from './client.js';
import { paymentPayloads } from './payment.js';
import { policyPayloads } from './policy.js';
import { quotePayloads } from './quote.js';
import { renewalPayloads } from './renewal.js';

/** The contract of each event type's payload; `docs/events.md` is the catalogue. */
export const payloads = {
  ...clientPayloads,
  ...quotePayloads,
  ...paymentPayloads,
  ...policyPayloads,
  ...changePayloads,
  ...cancellationPayloads,
  ...renewalPayloads,
} satisfies Record<EventType, z.ZodType>;

/** The payload of an event of this type, as accepted. */
export type PayloadOf<Type extends EventType> = z.output<(typeof payloads)[Type]>;
