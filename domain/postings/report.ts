import { z } from 'zod';
import { calendarDate } from '../ground/primitives.js';
import { lastOfMonth } from './months.js';
import { type SumToPost, sumKinds, transactionsOf } from './transactions.js';

export const postingPeriods = ['day', 'month'] as const;
export type PostingPeriod = (typeof postingPeriods)[number];

const posting = z
  .object({
    account: z.string().meta({ description: 'As the chart of accounts names it.' }),
    number: z.string().nullable().meta({ description: 'Of the chart of accounts.' }),
    amount: z.number().meta({ description: 'A debit above zero, a credit below.' }),
  })
  .meta({ id: 'Posting' });

const transaction = z
  .object({
    date: calendarDate.meta({ description: 'The day, or the last day of the month.' }),
    kind: z.enum(sumKinds).meta({ id: 'PostingKind' }),
    description: z.string(),
    currency: z.string(),
    postings: z.array(posting).meta({ description: 'They sum to zero.' }),
  })
  .meta({ id: 'PostingTransaction' });

/** The postings of some days, as the interface answers them. */
export const postingReport = z
  .object({
    from: calendarDate,
    to: calendarDate,
    by: z.enum(postingPeriods).meta({ id: 'PostingPeriod' }),
    closedThrough: calendarDate
      .nullable()
      .meta({ description: 'The last day of the last closed month: up to it nothing changes any more.' }),
    transactions: z.array(transaction),
  })
  .meta({ id: 'PostingReport' });
export type PostingsInWords = z.output<typeof postingReport>;

/** The postings of sums. */
export function postingsOf(
  asked: { from: string; to: string; by: PostingPeriod },
  { closedThrough, sums }: { closedThrough: string | null; sums: readonly SumToPost[] },
): PostingsInWords {
  const { from, to, by } = asked;
  const dated = transactionsOf(sums, by === 'month' ? lastOfMonth : (day) => day);
  const transactions = dated.map(({ postings, ...of }) => ({
    ...of,
    postings: postings.map(({ account: { name, number }, amount }) => ({
      account: name,
      number: number ?? null,
      amount: Number(amount),
    })),
  }));
  return { from, to, by, closedThrough, transactions };
}
