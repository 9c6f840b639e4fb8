import { z } from 'zod';
import { paymentMethod } from '../billing/payment-kind.js';
import { paymentPlan } from '../billing/payment-plan.js';
import { clientLimits, clientStatus, clientType } from '../client/client.js';
import { Decimal } from '../expression/index.js';
import { isObject } from '../ground/json.js';
import { calendarDate, coverageDate, instant, jsonObject } from '../ground/primitives.js';
import { term } from '../ground/term.js';
import { answerMap, answerText, questionId } from '../intake/answers.js';
import { languageTag } from '../languages/language-tag.js';
import { exactText } from '../money/amount-text.js';
import { mostMinorDigits } from '../money/currency.js';
import { onCancellation } from '../money/on-cancellation.js';
import type { Rows } from './rows.js';

/** The id of a record in the system that it comes from. */
const ownId = z.string().min(1).max(200);
const name = z.string().min(1).max(255);
const text = z.string().max(2_000);

/** An amount in the currency of the product: a number or decimal text. */
const amount = z
  .union([z.number(), z.string()], 'must be an amount such as 1250.00')
  .refine((value) => /^-?\d{1,15}(\.\d+)?$/.test(String(value)), {
    error: 'must be an amount such as 1250.00',
    abort: true,
  })
  .refine((value) => Decimal.of(value).decimalPlaces() <= mostMinorDigits, {
    error: 'must be an amount with at most three decimals',
    abort: true,
  })
  .transform((value) => exactText(Decimal.of(value)));

/** Answers as a map (spec 2.1), or as flat pairs such as `"vehicles[0].year": "2020"`. */
export const bookAnswers = z.union(
  [answerMap, z.record(questionId, answerText)],
  'must be an answer map, or pairs of a question and a text',
);
export type BookAnswers = z.output<typeof bookAnswers>;

/** A line of `clients.ndjson`. */
export const bookClient = z.strictObject({
  id: ownId,
  /** The name or id of the organization whose client it is; by default the insurer. */
  organization: name.optional(),
  name: z.string().max(clientLimits.nameLength).nullish(),
  type: clientType.default('COMMERCIAL'),
  status: clientStatus.default('CLIENT'),
  locationCode: z.string().max(clientLimits.locationCodeLength).nullish(),
  /** The tag of the language that it prefers, such as `es-MX`. */
  language: languageTag.nullish(),
  answers: bookAnswers.default({}),
  /** Since when they are known; by default since the client is. */
  answersValidFrom: instant.optional(),
  createdAt: instant.optional(),
  updatedAt: instant.optional(),
  /** Of an exported book: a client that was erased, whose policies are kept until a day. */
  erasedAt: instant.optional(),
  keptUntil: calendarDate.optional(),
  /** Earlier answers, in order. */
  history: z
    .array(z.strictObject({ validFrom: instant, validUntil: instant, answers: bookAnswers }))
    .max(10_000)
    .default([]),
});
export type BookClient = z.output<typeof bookClient>;

const coverage = z.strictObject({
  /** The code of the coverage. */
  coverage: name,
  title: name.optional(),
  /** What the change charges for it or, below zero, returns. */
  premium: amount,
  /** The price of a whole term, from the change on; by default `premium` of a change that begins a term. */
  termPremium: amount.optional(),
  /** The iteration (vehicle, location) that it is for, such as `vehicles[0]`, or its id. */
  unit: name.optional(),
});

const charge = z.strictObject({
  /** Such as `STATE_TAX`. */
  type: name,
  authority: name.optional(),
  amount,
  onCancellation: onCancellation.optional(),
});

export const bookChangeKinds = [
  'ISSUE',
  'RENEW',
  'ENDORSE',
  'TRUE_UP',
  'CANCEL',
  'REINSTATE',
  'NON_RENEW',
] as const;

/** A change of a policy, in the order in which they were recorded. */
export const bookChange = z.strictObject({
  kind: z.enum(bookChangeKinds),
  effectiveDate: coverageDate,
  /** When it was recorded; by default at the beginning of its effective date, or when the policy was if that is later. */
  recordedAt: instant.optional(),
  /** Of a change that begins a term: the first day that it does not cover; by default by `term`. */
  expirationDate: calendarDate.optional(),
  term: term.optional(),
  /** Of a change that begins a term: all answers. Of an endorsement: those that it changes. */
  answers: bookAnswers.optional(),
  /** What it charges or, below zero, returns; by default the sum of its coverages. */
  premium: amount.optional(),
  /** The price of a whole term from its day on; by default `premium` of a change that begins a term. */
  termPremium: amount.optional(),
  coverages: z.array(coverage).max(1_000).default([]),
  taxesAndFees: z.array(charge).max(200).default([]),
  reason: text.optional(),
  description: text.optional(),
  /** Who made it. */
  by: name.optional(),
});
export type BookChange = z.output<typeof bookChange>;

const bookStatement = z.strictObject({
  id: ownId.optional(),
  /** The number of the term. */
  term: z.number().int().min(1),
  kind: z
    .enum(['INSTALMENT', 'ENDORSEMENT', 'CANCELLATION', 'TRUE_UP', 'REINSTATEMENT'])
    .default('INSTALMENT'),
  dueDate: calendarDate,
  /** The day on which it is billed; by default the due date. */
  billedOn: calendarDate.optional(),
  amount,
  /** Of `amount`: a fee for paying by installments, which is no premium. */
  installmentFee: amount.optional(),
});
export type BookStatement = z.output<typeof bookStatement>;

const bookPayment = z.strictObject({
  id: ownId.optional(),
  /** Below zero: money paid back. */
  amount: amount.refine((value) => Number(value) !== 0, 'must not be 0'),
  receivedAt: instant.optional(),
  paidOn: calendarDate.optional(),
  /** Unique in the policy; by default its id. */
  reference: name.optional(),
  method: paymentMethod.optional(),
  payer: name.optional(),
  description: text.optional(),
});
export type BookPayment = z.output<typeof bookPayment>;

const bookNote = z.strictObject({ at: instant, text: text.min(1), by: name.optional() });

/** What the other system says that a policy comes to: compared with what it comes to here. */
const bookFigures = z.strictObject({
  premium: amount.optional(),
  written: amount.optional(),
  billed: amount.optional(),
  paid: amount.optional(),
  balance: amount.optional(),
});

/** A line of `policies.ndjson` of another system. */
export const bookPolicy = z.strictObject({
  id: ownId,
  policyNumber: z.string().min(1).max(100),
  /** The id of a client of `clients`. */
  client: ownId,
  /** The key or id of the product. */
  product: name,
  /** The name or id of the organization that sold it; by default the one whose client it is. */
  seller: name.optional(),
  paymentPlan: paymentPlan.optional(),
  /** Whether its account is closed for good. */
  closed: z.boolean().default(false),
  /** Its data for the outside system, kept as they are. */
  integrationData: jsonObject.default({}),
  changes: z.array(bookChange).min(1).max(1_000),
  /** By default one for each change, due on its day. */
  statements: z.array(bookStatement).max(10_000).optional(),
  payments: z.array(bookPayment).max(10_000).default([]),
  notes: z.array(bookNote).max(10_000).default([]),
  figures: bookFigures.default({}),
});
export type BookPolicy = z.output<typeof bookPolicy>;

/** They were read from JSON, so their values are JSON; a policy has thousands. */
function isRows(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((rows) => Array.isArray(rows) && rows.every(isObject));
}

/** The same as this service has exported it: with its rows. */
export const exportedPolicy = z.strictObject({
  id: z.guid(),
  policyNumber: z.string(),
  client: ownId,
  product: name,
  seller: name,
  rows: z.custom<Rows>(isRows, 'must be lists of rows by table'),
  /** Of the canonical JSON of the record without it. */
  sha256: z.string(),
});

/** A document of a policy: a file of the book. */
export const bookDocument = z.strictObject({
  policy: ownId,
  /** Below the folder of the book, such as `files/P-1/policy.pdf`. */
  file: z.string().min(1).max(1_000),
  name: name.optional(),
});

/** The same as this service has exported it. */
export const exportedDocument = z.strictObject({
  id: z.guid(),
  /** The id of its policy, if it has one. */
  policy: ownId.optional(),
  file: z.string().min(1).max(1_000),
  name: z.string(),
  /** As the database keeps it, without the place of the bytes. */
  row: jsonObject,
});
export type ExportedDocument = z.output<typeof exportedDocument>;

/** Something wrong with a record, and the field at fault. */
export interface Finding {
  message: string;
  field?: string;
}
