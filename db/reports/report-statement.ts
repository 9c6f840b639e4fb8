import { ofClock } from '../time-zones.js';
import { partsStatement } from './parts-statement.js';
import { premiumRows } from './premium-rows.js';
import { receivableRows } from './receivable-rows.js';
import { dimensionsOf, type ReportLabel } from './report-groupings.js';
import { type ReportName, type ReportToState, reportColumns, reports } from './reports.js';
import { versions } from './versions-of-report.js';

/**
 * SQL with a row for each policy and term: its ids and the figures. Its bindings are `organization`, `day` (the date of the
 * report), `end` (the day after) and `endAt` (its first moment).
 */
const rowsOf: Partial<Record<ReportName, (ofClock: string) => string>> = {
  premium: premiumRows,
  receivables: receivableRows,
};

/** The columns of a label in the statement. */
const labelColumns: Partial<Record<ReportLabel, string>> = {
  policyNumber: 'p.policy_number',
  policyId: 'p.id',
  termNumber: 'r.term_number',
  termEffectiveDate: 'terms.effective_date',
  line: 'p.product_name',
  state: 'p.state',
  currency: 'versions.currency',
};

/** `offset 0` extracts the state before the join, which would otherwise carry the whole of `policy_meta`. */
const policies = (clockId: string | undefined) => `(
      select id, policy_number, product_name, product_version_id, policy_meta #>> '{insured,state}' as state
      from policies where issuing_organization_id = :organization and ${ofClock('policies', clockId)}
      offset 0
    )`;

/** The first day of each term, as corrected by the end of the day. */
const terms = `left join (
      select distinct on (policy_id, term_number) policy_id, term_number, effective_date
      from policy_changes
      where kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE') and recorded_at < :endAt
      order by policy_id, term_number, seq desc
    ) terms on terms.policy_id = r.policy_id and terms.term_number = r.term_number`;

/** The statement of a report: a row for each of what it is about, in the order of its labels, without totals. */
export function reportStatement(report: ReportToState): string {
  const { name, by, clockId } = report;
  const rows = rowsOf[name]?.(ofClock('p', clockId));
  if (rows === undefined || dimensionsOf(reports[name].groupings, by) !== undefined)
    return partsStatement(report);
  const { labels, figures } = reportColumns({ name, by });
  const quoted = (names: readonly string[]) => names.map((label) => `"${label}"`).join(', ');
  const sums = figures.map((figure) => `sum("${figure}") as "${figure}"`).join(', ');
  const byPolicy = `(select policy_id, ${sums} from (${rows}) t group by policy_id)`;
  const labeled = `
    select ${labels.map((label) => `${labelColumns[label]} as "${label}"`).join(', ')}, ${quoted(figures)}
    from ${by === 'term' ? `(${rows})` : byPolicy} r
    join ${policies(clockId)} p on p.id = r.policy_id
    join versions on versions.id = p.product_version_id
    ${labels.includes('termEffectiveDate') ? terms : ''}`;
  const isGroup = !labels.includes('policyId');
  return `
    with ${versions}
    ${isGroup ? `select ${quoted(labels)}, ${sums} from (${labeled}) labeled group by ${quoted(labels)}` : labeled}
    order by ${quoted(isGroup ? labels : labels.filter((label) => inOrder.has(label)))}`;
}

/** The labels that order the policies and terms of an organization: a number is of one policy. */
const inOrder: ReadonlySet<ReportLabel> = new Set(['policyNumber', 'termNumber']);
