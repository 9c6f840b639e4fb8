import { z } from 'zod';
import { type ChangeKind, changeKinds } from '../../db/models/change.js';
import { clientWithData } from '../../domain/client/client.js';
import { authorKinds } from '../../domain/ground/author.js';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { quote } from '../../domain/quote/quote.js';
import { hold } from '../holds/schemas.js';
import { endpoint } from '../http/endpoint.js';
import { queryInteger } from '../http/query.js';
import { ledgerEntry, ledgerLine } from '../ledger/schemas.js';
import { mail } from '../mail/mail-schema.js';
import { payment } from '../policies/payments/schemas.js';
import { policy, statement } from '../policies/policy-schemas.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';
import { task } from '../tasks/task-schema.js';

const cursor = z.string().regex(/^\d{1,18}$/, 'must be a `next` of an earlier answer, or LATEST');

const refund = z
  .object({
    id: uuid,
    policyId: uuid,
    paymentId: uuid.nullable().meta({ description: 'The refunded payment; null if it is paid by hand.' }),
    amount: z.number(),
    state: z.enum(['PENDING', 'DONE', 'REFUSED']).meta({ id: 'RefundState' }),
    paymentProcessor: z.string(),
    reference: z.string(),
    reason: z.string().nullable(),
    refusal: z.string().nullable(),
    createdTimestamp: instant,
    endedTimestamp: instant.nullable(),
  })
  .meta({ id: 'ChangedRefund' });

const lineOfPolicy = ledgerLine
  .extend({
    id: z.string(),
    policyId: uuid,
    entryId: uuid
      .nullable()
      .meta({ description: 'Null for a fee or a write-off, which are of a statement.' }),
    statementId: uuid.nullable(),
    termNumber: z.number().int(),
    effectiveDate: calendarDate,
    earnedFrom: calendarDate.nullable().meta({ description: 'Null for a line without an amount.' }),
    earnedUntil: calendarDate.nullable(),
  })
  .meta({ id: 'ChangedLedgerLine' });

const document = z
  .object({
    contentId: uuid,
    fileName: z.string(),
    type: z.enum(['PDF', 'HTML', 'FILE']).meta({ id: 'DocumentType' }),
    contentType: z.string(),
    size: z.number().int(),
    sha256: z.string(),
    formNumber: z.string().nullable(),
    formVersion: z.string().nullable(),
    language: z.string().nullable().meta({ description: 'The tag of the language in which it was made.' }),
    url: z.string().optional(),
    createdTimestamp: instant,
    clientId: uuid.nullable(),
    quoteId: uuid.nullable(),
    policyId: uuid.nullable(),
  })
  .meta({ id: 'ChangedDocument' });

const records = {
  CLIENT: clientWithData,
  QUOTE: quote,
  POLICY: policy,
  STATEMENT: statement.extend({ policyId: uuid }).meta({ id: 'ChangedStatement' }),
  PAYMENT: payment
    .extend({ policyId: uuid.nullable().meta({ description: 'Null before the policy is issued.' }) })
    .meta({ id: 'ChangedPayment' }),
  REFUND: refund,
  LEDGER_ENTRY: ledgerEntry,
  LEDGER_LINE: lineOfPolicy,
  DOCUMENT: document,
  HOLD: hold,
  TASK: task,
  MAIL: mail,
} satisfies Record<ChangeKind, z.ZodType>;

export type ChangedObject<Kind extends ChangeKind> = z.infer<(typeof records)[Kind]>;

const cause = z
  .object({
    triggerRequestId: uuid.optional().meta({ description: 'The event that made the change.' }),
    eventType: z.string().optional(),
    by: z
      .object({ kind: z.enum(authorKinds) })
      .catchall(z.unknown())
      .meta({ id: 'ChangedBy', description: 'The person, the API key, or the service by itself.' }),
  })
  .meta({ id: 'CauseOfChange' });

const change = z
  .object({
    cursor: z.string().meta({ description: 'Its place in the order; `since` continues after it.' }),
    kind: z.enum(changeKinds).meta({ id: 'ChangeKind' }),
    recordId: z.string(),
    version: z.number().int().meta({ description: 'Of the record after this change; it only grows.' }),
    recordedTimestamp: instant,
    isDeleted: z.boolean().meta({ description: 'The record was deleted, or its client erased.' }),
    cause,
    record: z
      .union(Object.values(records))
      .meta({ id: 'ChangedRecord' })
      .nullable()
      .meta({
        description:
          'The record as it is now, by `kind` in the form in which its own operation answers it: it has this change, and perhaps ' +
          'later ones, which follow. Null if it is gone.',
      }),
  })
  .meta({ id: 'Change' });

export const getChanges = endpoint({
  method: 'get',
  path: '/changes',
  operationId: 'listChanges',
  summary: 'Follow all changes',
  description:
    'An extension: every change of the records that the organization sees, in the order of commit and without gaps. ' +
    'Read again with `since` as the `next` of the last answer; with `wait` an answer without changes waits for the first one. ' +
    'See [the feed of changes](/docs/changes).',
  tags: ['Changes'],
  query: z.object({
    since: z
      .union([z.literal('LATEST'), cursor], 'must be a `next` of an earlier answer, or LATEST')
      .optional()
      .meta({
        description:
          'Changes after this one; `LATEST`: only later ones. Default: from the oldest that is kept.',
      }),
    kinds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(changeKinds)).min(1))
      .optional()
      .meta({ description: `Separated by commas. Default: all: ${changeKinds.join(', ')}.` }),
    productId: uuid.optional().meta({ description: 'Only changes of records of this product.' }),
    clockId: clockOfReport,
    size: queryInteger({ least: 1, most: 1000, otherwise: 100 }),
    wait: queryInteger({ least: 0, most: 30, otherwise: 0 }),
  }),
  responses: {
    200: {
      description: 'The next changes.',
      schema: z
        .object({
          changes: z.array(change),
          next: z.string().meta({ description: 'The `since` of the next read.' }),
          isLast: z.boolean().meta({ description: 'There are no more for now.' }),
        })
        .meta({ id: 'ChangePage' }),
    },
    ...noSuchClock,
    410: { description: 'Changes after `since` are no longer kept.' },
  },
  permission: 'changes:read',
  audited: 'CHANGES_READ',
});

export type ChangesQuery = z.infer<NonNullable<typeof getChanges.query>>;
export type ChangeObject = z.infer<typeof change>;
