import { Cents, sumOf } from '../money/cents.js';
import type { AccountChange } from './account-changes.js';

/** By how many days what is due is past its due date, at most; the last one has no end. */
const mostDaysPast = { notYetDue: 0, pastDueTo30: 30, pastDueTo60: 60, pastDueTo90: 90 } as const;
export const dueAges = ['notYetDue', 'pastDueTo30', 'pastDueTo60', 'pastDueTo90', 'pastDueOver90'] as const;
export type DueAge = (typeof dueAges)[number];

/** What is summed. */
export type SummedFigure = 'written' | 'earned' | 'billed' | 'paid' | 'credit' | DueAge;

/** The figures of a book, in their order, with what they are. */
export const figureDescriptions = {
  written: 'The premium recorded in the ledger.',
  earned: 'Its part for the days up to and including the date.',
  unearned: 'The rest.',
  billed: 'The statements billed, less credits.',
  paid: 'The payments received, less refunds.',
  due: 'The part of charges that neither payments nor credits cover, the oldest due date first.',
  notYetDue: 'The part of `due` whose due date is the date or later.',
  pastDue: 'The part of `due` whose due date was before the date.',
  pastDueTo30: 'The part of `pastDue` that has been due for up to 30 days.',
  pastDueTo60: 'For 31 to 60 days.',
  pastDueTo90: 'For 61 to 90 days.',
  pastDueOver90: 'For more than 90 days.',
  credit: 'The part of payments and credits that no charge used: owed to the policyholder.',
} as const satisfies Record<string, string>;

export type FigureName = keyof typeof figureDescriptions;
export const figureNames = Object.keys(figureDescriptions) as FigureName[];

/** The age of what is due, by the days since its due date. */
export function dueAgeOf(daysPast: number): DueAge {
  const ages = Object.entries(mostDaysPast) as [keyof typeof mostDaysPast, number][];
  return ages.find(([, most]) => daysPast <= most)?.[0] ?? 'pastDueOver90';
}

const ofAccounts = { BILLED: 'billed', PAID: 'paid', CREDIT: 'credit' } as const;

/** The figure that a change of an account is about, on a day. Days are numbers. */
export function figureOf(
  { figure, dueOn }: Pick<AccountChange, 'figure' | 'dueOn'>,
  day: number,
): SummedFigure {
  return figure === 'DUE' ? dueAgeOf(day - (dueOn ?? day)) : ofAccounts[figure];
}

/** All figures from those that are summed. */
export function figuresFrom(summed: ReadonlyMap<SummedFigure, Cents>): Record<FigureName, Cents> {
  const of = (name: SummedFigure) => summed.get(name) ?? Cents.zero;
  const [notYetDue, ...past] = dueAges.map(of);
  const pastDue = sumOf(past);
  return {
    written: of('written'),
    earned: of('earned'),
    unearned: of('written').minus(of('earned')),
    billed: of('billed'),
    paid: of('paid'),
    due: pastDue.plus(notYetDue ?? Cents.zero),
    notYetDue: of('notYetDue'),
    pastDue,
    pastDueTo30: of('pastDueTo30'),
    pastDueTo60: of('pastDueTo60'),
    pastDueTo90: of('pastDueTo90'),
    pastDueOver90: of('pastDueOver90'),
    credit: of('credit'),
  };
}
