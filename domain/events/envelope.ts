import { z } from 'zod';
import { calendarDate, instant, uuid } from '../primitives.js';
import { getQuotesPayload } from './get-quotes.js';
import { underwritingEventType, underwritingPayload } from './underwriting.js';

export const sourceType = z.enum([
  'TEST',
  'COPILOT',
  'STOREFRONT',
  'EXTERNAL',
  'INTERNAL_CALL',
  'SCHEDULED_AUTOMATION',
]);

const source = z.object({
  sourceType: sourceType.default('EXTERNAL'),
  organizationId: uuid.optional().meta({ description: 'The authenticated organization where left out.' }),
  storefrontId: uuid.optional().meta({ description: 'Required where `sourceType` is `STOREFRONT`.' }),
  personId: uuid.optional(),
  url: z.string().max(2048).optional(),
});

const agencyCode = z.object({
  carrierId: uuid,
  carrierName: z.string().max(255).optional(),
  contractCodeSetName: z.string().max(255).optional(),
  agencyCodeData: z.record(z.string(), z.unknown()).optional(),
});

const common = {
  lineId: uuid.meta({ description: 'The product whose configured workflow decides which actions run.' }),
  productVersionId: uuid.optional(),
  versionSystemSource: z.enum(['BUILDER', 'HOSTING']).optional(),
  forceSync: z.boolean().default(false).meta({ description: 'Honored for `GET_QUOTES` only.' }),
  source: source.optional(),
  agencyCodes: z.array(agencyCode).max(100).optional(),
  filterByOrganizations: z.array(uuid).max(1000).optional(),
  triggerRequestId: uuid.optional(),
  eventTargets: z.array(uuid).max(1000).optional(),
  batchMode: z.boolean().default(false),
  batchId: uuid.optional(),
  asConfiguredAtTimestamp: z.union([calendarDate, instant]).optional().meta({
    description: 'Legacy selector: the configuration deployed at this time; a date means its end.',
  }),
};

const getQuotes = z
  .object({ type: z.literal('GET_QUOTES'), ...common, payload: getQuotesPayload })
  .meta({ id: 'GetQuotesEvent' });

const underwriting = z
  .object({ type: underwritingEventType, ...common, payload: underwritingPayload })
  .meta({ id: 'UnderwritingEvent' });

/** The event envelope of `POST /event/fire` (spec 4.4): one payload contract per event type. */
export const eventEnvelope = z
  .discriminatedUnion('type', [getQuotes, underwriting])
  .superRefine((envelope, context) => {
    if (envelope.source?.sourceType === 'STOREFRONT' && envelope.source.storefrontId === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['source', 'storefrontId'],
        message: 'is required where sourceType is STOREFRONT',
      });
    }
  })
  .meta({ id: 'EventEnvelope' });

export type EventEnvelope = z.output<typeof eventEnvelope>;
export type GetQuotesEnvelope = z.output<typeof getQuotes>;
export type EventSource = z.output<typeof source>;
