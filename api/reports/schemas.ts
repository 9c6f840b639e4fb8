import { z } from 'zod';
import {
  labelsOfAll,
  reportGroupingNames,
  reportLabels,
  whyNotGrouping,
} from '../../db/reports/report-groupings.js';
import { type FigureKind, kindOfFigure, type ReportName, reports } from '../../db/reports/reports.js';
import { reportFormatNames, reportFormats } from '../../documents/reports/write-report.js';
import { calendarDate, coverageDate } from '../../domain/ground/primitives.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { clockOfReport, noSuchClock } from './time-of-report.js';

const grouping = z
  .enum(reportGroupingNames, `must be one of ${reportGroupingNames.join(', ')}`)
  .meta({ id: 'ReportGrouping' });

const reportFormat = z
  .enum(reportFormatNames, `must be one of ${reportFormatNames.join(', ')}`)
  .meta({ id: 'ReportFormat' });

const schemaOfFigure: Readonly<Record<FigureKind, z.ZodType>> = {
  MONEY: z.number(),
  COUNT: z.number().int(),
  EXPOSURE: z.number().nullable(),
  TEXT: z.string().nullable(),
};

/** The names of the answers in the contract. */
const ids = { premium: 'PremiumReport', taxes: 'TaxesReport', receivables: 'ReceivablesReport' };

type By = z.ZodType<string>;

/** By what a report is grouped: one of its own, or dimensions with commas between them. */
function groupingsOf(name: 'premium' | 'taxes'): By {
  const { groupings, groupedBy } = reports[name];
  return z
    .string()
    .superRefine((by, context) => {
      const message = whyNotGrouping(groupings, by);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .default(groupedBy)
    .meta({ description: groupingDescriptions[name] });
}

const groupingDescriptions = {
  premium:
    'What a row is about. `term` (a row for each policy and term) or `policy`; or one or two of `coverage`, `unitClass`, ' +
    '`riskState`, `state`, `line`, `productVersion`, `seller` and `producer`, with a comma between them. `riskState` is ' +
    "the state that each amount was rated for; `state` is that of the insured's address, as the policy has it now. " +
    '`term`, `policy`, `line` and `state` alone have no premium in force.',
  taxes:
    'What a row is about: one to three of `type`, `authority`, `riskState`, `state`, `line`, `productVersion`, `seller` ' +
    'and `producer`, with commas between them. `riskState` is the state that each amount was rated for; `state` is that ' +
    "of the insured's address, as the policy has it now.",
};

const groupedBy = {
  premium: groupingsOf('premium'),
  taxes: groupingsOf('taxes'),
  receivables: grouping
    .default('term')
    .meta({ description: 'What a row is about; `term`: a row for each policy and term.' }),
} satisfies Record<ReportName, By>;

const queryOf = (by: By) =>
  z.object({
    asOf: coverageDate.optional().meta({
      description:
        "The date of the report, default today. It includes what was recorded by the end of this day in the organization's time zone.",
    }),
    by,
    clockId: clockOfReport,
    format: reportFormat.optional().meta({ description: 'Default: by `Accept`, else `json`.' }),
  });

export type ReportQuery = z.output<ReturnType<typeof queryOf>>;

const premium = endpoint({
  method: 'get',
  path: '/report/premium',
  operationId: 'getPremiumReport',
  ...contractOf('premium'),
});

const taxes = endpoint({
  method: 'get',
  path: '/report/taxes',
  operationId: 'getTaxesReport',
  ...contractOf('taxes'),
});

const receivables = endpoint({
  method: 'get',
  path: '/report/receivables',
  operationId: 'getReceivablesReport',
  ...contractOf('receivables'),
});

/** The endpoint of each report. */
export const reportEndpoints = { premium, taxes, receivables } satisfies Record<
  ReportName,
  Endpoint<Record<never, never>, ReportQuery, undefined>
>;

function contractOf(name: ReportName) {
  const { title, description, figures, figuresOfParts, groupings } = reports[name];
  const amounts = figuresIn(figures);
  const ofParts = figuresIn(figuresOfParts);
  const more = Object.fromEntries(Object.entries(ofParts).map(([figure, each]) => [figure, each.optional()]));
  const labels = Object.fromEntries(
    labelsOfAll(groupings).map((label) => [
      label,
      (label === 'termNumber' ? z.number().int() : z.string())
        .nullable()
        .optional()
        .meta({ description: reportLabels[label] }),
    ]),
  );
  const id = ids[name];
  const schema = z
    .object({
      report: z.literal(name),
      asOf: calendarDate,
      by: groupings.dimensions.length === 0 ? grouping : z.string(),
      rows: z.array(z.object({ ...labels, ...amounts, ...more }).meta({ id: `${id}Row` })),
      totals: z
        .array(z.object({ currency: z.string(), ...amounts, ...more }).meta({ id: `${id}Total` }))
        .meta({ description: 'One for each currency.' }),
    })
    .meta({ id });
  return {
    summary: `Report: ${title.toLowerCase()} as of a date`,
    description:
      `An extension of the interface, on the policies that the caller's organization issued. ${description} ` +
      `As JSON, CSV (\`${reportFormats.csv}\`) or an Excel workbook (\`${reportFormats.xlsx}\`), streamed.`,
    tags: ['Reports'] as const,
    query: queryOf(groupedBy[name]),
    responses: {
      200: {
        description: 'The rows and the totals.',
        schema,
        otherTypes: [reportFormats.csv, reportFormats.xlsx],
      },
      ...noSuchClock,
    },
    permission: 'policies:read' as const,
    audited: 'REPORT_READ' as const,
    share: 'reports' as const,
  };
}

function figuresIn(figures: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(figures).map(([figure, description]) => [
      figure,
      schemaOfFigure[kindOfFigure(figure)].meta({ description }),
    ]),
  );
}
