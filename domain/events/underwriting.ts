import { z } from 'zod';
import { uuid } from '../primitives.js';

/** Notifications about the review of a quote; `docs/events.md` says who fires which. */
export const underwritingEventType = z.enum([
  'UNDERWRITING_REFERRED',
  'UNDERWRITING_APPROVED',
  'UNDERWRITING_DECLINED',
]);
export type UnderwritingEventType = z.infer<typeof underwritingEventType>;

export const underwritingPayload = z
  .object({
    clientId: uuid.optional(),
    quoteId: uuid.optional().meta({ description: "A quote's `requestId`." }),
    policyId: uuid.optional(),
    policyNumber: z.string().max(255).optional(),
  })
  .meta({ id: 'UnderwritingPayload' });
