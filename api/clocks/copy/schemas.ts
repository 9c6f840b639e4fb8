import { z } from 'zod';
import { filterFields } from '../../../db/filters.js';
import { policyFilters } from '../../../db/policies/policy-filters.js';
import { paymentPlan } from '../../../domain/billing/payment-plan.js';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { policyState } from '../../../domain/policy/policy-state.js';
import { endpoint } from '../../http/endpoint.js';
import { pageFields, pageQuery } from '../../http/page.js';

/** Policies in one copy: they are written in one transaction, while the caller waits. */
export const mostCopied = 1_000;

const tags = ['Clocks'] as const;
const params = z.object({ clockId: uuid });
const unknown = { description: 'The organization has no such clock, or the installation is `PROD`.' };

const clockCopyRequest = z
  .strictObject({
    policyIds: z
      .array(uuid)
      .min(1)
      .max(mostCopied)
      .optional()
      .meta({ description: 'Policies that the organization sold or issued, with or without a clock.' }),
    filter: z
      .strictObject(filterFields(policyFilters))
      .optional()
      .meta({
        id: 'ClockCopyFilter',
        description: `Instead of ids: the filters of the policy search. They find policies without a clock, or those of one; at most ${mostCopied}.`,
      }),
    productVersionId: uuid.optional().meta({
      description:
        'The copies live on this version of their product, and renew with it: one that was deployed, or any version of a product of the organization.',
    }),
    paymentPlan: paymentPlan.optional().meta({
      description: "Of the copies' next terms. The bills of the running term stay as they are.",
    }),
  })
  .refine(({ policyIds, filter }) => (policyIds === undefined) !== (filter === undefined), {
    path: ['policyIds'],
    message: 'or filter is required, and not both',
  })
  .meta({ id: 'ClockCopyRequest' });
export type ClockCopyRequest = z.output<typeof clockCopyRequest>;

const clockCopy = z
  .object({
    clockId: uuid,
    copyId: uuid.meta({ description: 'Of this request.' }),
    policies: z.number().int().meta({ description: 'How many policies were copied.' }),
    copies: z.array(
      z
        .object({
          policyId: uuid.meta({ description: 'The copy.' }),
          policyNumber: z.string(),
          originalPolicyId: uuid,
          originalPolicyNumber: z.string(),
        })
        .meta({ id: 'CopiedPolicy' }),
    ),
  })
  .meta({ id: 'ClockCopy' });
export type ClockCopyView = z.output<typeof clockCopy>;

export const copyUnderClock = endpoint({
  method: 'post',
  path: '/clock/:clockId/copy',
  operationId: 'copyUnderClock',
  summary: 'Copy policies under a test clock',
  description:
    'Copies policies with their history, so that what would become of them can be seen without touching them: their clients, ' +
    'quotes, bills, payments and ledgers. All or none are copied. The copies are due with the next advance of the clock. ' +
    'Nothing is fired, no document is made, and no number of a product is spent. An extension.',
  tags,
  params,
  body: clockCopyRequest,
  bodyExample: { filter: { effectiveDateFrom: '2027-01-01' }, paymentPlan: 'MONTHLY' },
  responses: {
    201: { description: 'The copies.', schema: clockCopy },
    404: { description: 'No such clock, or no such policy; or the installation is `PROD`.' },
    409: { description: 'The clock advances, or something of a policy is later than its time.' },
  },
  permission: 'clocks:write',
  share: 'reports',
});

const money = z.number();
const count = z.number().int();
const amounts = {
  premium: money.meta({ description: 'Written, by the ledger.' }),
  billed: money,
  paid: money.meta({ description: 'Received, less what was returned and refunded.' }),
  balance: money.meta({
    description: 'Of all bills, those to come included. Negative: owed to the policyholder.',
  }),
  pastDue: money,
};

const figures = z
  .object({
    policyId: uuid,
    policyNumber: z.string(),
    productVersionId: uuid.meta({ description: 'Of the current term.' }),
    policyState,
    termNumber: count,
    effectiveDate: calendarDate,
    expirationDate: calendarDate,
    canceledOn: calendarDate.optional().meta({ description: 'The first day without coverage.' }),
    isLapsed: z.boolean().meta({ description: 'Canceled for non-payment.' }),
    ...amounts,
  })
  .meta({ id: 'ComparedFigures', description: 'Amounts are of all terms of the policy.' });
export type ComparedFigures = z.output<typeof figures>;

const totals = z
  .object({
    active: count.meta({ description: 'In force, or about to begin.' }),
    canceled: count,
    lapsed: count.meta({ description: 'Of the canceled ones: for non-payment.' }),
    expired: count.meta({ description: 'Over without a cancellation.' }),
    renewals: count.meta({ description: 'Terms after the first of each policy.' }),
    late: count.meta({ description: 'Policies with a bill that is past due.' }),
    ...amounts,
  })
  .meta({ id: 'ComparedTotals' });
export type ComparedTotals = z.output<typeof totals>;

const clockComparison = z
  .object({
    ...pageFields(
      z
        .object({ originalPolicyId: uuid, originalPolicyNumber: z.string(), base: figures, copy: figures })
        .meta({ id: 'ComparedPolicy' }),
    ),
    totals: z
      .array(
        z
          .object({ currency: z.string(), policies: count, base: totals, copy: totals })
          .meta({ id: 'ComparedCurrency' }),
      )
      .meta({ description: 'Of all pages, by currency.' }),
    unpaired: count.meta({ description: 'Copies that are left out: there is nothing to compare them with.' }),
  })
  .meta({ id: 'ClockComparison' });
export type ClockComparison = z.output<typeof clockComparison>;

export const getClockComparison = endpoint({
  method: 'get',
  path: '/clock/:clockId/comparison',
  operationId: 'getClockComparison',
  summary: 'Compare copies with their originals',
  description:
    'What became of the policies that were copied under the clock, beside their originals as they are now; or beside their ' +
    'copies under another clock. In the order of policy numbers. An extension.',
  tags,
  params,
  query: z.object({
    ...pageQuery,
    with: uuid.optional().meta({
      description: 'Another clock: compares with the latest copy of the same original under it.',
    }),
  }),
  responses: {
    200: { description: 'A page of policies, and the totals of all.', schema: clockComparison },
    404: unknown,
  },
  permission: 'clocks:read',
  share: 'reports',
});
export type ComparisonQuery = z.output<NonNullable<typeof getClockComparison.query>>;
