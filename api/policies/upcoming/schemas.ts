import { z } from 'zod';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { conditions } from '../../../domain/policy/foresee.js';
import { holdEffect } from '../../holds/hold-effect.js';
import { endpoint } from '../../http/endpoint.js';

/** What the service will do, by the event that it records or fires, and the days on which something ends. */
export const upcomingTypes = [
  'STATEMENT_CREATED',
  'SHORTFALL_WRITTEN_OFF',
  'CHARGE_ANNOUNCED',
  'PAYMENT_COLLECT',
  'STATEMENT_PAST_DUE',
  'PRE_POLICY_CANCELLATION',
  'CANCELLATION_NOTICE_WITHDRAWN',
  'POLICY_CANCEL',
  'POLICY_ACTIVATED',
  'CHANGE_IN_FORCE',
  'COVERAGE_ENDS',
  'COVERAGE_RESUMES',
  'CUSTOMER_RENEWAL_90_DAYS_OUT',
  'PAYMENT_REMINDER',
  'POLICY_RENEWAL_QUOTING',
  'QUOTE_EXPIRES',
  'POLICY_RENEWED',
  'POLICY_EXPIRED',
  'AUDIT_WINDOW_ENDS',
  'REINSTATEMENT_ENDS',
  'POLICY_SETTLED',
  'POLICY_CLOSED',
] as const;
export type UpcomingType = (typeof upcomingTypes)[number];

const upcomingEntry = z
  .object({
    on: calendarDate.meta({ description: 'The day; today for what is overdue.' }),
    type: z.enum(upcomingTypes).meta({
      id: 'UpcomingType',
      description:
        'The event that is fired or recorded then. What ends (`AUDIT_WINDOW_ENDS`, `REINSTATEMENT_ENDS`, ' +
        '`QUOTE_EXPIRES`) ends after the day.',
    }),
    description: z.string().meta({ description: 'The same in words.' }),
    unless: z.array(z.enum(conditions).meta({ id: 'UpcomingCondition' })).meta({
      description:
        'It does not happen if one of these comes true before: `PAID`, what is owed is paid in time; `UNPAID`, it is ' +
        'not; `ACCEPTED`, a renewal quote is selected; `DECIDED`, somebody decides otherwise about the renewal, or it ' +
        'cannot be renewed as it is. Empty if it depends on nothing.',
    }),
    amount: z.number().nullable().meta({
      description: 'Of a statement: what is billed, open or written off; else null.',
    }),
    dueDate: calendarDate
      .nullable()
      .meta({ description: 'Of a statement that is billed: the last day to pay.' }),
    cancellationDate: calendarDate
      .nullable()
      .meta({ description: 'Of a notice: the first day without coverage.' }),
    statementId: uuid.nullable().meta({
      description: 'Null also for the late fee of a statement that is not past due yet.',
    }),
    quoteId: uuid.nullable().meta({ description: 'The renewal quote that is held, or that expires.' }),
    holds: z.array(holdEffect).meta({
      description:
        'Of `POLICY_RENEWED` with a held quote: what would stop the next term from beginning on that day, as far as is ' +
        'known; else empty.',
    }),
    noticeId: uuid
      .nullable()
      .meta({ description: 'The event of the notice by which the policy is canceled.' }),
    termNumber: z.number().int(),
  })
  .meta({ id: 'UpcomingEntry' });

const upcoming = z
  .object({
    policyId: uuid,
    today: calendarDate.meta({ description: 'The day as of which the list is made.' }),
    until: calendarDate.meta({
      description:
        'The last day that the list covers: the end of the next term; of a policy that has ended, 366 days from today.',
    }),
    isComplete: z.boolean().meta({
      description:
        'Whether the service does nothing with the policy after `until`, as far as is known today.',
    }),
    content: z.array(upcomingEntry),
  })
  .meta({ id: 'Upcoming' });

export type Upcoming = z.infer<typeof upcoming>;
export type UpcomingEntry = z.infer<typeof upcomingEntry>;

export const getUpcoming = endpoint({
  method: 'get',
  path: '/policy/:policyId/upcoming',
  operationId: 'getPolicyUpcoming',
  summary: 'List what will happen to a policy next',
  description:
    'An extension of the interface. What the service will do with the policy by itself, in chronological order and, on ' +
    'one day, in the order in which it is done: statements, what becomes past due, notices, cancellation, renewal, the ' +
    'end of the term. The list covers the time until the end of the next term, or a year once the policy has ended, with 200 entries at most. It is as ' +
    'known today: any change of the policy can change it. A closed policy has none.',
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  responses: {
    200: { description: 'What comes next.', schema: upcoming },
    404: { description: "No such policy, or neither sold nor issued by the caller's organization." },
  },
  permission: 'policies:read',
});
