import { z } from 'zod';
import { ledgerLineKinds } from '../../db/models/ledger-line.js';
import { exampleIds } from '../../domain/events/declarations/example-records.js';
import { amount } from '../../domain/events/fields/common.js';
import { calendarDate, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { lineBases } from '../../domain/policy/premium-part.js';
import { endpoint } from '../http/endpoint.js';
import { exampleRows } from '../http/example-ids.js';
import { pageFields } from '../http/page.js';
import { versionFields } from '../http/versioned.js';

export const ledgerLine = z
  .object({
    kind: z.enum(ledgerLineKinds).meta({ description: 'What recorded it.' }),
    coverage: z
      .string()
      .nullable()
      .meta({ description: 'The code of the coverage; null for the policy as a whole.' }),
    unit: z.string().nullable().meta({ description: 'The id of the iteration, such as a vehicle.' }),
    unitClass: z
      .string()
      .nullable()
      .meta({ description: "The unit's answer to the `unitClassQuestion` of the product." }),
    state: z.string().nullable().meta({ description: "The state of the insured's address." }),
    basis: z.enum(lineBases).meta({ description: 'Why it is charged.' }),
    premium: z.number().meta({ description: 'A charge or, if negative, a return.' }),
    charge: z.number().meta({ description: 'A tax or fee, which is no premium.' }),
    chargeType: z.string().nullable(),
    authority: z.string().nullable().meta({ description: 'Who levies the tax.' }),
    exposure: z.number().nullable().meta({
      description:
        'Exposure, such as car-years, of what the product counts: charged or, if negative, taken back. Such a line has no amount.',
    }),
    earnedFrom: calendarDate,
    earnedUntil: calendarDate.meta({
      description: 'The day after the period; the same day if the amount is earned at once.',
    }),
    createdTimestamp: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'LedgerLine' });

export type LedgerLineObject = z.infer<typeof ledgerLine>;

export const ledgerEntry = z
  .object({
    id: uuid,
    policyNumber: z.string(),
    parentPolicyId: uuid,
    quoteId: uuid.optional(),
    organizationId: uuid,
    productId: uuid,
    premium: z.number(),
    effectiveDate: calendarDate,
    appliedToStatement: z.boolean(),
    eventAnswers: jsonObject,
    doc: jsonObject.nullable(),
    additionalDocs: z.array(jsonObject),
    statementId: uuid.nullable(),
    createdTimestamp: z.iso.datetime({ offset: true }),
    createdBy: jsonObject.nullable(),
    ...versionFields,
  })
  .meta({ id: 'LedgerEntry' });

/** Ledger object (spec 2.7). */
export const ledger = z
  .object({
    formConfigId: uuid
      .nullable()
      .meta({ description: "The product's first evaluation form, if it has one." }),
    backofficeProductId: uuid,
    rating: z.boolean().meta({ description: 'Whether the product rates with its own plans.' }),
    entries: z.array(ledgerEntry).meta({ description: 'Those not yet included in a statement.' }),
    totalPremium: z.number().meta({ description: 'Sum of the premiums of these entries.' }),
    newLedgerEntryId: uuid.optional(),
    policyClientId: uuid,
  })
  .meta({ id: 'Ledger' });

export type Ledger = z.infer<typeof ledger>;
export type LedgerEntryObject = z.infer<typeof ledgerEntry>;

const ledgerRecord = z
  .object({
    id: uuid,
    productId: uuid,
    parentPolicyId: uuid,
    policyNumber: z.string(),
    premium: z.number(),
    quoteId: uuid.optional(),
    quoteRateMeta: jsonObject.optional(),
    effectiveDate: calendarDate,
    eventIntakeMap: jsonObject,
    createdTimestamp: z.iso.datetime({ offset: true }),
    doc: jsonObject.nullable().optional(),
    additionalDocs: z.array(jsonObject).optional(),
    lines: z
      .array(ledgerLine)
      .optional()
      .meta({ description: 'What its premium is for, with its taxes and fees; by `includeLines`.' }),
  })
  .meta({ id: 'LedgerRecord' });

export type LedgerRecordObject = z.infer<typeof ledgerRecord>;

/** The premium is required: an entry without one is not kept (spec 7). */
const premium = amount.meta({ description: 'A charge if positive, a return if negative; 0 for no premium.' });

const coverageOfEntry = z.string().min(1).max(255).optional().meta({
  description:
    "The code of the coverage of the policy's contract that the premium is for; by default the policy as a whole.",
});

const responses = {
  200: { description: 'The ledger.', schema: ledger },
  403: { description: 'The caller sees the policy, but another organization keeps its ledger.' },
  404: { description: 'No such policy or entry, or not visible to the caller.' },
};

const refused = 'the date is outside of the current term, or the premium of the term would be negative';
const applied = { description: `A statement includes the entry, the policy is closed, ${refused}.` };

export const getLedger = endpoint({
  method: 'get',
  path: '/policy/:policyId/ledger',
  tagged: true,
  operationId: 'getLedger',
  summary: "Read a policy's ledger",
  tags: ['Ledger'],
  params: z.object({ policyId: uuid }),
  responses: { 200: responses[200], 404: responses[404] },
  permission: 'policies:read',
  spec: '4.8',
});

export const recordEntry = endpoint({
  method: 'post',
  path: '/policy/ledger/entry/record',
  operationId: 'recordLedgerEntry',
  summary: 'Record a ledger entry',
  tags: ['Ledger'],
  body: z
    .object({
      parentPolicyId: uuid,
      effectiveDate: calendarDate,
      premium,
      coverage: coverageOfEntry,
      quoteId: uuid.optional(),
      eventAnswers: jsonObject.optional(),
      appliedToStatement: z.boolean().default(false),
    })
    .meta({ id: 'LedgerEntryToRecord' }),
  bodyExample: { parentPolicyId: exampleIds.policy, effectiveDate: '2027-03-01', premium: 125.5 },
  responses: { ...responses, 409: { description: `The policy is closed, ${refused}.` } },
  permission: 'policies:write',
  spec: '4.8',
});

const kept = { description: 'Ignored: the entry keeps its own.' };

export const editEntry = endpoint({
  method: 'post',
  path: '/policy/ledger/entry/edit',
  checksTag: true,
  operationId: 'editLedgerEntry',
  summary: 'Edit a ledger entry',
  description: 'Date and premium, both required. Only until a statement includes the entry.',
  tags: ['Ledger'],
  body: z
    .object({
      id: uuid,
      parentPolicyId: uuid,
      effectiveDate: calendarDate,
      premium,
      coverage: coverageOfEntry,
      quoteId: uuid.optional().meta(kept),
      eventAnswers: jsonObject.optional().meta(kept),
    })
    .meta({ id: 'LedgerEntryToEdit' }),
  bodyExample: {
    id: exampleRows.ledgerEntry,
    parentPolicyId: exampleIds.policy,
    effectiveDate: '2027-03-01',
    premium: 140,
  },
  responses: { ...responses, 409: applied },
  permission: 'policies:write',
  spec: '4.8',
});

export const deleteEntry = endpoint({
  method: 'delete',
  path: '/policy/ledger/entry/:entryId/delete',
  checksTag: true,
  operationId: 'deleteLedgerEntry',
  summary: 'Delete a ledger entry',
  description: 'Only until a statement includes it. The journal keeps it.',
  tags: ['Ledger'],
  params: z.object({ entryId: uuid }),
  responses: { ...responses, 409: applied },
  permission: 'policies:write',
  spec: '4.8',
});

const search = z
  .object({
    page: z.number().int().min(0).default(0),
    size: z.number().int().min(1).max(1000).default(20),
    effectiveDateStart: calendarDate.optional(),
    effectiveDateEnd: calendarDate.optional(),
    includeAllEventAnswers: z.boolean().default(false),
    intakeQuestionIds: z.array(z.string().min(1).max(255)).max(1000).default([]),
    includeQuoteRateMeta: z.boolean().default(false),
    includeDocuments: z.boolean().default(false),
    includeLines: z.boolean().default(false),
  })
  .meta({ id: 'LedgerSearch' });

export type LedgerSearchRequest = z.output<typeof search>;

export const searchLedger = endpoint({
  method: 'post',
  path: '/policy/ledger/entries/policy/:policyId',
  operationId: 'searchLedgerEntries',
  readsOnly: true,
  summary: "Search a policy's ledger entries",
  description: 'Entries in statements, too; the earliest effective date first.',
  tags: ['Ledger'],
  params: z.object({ policyId: uuid }),
  body: search,
  bodyExample: { size: 2, includeQuoteRateMeta: true, includeDocuments: true, includeLines: true },
  bodyOptional: true,
  responses: {
    200: {
      description: 'A page of entries.',
      schema: z.object(pageFields(ledgerRecord)).meta({ id: 'LedgerPage' }),
    },
    404: responses[404],
  },
  permission: 'policies:read',
  spec: '4.8',
});
