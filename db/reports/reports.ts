import { premiumRows } from './premium-rows.js';
import { receivableRows } from './receivable-rows.js';

/** The figures of a report, with their descriptions; all are amounts of money. */
type Figures = Readonly<Record<string, string>>;

interface ReportDeclaration {
  title: string;
  description: string;
  figures: Figures;
  /**
   * SQL with a row for each policy and term: its ids, `termEffectiveDate`, and the figures. Its bindings are
   * `organization`, `day` (the date of the report), `end` (the day after) and `endAt` (its first moment).
   * @param ofClock which policies `p`, by their test clock.
   */
  rows(ofClock: string): string;
}

/** The reports on the policies that an organization issued. */
export const reports = {
  premium: {
    title: 'Written, earned and unearned premium',
    description: 'By the lines of the ledger that were recorded by the end of the date.',
    figures: {
      written: 'The premium recorded in the ledger.',
      earned: 'Its part for the days up to and including the date.',
      unearned: 'The rest.',
    },
    rows: premiumRows,
  },
  receivables: {
    title: 'Billed, paid and due',
    description:
      'By the statements that were billed and the payments that were received by the end of the date.',
    figures: {
      billed: 'The statements billed, less credits.',
      paid: 'The payments received, less refunds.',
      due: 'The part of charges that neither payments nor credits cover, the oldest due date first.',
      pastDue: 'The part of `due` whose due date was before the date.',
      credit: 'The part of payments and credits that no charge used: owed to the policyholder.',
    },
    rows: receivableRows,
  },
} as const satisfies Record<string, ReportDeclaration>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as ReportName[];

/** The descriptions of the columns that say which policies a row is about. */
export const reportLabels = {
  policyNumber: 'The number of the policy, as it is now.',
  policyId: 'The id of the policy.',
  termNumber: 'From 1, increased by each renewal.',
  termEffectiveDate: 'The first day of the term.',
  line: 'The product of the policy.',
  state: "The state of the insured's address; empty if unknown.",
  currency: 'All amounts of a row are in one currency.',
} as const;

export type ReportLabel = keyof typeof reportLabels;

/** What a row of a report is about, with its columns. */
export const reportGroupings = {
  term: ['policyNumber', 'policyId', 'termNumber', 'termEffectiveDate', 'line', 'state', 'currency'],
  policy: ['policyNumber', 'policyId', 'line', 'state', 'currency'],
  line: ['line', 'currency'],
  state: ['state', 'currency'],
} as const satisfies Record<string, readonly ReportLabel[]>;

export type ReportGrouping = keyof typeof reportGroupings;
export const reportGroupingNames = Object.keys(reportGroupings) as ReportGrouping[];

/** Amounts are decimal text. A total has null for all labels but its currency. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

/** The columns of a report, in order. */
export function reportColumns({ name, by }: { name: ReportName; by: ReportGrouping }): {
  labels: readonly ReportLabel[];
  figures: readonly string[];
} {
  return { labels: reportGroupings[by], figures: Object.keys(reports[name].figures) };
}
