import { exposurePlaces } from '../../domain/policy/exposure-setting.js';
import { ofClock } from '../time-zones.js';
import { chargeParts } from './charge-parts.js';
import { premiumParts } from './premium-parts.js';
import type { ReportLabel } from './report-groupings.js';
import type { ReportToState } from './reports.js';
import { kindOfFigure, placesInTotal, reportColumns, shareInTotal } from './reports.js';
import { versions } from './versions-of-report.js';

/** The columns of the parts that a label comes from. */
const columnsOfParts: Partial<Record<ReportLabel, string>> = {
  coverage: 'coverage',
  unitClass: 'unit_class',
  riskState: 'risk_state',
  type: 'charge_type',
  authority: 'authority',
};

/** SQL of a label for the parts `r` of a policy. */
const expressions: Partial<Record<ReportLabel, string>> = {
  ...Object.fromEntries(Object.entries(columnsOfParts).map(([label, column]) => [label, `r.${column}`])),
  state: 'p.state',
  line: 'p.product_name',
  productVersionId: 'of_term.id',
  productVersion: 'of_term.version',
  sellerId: 'p.seller_organization_id',
  sellerName: 'sellers.name',
  producerId: 'p.producer_id',
  producerName: 'p.producer_name',
  currency: 'versions.currency',
};

/** A name of the same party may have been spelled in several ways. */
const isSpelled = (label: ReportLabel) => label === 'producerName';

/** Whether all exposure of a row is of one name: sums of cars and payroll mean nothing. */
const isOfOneName = 'min("exposureName") = max("exposureName")';

/** SQL of a figure of a row, by its kind. */
function sumOfFigure(figure: string): string {
  const sum = `sum("${figure}")`;
  switch (kindOfFigure(figure)) {
    case 'MONEY':
      return `${sum} as "${figure}"`;
    case 'COUNT':
      return `count(*) filter (where counts) as "${figure}", count(*) filter (where is_first) as "${shareInTotal(figure)}"`;
    case 'EXPOSURE':
      return `case when ${isOfOneName} then round(${sum}, ${exposurePlaces}) end as "${figure}",
        round(${sum}, ${placesInTotal}) as "${shareInTotal(figure)}"`;
    case 'TEXT':
      return `case when ${isOfOneName} then min("${figure}") end as "${figure}"`;
  }
}

/** `offset 0` extracts the texts before the join, which would otherwise carry the whole of `policy_meta`. */
const policies = (clockId: string | undefined, labels: readonly ReportLabel[]) => `(
      select id, product_name, product_version_id, seller_organization_id, producer_id
        ${labels.includes('state') ? ", policy_meta #>> '{insured,state}' as state" : ''}
        ${labels.includes('producerName') ? ", concat_ws(' ', policy_meta #>> '{producer,firstName}', policy_meta #>> '{producer,lastName}') as producer_name" : ''}
      from policies where issuing_organization_id = :organization and ${ofClock('policies', clockId)}
      offset 0
    )`;

/** The version of the quote that each term began with. */
const versionsOfTerms = `
    left join (
      select c.policy_id, c.term_number, q.product_version_id
      from policy_changes c join quotes q on q.request_id = c.quote_id
      where c.kind in ('ISSUE', 'RENEW')
    ) begun on begun.policy_id = r.policy_id and begun.term_number = r.term_number
    join product_versions of_term on of_term.id = coalesce(begun.product_version_id, p.product_version_id)`;

/**
 * The statement of a report that is grouped by dimensions. First each policy gets one row in each group, so that it counts
 * once there; then the rows of a group are added up.
 */
export function partsStatement({ name, by, clockId }: ReportToState): string {
  const { labels, figures } = reportColumns({ name, by });
  const quoted = (names: readonly string[]) => names.map((each) => `"${each}"`).join(', ');
  const amounts = figures.filter((figure) => ['MONEY', 'EXPOSURE'].includes(kindOfFigure(figure)));
  const hasExposure = figures.includes('exposureName');
  const parts = name === 'taxes' ? chargeParts : premiumParts;
  const isByTerm = labels.includes('productVersionId');
  const keys = [
    'policy_id',
    ...(isByTerm ? ['term_number'] : []),
    ...labels.flatMap((label) => columnsOfParts[label] ?? []),
  ].join(', ');
  const grouped = labels.filter((label) => !isSpelled(label));
  const labeled = labels.map((label) => `${expressions[label]} as "${label}"`).join(', ');
  const first = 'row_number() over (partition by policy_id order by counts desc) = 1';
  return `
    with ${versions},
    ${parts(ofClock('p', clockId))}
    select ${labels.map((label) => (isSpelled(label) ? `max("${label}") as "${label}"` : `"${label}"`)).join(', ')},
      ${figures.map(sumOfFigure).join(', ')}
    from (
      select ${labeled}, ${quoted(amounts)}, r.counts, r.is_first
        ${hasExposure ? `, case when "writtenExposure" is not null then coalesce(versions.exposure, 'Exposure') end as "exposureName"` : ''}
      from (
        select *, counts and ${first} as is_first
        from (
          select ${keys}, ${amounts.map((figure) => `sum("${figure}") as "${figure}"`).join(', ')}, bool_or(counts) as counts
          from parts group by ${keys}
        ) own
      ) r
      join ${policies(clockId, labels)} p on p.id = r.policy_id
      join versions on versions.id = p.product_version_id
      ${labels.includes('sellerName') ? 'join organizations sellers on sellers.id = p.seller_organization_id' : ''}
      ${isByTerm ? versionsOfTerms : ''}
    ) labeled
    group by ${quoted(grouped)}
    order by ${quoted(grouped)}`;
}
