import type { Knex } from 'knex';
import { addDays, startOf } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
import {
  type ReportGrouping,
  type ReportLabel,
  type ReportName,
  reportGroupings,
  reports,
} from './reports.js';

export interface ReportToRead {
  name: ReportName;
  organizationId: string;
  /** `YYYY-MM-DD`; the report includes what was recorded by the end of this day in UTC. */
  asOf: string;
  by: ReportGrouping;
}

/** Amounts are decimal text. A total has null for all labels but its currency. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

export interface ReportBatch {
  rows: ReportRow[];
  /** One for each currency; only in the last batch. */
  totals: ReportRow[];
}

/** The columns of a report, in order. */
export function reportColumns({ name, by }: Pick<ReportToRead, 'name' | 'by'>): {
  labels: readonly ReportLabel[];
  figures: readonly string[];
} {
  return { labels: reportGroupings[by], figures: Object.keys(reports[name].figures) };
}

/** A report takes longer than other statements. */
const patienceMs = 600_000;
const rowsAtATime = 2_000;

/**
 * Reads a report in one snapshot of the database, and passes its rows to `write`, batch by batch. A cursor keeps
 * memory flat. The connection is held until `write` has ended.
 */
export async function readReport(
  db: Database,
  report: ReportToRead,
  write: (batches: AsyncIterable<ReportBatch>) => Promise<void>,
): Promise<void> {
  await db.transaction(
    async (trx) => {
      await trx.raw(`set local statement_timeout = ${patienceMs}`);
      await trx.raw("set local work_mem = '64MB'");
      await trx.raw('set local cursor_tuple_fraction = 1');
      await trx.raw('set local jit = off');
      await trx.raw(`declare report no scroll cursor for ${statementOf(report)}`, bindingsOf(report));
      await write(batchesOf(trx));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

async function* batchesOf(trx: Knex): AsyncGenerator<ReportBatch, void> {
  for (;;) {
    const { rows: read } = await trx
      .raw<{ rows: (ReportRow & { isTotal: number })[] }>(`fetch ${rowsAtATime} from report`)
      // The limit of the connection would end the wait for the first rows of a large book.
      .options({ query_timeout: patienceMs });
    if (read.length === 0) return;
    const totals = read.filter(({ isTotal }) => isTotal === 1);
    yield { rows: totals.length === 0 ? read : read.filter(({ isTotal }) => isTotal === 0), totals };
  }
}

function bindingsOf({ organizationId, asOf }: ReportToRead) {
  const end = addDays(asOf, 1);
  return {
    organization: organizationId,
    ...{ day: asOf, end, endAt: startOf(end) },
    defaultCurrency: policySettingsOf({}).currency,
  };
}

/** The columns of a label in the statement. */
const labelColumns: Record<ReportLabel, string> = {
  policyNumber: 'p.policy_number',
  policyId: 'p.id',
  termNumber: 'r.term_number',
  termEffectiveDate: 'terms.effective_date',
  line: 'p.product_name',
  state: "p.policy_meta #>> '{insured,state}'",
  currency: 'versions.currency',
};

/** Definitions are large, so the currency of each version is read once. */
const versions = `versions as materialized (
    select id, coalesce(definition #>> '{policy,currency}', :defaultCurrency) as currency from product_versions
  )`;

/** The first day of each term, as corrected by the end of the day. */
const terms = `left join (
    select distinct on (policy_id, term_number) policy_id, term_number, effective_date
    from policy_changes
    where kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE') and recorded_at < :endAt
    order by policy_id, term_number, seq desc
  ) terms on terms.policy_id = r.policy_id and terms.term_number = r.term_number`;

function statementOf(report: ReportToRead): string {
  const { labels, figures } = reportColumns(report);
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  return `
    with ${versions}
    select ${quoted(labels)}, ${figures.map((figure) => `sum("${figure}") as "${figure}"`).join(', ')},
      grouping("${labels[0]}") as "isTotal"
    from (
      select ${labels.map((label) => `${labelColumns[label]} as "${label}"`).join(', ')}, ${quoted(figures)}
      from (${reports[report.name].rows}) r
      join policies p on p.id = r.policy_id
      join versions on versions.id = p.product_version_id
      ${labels.includes('termEffectiveDate') ? terms : ''}
    ) labelled
    group by grouping sets ((${quoted(labels)}), (currency))
    order by "isTotal", ${quoted(labels)}`;
}
