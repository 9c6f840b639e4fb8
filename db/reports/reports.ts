import {
  dimensionsOf,
  type Groupings,
  labelsOf,
  type ReportLabel,
  reportGroupingNames,
} from './report-groupings.js';

/** The figures of a report, with their descriptions. */
type Figures = Readonly<Record<string, string>>;

interface ReportDeclaration {
  title: string;
  description: string;
  figures: Figures;
  /** More figures, of reports that are grouped by dimensions. */
  figuresOfParts: Figures;
  groupings: Groupings;
  groupedBy: string;
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
    figuresOfParts: {
      inForcePremium:
        'The price of the whole term, as the policies in force are on the date; without penalties and entries by hand.',
      inForceCount:
        'The policies in force on the date. A policy counts in each row in which it has premium in force, and once in the total.',
      exposureName:
        'What the products of the row count as exposure, by the name that they give it; empty if none does, or if they count differently.',
      writtenExposure:
        'The exposure of the periods that were written, such as car-years; empty without an `exposureName`.',
      earnedExposure: 'Its part for the days up to and including the date.',
    },
    groupings: {
      alone: reportGroupingNames,
      dimensions: [
        ...(['coverage', 'unitClass', 'riskState', 'state'] as const),
        ...(['line', 'productVersion', 'seller', 'producer'] as const),
      ],
      most: 2,
    },
    groupedBy: 'term',
  },
  taxes: {
    title: 'Taxes and fees charged, earned and returned',
    description:
      'By the lines of the ledger that were recorded by the end of the date. Fees for installments are billed with ' +
      'statements and are no lines.',
    figures: {
      written: '`charged` less `returned`.',
      charged: 'What changes of policies charged, and late and returned-payment fees.',
      returned: 'What changes returned, and fees taken back.',
      earned:
        'The part of `written` for the days up to and including the date; what is kept on cancellation is earned at ' +
        'once, what is returned in full at the end of coverage.',
      unearned: 'The rest of `written`.',
    },
    figuresOfParts: {},
    groupings: {
      alone: [],
      dimensions: ['type', 'authority', 'riskState', 'state', 'line', 'productVersion', 'seller', 'producer'],
      most: 3,
    },
    groupedBy: 'type,authority',
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
    figuresOfParts: {},
    groupings: { alone: reportGroupingNames, dimensions: [], most: 1 },
    groupedBy: 'term',
  },
} as const satisfies Record<string, ReportDeclaration>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as ReportName[];

/** `MONEY` unless its name says otherwise; `EXPOSURE` has an exact sum, and `TEXT` says of what. */
export type FigureKind = 'MONEY' | 'COUNT' | 'EXPOSURE' | 'TEXT';

export function kindOfFigure(figure: string): FigureKind {
  if (figure.endsWith('Count')) return 'COUNT';
  if (figure.endsWith('Exposure')) return 'EXPOSURE';
  return figure.endsWith('Name') ? 'TEXT' : 'MONEY';
}

/** A figure that counts policies. */
export const isCount = (figure: string): boolean => kindOfFigure(figure) === 'COUNT';

/** The name of the column that has a row's share in the total: a policy counts once there, and exposure is not rounded. */
export const shareInTotal = (figure: string): string => `${figure}InTotal`;

/** So many decimals has the exposure that totals are summed from. */
export const placesInTotal = 30;

/** Amounts are decimal text. A total has null for all labels but its currency. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

/** Which report, and by what it is grouped: a name of its groupings, or dimensions with commas between them. */
export interface GroupedReport {
  name: ReportName;
  by: string;
}

export interface ReportToState extends GroupedReport {
  clockId?: string | undefined;
}

/** The columns of a report, in order. */
export function reportColumns({ name, by }: GroupedReport): {
  labels: readonly ReportLabel[];
  figures: readonly string[];
} {
  const { groupings, figures, figuresOfParts }: ReportDeclaration = reports[name];
  const isOfParts = dimensionsOf(groupings, by) !== undefined;
  return {
    labels: labelsOf(groupings, by),
    figures: Object.keys(isOfParts ? { ...figures, ...figuresOfParts } : figures),
  };
}
