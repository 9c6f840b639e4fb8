import { z } from 'zod';
import { calendarDate, instant, uuid } from '../primitives.js';
import { getQuotesPayload } from './get-quotes.js';

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

/** Event types that have a payload contract here, with that contract. */
export const payloadContracts = { GET_QUOTES: getQuotesPayload } as const;
export const firableEventType = z.enum(['GET_QUOTES']);

/** The event envelope of `POST /event/fire` (spec 4.4). */
export const eventEnvelope = z
  .object({
    type: firableEventType,
    lineId: uuid.meta({ description: 'The product whose configured workflow decides which actions run.' }),
    productVersionId: uuid.optional(),
    versionSystemSource: z.enum(['BUILDER', 'HOSTING']).optional(),
    forceSync: z.boolean().default(false),
    source: source.optional(),
    agencyCodes: z.array(agencyCode).max(100).optional(),
    filterByOrganizations: z.array(uuid).max(1000).optional(),
    payload: getQuotesPayload,
    triggerRequestId: uuid.optional(),
    eventTargets: z.array(uuid).max(1000).optional(),
    batchMode: z.boolean().default(false),
    batchId: uuid.optional(),
    asConfiguredAtTimestamp: z
      .union([calendarDate, instant])
      .optional()
      .meta({
        description: 'Legacy selector: the configuration deployed at this time; a date means its end.',
      }),
  })
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
export type EventSource = z.output<typeof source>;
