import { z } from 'zod';
import { isDerivedId } from '../ground/derived-id.js';
import { declaredNames, type FurtherName, takingFurtherNames } from '../ground/known-names.js';
import { nearest } from '../ground/nearest.js';
import { calendarDate, instant, jsonObject, uuid, versionSystemSource } from '../ground/primitives.js';
import { type EventType, eventCatalog, eventTypes, type PayloadOf } from './catalog.js';
import { payloadLimits } from './fields/common.js';
import { contradictionsOf, namesRecord, namesSnapshot } from './records-of-event.js';

export const sourceType = z
  .enum(['TEST', 'COPILOT', 'STOREFRONT', 'EXTERNAL', 'INTERNAL_CALL', 'SCHEDULED_AUTOMATION'])
  .meta({ id: 'SourceType' });

const source = z
  .object({
    sourceType: sourceType.default('EXTERNAL'),
    organizationId: uuid.optional().meta({ description: 'The authenticated organization where left out.' }),
    storefrontId: uuid.optional().meta({
      description: 'Required where `sourceType` is `STOREFRONT`, for `GET_QUOTES` and `SELECT_QUOTE`.',
    }),
    personId: uuid.optional(),
    url: z.string().max(2048).optional(),
  })
  .meta({ id: 'EventSource' });

const agencyCode = z
  .object({
    carrierId: uuid,
    carrierName: z.string().max(255).optional(),
    contractCodeSetName: z.string().max(255).optional(),
    agencyCodeData: jsonObject.optional(),
  })
  .meta({ id: 'AgencyCode' });

const common = {
  lineId: uuid.meta({ description: 'The product whose configured workflow decides which actions run.' }),
  productVersionId: uuid.optional(),
  versionSystemSource: versionSystemSource.optional(),
  forceSync: z.boolean().default(false).meta({
    description: 'Honored for `GET_QUOTES` and, where a carrier is asked, for `POLICY_RENEWAL_QUOTING`.',
  }),
  source: source.optional(),
  agencyCodes: z.array(agencyCode).max(100).optional(),
  filterByOrganizations: z.array(uuid).max(1000).optional(),
  triggerRequestId: uuid
    .refine((id) => !isDerivedId(id), "must not be a UUID of version 8: such ids are the service's own")
    .optional()
    .meta({
      description: 'Chosen by the caller, random: any UUID but of version 8, which the service gives.',
    }),
  eventTargets: z.array(uuid).max(1000).optional(),
  batchMode: z.boolean().default(false),
  batchId: uuid.optional(),
  asConfiguredAtTimestamp: z.union([calendarDate, instant]).optional().meta({
    deprecated: true,
    description:
      'Legacy selector: the configuration deployed at this time; a date means its end. A time ahead means now.',
  }),
};

/** What every event has beside its type and payload. */
type EventFrame = z.output<z.ZodObject<typeof common>>;

/** A fired event of one type, as accepted (spec 4.4). */
export type EnvelopeOf<Type extends EventType> = Type extends EventType
  ? EventFrame & { type: Type; payload: PayloadOf<Type> }
  : never;
/** A fired event; its `type` says what its payload is. */
export type EventEnvelope = EnvelopeOf<EventType>;
export type GetQuotesEnvelope = EnvelopeOf<'GET_QUOTES'>;
export type EventSource = z.output<typeof source>;

/**
 * Snapshots are looked at before the payload is parsed, which drops those that its type does not have. Further names are
 * for the product's actions: `product/payload-names.ts` says which are read.
 */
const consistent = (payload: z.ZodType) =>
  z.preprocess(
    (value, context) => {
      const open = typeof value === 'object' && value !== null ? value : {};
      for (const { path, message } of contradictionsOf({ payload: open })) {
        // The payload's own place is put before it.
        context.addIssue({ code: 'custom', path: path.slice(1), message });
      }
      return withDetails(value, payload);
    },
    takingFurtherNames(payload, furtherName),
  );

/** No action can make an event one about a record that its type does not name. */
function furtherName(name: string): FurtherName {
  if (namesRecord(name)) return 'REFUSED';
  return namesSnapshot(name) ? 'LEFT_OUT' : 'KEPT';
}

/**
 * Moves the fields that a payload with `details` does not name there: they are kept, and read by nothing else. Names near
 * to one that it has are mistakes.
 */
function withDetails(value: unknown, payload: z.ZodType): unknown {
  if (!(payload instanceof z.ZodObject) || !('details' in payload.shape)) return value;
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(value);
  if (!success) return value;
  const named = Object.keys(payload.shape);
  const unnamed = Object.keys(data).filter((field) => !named.includes(field));
  const isNear = (field: string) => nearest(field, named) !== undefined;
  const mistakes = unnamed.length > payloadLimits.mapEntries ? [] : unnamed.filter(isNear);
  const stays = new Set([...named, ...mistakes]);
  const further = Object.entries(data).filter(([field]) => !stays.has(field));
  const given = jsonObject.optional().safeParse(data.details ?? undefined);
  if (further.length === 0 || !given.success) return value;
  const others = Object.entries(data).filter(([field]) => stays.has(field));
  return { ...Object.fromEntries(others), details: { ...Object.fromEntries(further), ...given.data } };
}

const eventOf = <Type extends EventType>(type: Type) =>
  z
    .object({ type: z.literal(type), ...common, payload: consistent(eventCatalog[type].payload) })
    .meta({ id: `${pascalCase(type)}Event`, description: whatItDoes(type) });

const [first, ...others] = eventTypes;

/** The event envelope of `POST /event/fire` (spec 4.4): one payload contract per event type. */
export const eventEnvelope = z
  .discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `must be one of ${eventTypes.join(', ')}` : undefined,
  })
  .superRefine((event, context) => {
    const { type, source: from } = event as EventEnvelope;
    const { needsStorefront } = eventCatalog[type];
    if (needsStorefront && from?.sourceType === 'STOREFRONT' && from.storefrontId === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['source', 'storefrontId'],
        message: 'is required where sourceType is STOREFRONT',
      });
    }
  })
  .meta({ id: 'EventEnvelope' }) as z.ZodType<EventEnvelope>;

/** The names that the payload of an event type declares. */
export const declaredPayloadNames = (type: EventType): readonly string[] =>
  declaredNames(eventCatalog[type].payload) ?? [];

function whatItDoes(type: EventType): string {
  const { defaultActions, firedWith } = eventCatalog[type];
  const names = defaultActions.map(({ name }) => name);
  const effect = names.length === 0 ? 'No default action.' : `Default action: ${names.join(', ')}.`;
  return `${effect} Permission: \`${firedWith.join('` or `')}\`.`;
}

/** `GET_QUOTES` as `GetQuotes`. */
export function pascalCase(type: EventType): string {
  return type.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
