import { z } from 'zod';
import { amount } from '../../domain/events/fields/common.js';
import { calendarDate, calendarMonth, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';

const tags = ['Commissions'] as const;
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD');
const params = z.object({ commissionId: uuid });
const unknown = {
  description: 'There is no such statement, or it is neither of the caller nor of its sellers.',
};

const amounts = {
  currency,
  commission: z
    .number()
    .meta({ description: 'The sum of the lines; negative: returned premium took it back.' }),
  adjusted: z.number().meta({ description: 'The adjustments by hand.' }),
  collected: z.number().meta({
    description: 'What the seller collected and has to hand on, where its license says that it collects.',
  }),
  payable: z.number().meta({
    description: 'Commission and adjustments, less what was collected; negative: the seller owes it.',
  }),
};

const statement = z
  .object({
    id: uuid,
    month: calendarMonth,
    insurerId: uuid,
    insurerName: z.string(),
    sellerId: uuid,
    sellerName: z.string(),
    clockId: uuid.nullable(),
    ...amounts,
    closedTimestamp: instant,
  })
  .meta({ id: 'CommissionStatement' });
export type StatementView = z.output<typeof statement>;

const line = z
  .object({
    policyId: uuid,
    policyNumber: z.string(),
    termNumber: z.number().int(),
    entryId: uuid.nullable().meta({
      description:
        'The change that it is for, by its ledger entry; null: commission on earned or collected premium, which is for the term.',
    }),
    triggerRequestId: uuid.nullable().meta({ description: 'The event that recorded the change.' }),
    effectiveDate: calendarDate.nullable().meta({ description: 'Of the change.' }),
    premium: z
      .number()
      .meta({ description: 'Written, earned or collected in the month, as the license says.' }),
    commission: z.number(),
  })
  .meta({ id: 'CommissionLine' });
export type LineView = z.output<typeof line>;

const adjustment = z
  .object({
    id: uuid,
    sellerId: uuid,
    policyId: uuid.nullable(),
    clockId: uuid.nullable(),
    currency,
    amount: z.number(),
    reason: z.string(),
    statementId: uuid.nullable().meta({ description: 'The statement that has it; null: the next one.' }),
    createdTimestamp: instant,
    createdBy: jsonObject,
  })
  .meta({ id: 'CommissionAdjustment' });
export type AdjustmentView = z.output<typeof adjustment>;

export const listStatements = endpoint({
  method: 'get',
  path: '/commission',
  operationId: 'listCommissionStatements',
  summary: 'List commission statements',
  description:
    'An extension of the interface. A statement a seller, closed month and currency: an insurer sees those of its sellers, a ' +
    'seller its own. They are made when a month is closed (`POST /report/postings/close`).',
  tags,
  query: z.object({
    ...pageQuery,
    month: calendarMonth.optional(),
    sellerId: uuid.optional(),
    clockId: clockOfReport,
  }),
  responses: {
    200: {
      description: 'A page, the latest month first.',
      schema: z.object(pageFields(statement)).meta({ id: 'CommissionStatementPage' }),
    },
    ...noSuchClock,
  },
  permission: 'commissions:read',
});

export const getStatement = endpoint({
  method: 'get',
  path: '/commission/:commissionId',
  operationId: 'getCommissionStatement',
  summary: 'Read a commission statement',
  description: 'An extension of the interface.',
  tags,
  params,
  responses: {
    200: {
      description: 'With its adjustments.',
      schema: statement
        .extend({ adjustments: z.array(adjustment) })
        .meta({ id: 'CommissionStatementWithAdjustments' }),
    },
    404: unknown,
  },
  permission: 'commissions:read',
});

export const getStatementLines = endpoint({
  method: 'get',
  path: '/commission/:commissionId/lines',
  operationId: 'getCommissionStatementLines',
  summary: 'Read the lines of a commission statement',
  description:
    'An extension of the interface. A line for each change of a policy, or for each term where commission is on earned or collected ' +
    'premium.',
  tags,
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page, in the order of policies.',
      schema: z.object(pageFields(line)).meta({ id: 'CommissionLinePage' }),
    },
    404: unknown,
  },
  permission: 'commissions:read',
});

export const getOpenMonth = endpoint({
  method: 'get',
  path: '/report/commissions',
  operationId: 'getOpenCommissions',
  summary: 'Report: commissions of a month that is not closed',
  description:
    'An extension of the interface. What the statements would have if the month were closed, with everything before it that ' +
    'is in no closed month.',
  tags,
  query: z.object({
    month: calendarMonth.meta({ description: 'Not closed.' }),
    clockId: clockOfReport,
  }),
  responses: {
    200: {
      description: 'A row a seller and currency.',
      schema: z
        .object({
          month: calendarMonth,
          rows: z.array(z.object({ sellerId: uuid, ...amounts }).meta({ id: 'OpenCommission' })),
        })
        .meta({ id: 'OpenCommissions' }),
    },
    ...noSuchClock,
    409: { description: 'The month is closed: read its statements.' },
  },
  permission: 'commissions:read',
  share: 'reports',
});

const commissionToAdjust = z
  .object({
    sellerId: uuid,
    policyId: uuid.optional().meta({ description: 'A policy that the seller sold.' }),
    clockId: uuid.optional(),
    currency,
    amount: amount
      .refine((value) => value !== 0, 'must not be 0')
      .meta({ description: 'Negative: taken back. Not zero.' }),
    reason: z.string().trim().min(1).max(500),
  })
  .meta({ id: 'CommissionToAdjust' });
export type CommissionToAdjust = z.output<typeof commissionToAdjust>;

export const adjustCommission = endpoint({
  method: 'post',
  path: '/commission/adjustment',
  operationId: 'adjustCommission',
  summary: 'Adjust the commission of a seller by hand',
  description:
    'An extension of the interface. The insurer adds to the next statement of a seller, or takes from it.',
  tags,
  body: commissionToAdjust,
  bodyExample: {
    sellerId: '00000000-0000-4000-8000-000000000002',
    currency: 'USD',
    amount: 120.5,
    reason: 'Bonus of the third quarter',
  },
  responses: {
    201: { description: 'It is in the next statement.', schema: adjustment },
    ...noSuchClock,
    404: {
      description: 'The organization has licensed no product to the seller, or has no such policy or clock.',
    },
    409: { description: 'The next statement of the seller has too many adjustments.' },
  },
  permission: 'commissions:write',
});
