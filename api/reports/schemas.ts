import { z } from 'zod';
import { type ReportName, reportGroupingNames, reportLabels, reports } from '../../db/reports/reports.js';
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

const query = z.object({
  asOf: coverageDate.optional().meta({
    description:
      "The date of the report, default today. It includes what was recorded by the end of this day in the organization's time zone.",
  }),
  by: grouping
    .default('term')
    .meta({ description: 'What a row is about; `term`: a row for each policy and term.' }),
  clockId: clockOfReport,
  format: reportFormat.optional().meta({ description: 'Default: by `Accept`, else `json`.' }),
});

export type ReportQuery = z.output<typeof query>;

const premium = endpoint({
  method: 'get',
  path: '/report/premium',
  operationId: 'getPremiumReport',
  ...contractOf('premium'),
});

const receivables = endpoint({
  method: 'get',
  path: '/report/receivables',
  operationId: 'getReceivablesReport',
  ...contractOf('receivables'),
});

/** The endpoint of each report. */
export const reportEndpoints = { premium, receivables } satisfies Record<
  ReportName,
  Endpoint<Record<never, never>, ReportQuery, undefined>
>;

function contractOf(name: ReportName) {
  const { title, description, figures } = reports[name];
  const amounts = Object.fromEntries(
    Object.entries(figures).map(([figure, description]) => [figure, z.number().meta({ description })]),
  );
  const labels = Object.fromEntries(
    Object.entries(reportLabels).map(([label, description]) => [
      label,
      (label === 'termNumber' ? z.number().int() : z.string()).nullable().optional().meta({ description }),
    ]),
  );
  const id = name === 'premium' ? 'PremiumReport' : 'ReceivablesReport';
  const schema = z
    .object({
      report: z.literal(name),
      asOf: calendarDate,
      by: grouping,
      rows: z.array(z.object({ ...labels, ...amounts }).meta({ id: `${id}Row` })),
      totals: z
        .array(z.object({ currency: z.string(), ...amounts }).meta({ id: `${id}Total` }))
        .meta({ description: 'One for each currency.' }),
    })
    .meta({ id });
  return {
    summary: `Report: ${title.toLowerCase()} as of a date`,
    description:
      `An extension of the interface, on the policies that the caller's organization issued. ${description} ` +
      `As JSON, CSV (\`${reportFormats.csv}\`) or an Excel workbook (\`${reportFormats.xlsx}\`), streamed.`,
    tags: ['Reports'] as const,
    query,
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
