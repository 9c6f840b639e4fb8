import { z } from 'zod';
import { keyOf } from '../../db/bordereau/decide-rows.js';
import { rowStates } from '../../db/bordereau/read-bordereau.js';
import { reportFormatNames, reportFormats } from '../../documents/reports/write-report.js';
import { calendarMonth, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';

const tags = ['Commissions'] as const;
const rowState = z
  .enum(rowStates, `must be one of ${rowStates.join(', ')}`)
  .meta({ id: 'BordereauRowState' });
const decision = z
  .enum(['ACCEPTED', 'DISPUTED'], 'must be one of ACCEPTED, DISPUTED')
  .meta({ id: 'BordereauDecision' });
const reason = z.string().trim().min(1).max(500);

const rowKey = {
  policyId: uuid,
  termNumber: z.number().int().min(1),
  entryId: uuid
    .nullable()
    .meta({ description: 'The ledger entry; null: commission of the term, which is for no single change.' }),
};

const row = z
  .object({
    ...rowKey,
    policyNumber: z.string(),
    triggerRequestId: uuid.nullable().meta({ description: 'The event that recorded the change.' }),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]).meta({ id: 'BordereauValue' }))
      .meta({ description: 'By the names of the columns.' }),
    state: rowState,
    decisions: z
      .array(
        z
          .object({
            decision,
            reason: z.string().nullable(),
            decidedTimestamp: instant,
            decidedBy: jsonObject,
          })
          .meta({ id: 'DecisionOnBordereauRow' }),
      )
      .meta({ description: 'What the insurer said of it, the last one first; at most 20.' }),
  })
  .meta({ id: 'BordereauRow' });
export type RowView = z.output<typeof row>;

const total = z
  .object({
    currency: z.string(),
    rows: z.number().int(),
    accepted: z.number().int(),
    disputed: z.number().int(),
    premium: z.number().meta({ description: 'Written premium, as the ledger has it.' }),
    taxesAndFees: z.number(),
    commission: z.number().meta({ description: 'As the commission statement has it for the product.' }),
  })
  .meta({ id: 'BordereauTotal' });
export type TotalView = z.output<typeof total>;

const bordereau = z
  .object({
    productId: uuid,
    insurerId: uuid,
    sellerId: uuid,
    month: calendarMonth,
    closed: z.boolean().meta({ description: 'False: rows can still come and change.' }),
    columns: z.array(z.string()).meta({ description: 'Their names, in order.' }),
    totals: z.array(total).meta({ description: 'Of all rows, whatever their state, by currency.' }),
    ...pageFields(row),
  })
  .meta({ id: 'Bordereau' });
export type BordereauView = z.output<typeof bordereau>;

export const getBordereau = endpoint({
  method: 'get',
  path: '/report/bordereau',
  operationId: 'getBordereau',
  summary: 'Report: the premium bordereau of a license and month',
  description:
    'An extension of the interface. A row for each change that a seller wrote on a product in a month, in the columns that the product ' +
    `declares. JSON by pages; CSV (\`${reportFormats.csv}\`) and Excel have all rows, at most 50,000. The insurer reads those of its ` +
    'sellers, a seller its own.',
  tags,
  query: z.object({
    productId: uuid,
    sellerId: uuid.optional().meta({ description: 'A seller leaves it out.' }),
    month: calendarMonth,
    clockId: clockOfReport,
    state: rowState.optional().meta({ description: 'Only rows that are so.' }),
    format: z
      .enum(reportFormatNames, `must be one of ${reportFormatNames.join(', ')}`)
      .optional()
      .meta({ id: 'BordereauFormat', description: 'Default: by `Accept`, else `json`.' }),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'The rows in the order of policies.',
      schema: bordereau,
      otherTypes: [reportFormats.csv, reportFormats.xlsx],
    },
    404: { description: 'The caller has no such license or test clock.' },
    409: { description: 'The month is part of the first closed one, or has too many rows for a file.' },
  },
  permission: 'commissions:read',
  audited: 'REPORT_READ',
  share: 'reports',
});

const toDecide = z
  .object({
    productId: uuid,
    sellerId: uuid,
    month: calendarMonth,
    clockId: uuid.optional(),
    decision,
    reason: reason
      .optional()
      .meta({ description: 'Required for a dispute. It is kept when the insured is erased.' }),
    rows: z
      .array(z.object(rowKey).meta({ id: 'BordereauRowKey' }))
      .min(1)
      .max(1000)
      .refine((rows) => new Set(rows.map(keyOf)).size === rows.length, 'must have each row only once'),
  })
  .refine((asked) => asked.decision === 'ACCEPTED' || asked.reason !== undefined, {
    path: ['reason'],
    message: 'is required for a dispute',
  })
  .meta({ id: 'BordereauRowsToDecide' });
export type RowsToDecide = z.output<typeof toDecide>;

export const decideBordereau = endpoint({
  method: 'post',
  path: '/report/bordereau/decision',
  operationId: 'decideBordereauRows',
  summary: 'Accept or dispute rows of a bordereau',
  description:
    'An extension of the interface. The insurer accepts or disputes rows of a closed month. Each decision is kept, and the last ' +
    'one of a row counts.',
  tags,
  body: toDecide,
  bodyExample: {
    productId: '00000000-0000-4000-8000-000000000001',
    sellerId: '00000000-0000-4000-8000-000000000002',
    month: '2026-06',
    decision: 'DISPUTED',
    reason: 'The inception date is before the contract began',
    rows: [{ policyId: '00000000-0000-4000-8000-000000000003', termNumber: 1, entryId: null }],
  },
  responses: {
    200: {
      description: 'All rows have it.',
      schema: z.object({ decided: z.number().int() }).meta({ id: 'DecidedBordereauRows' }),
    },
    ...noSuchClock,
    404: {
      description:
        'The organization has not licensed the product to the seller, or has no such row or clock.',
    },
    409: { description: 'The month is not closed.' },
  },
  permission: 'commissions:write',
});
