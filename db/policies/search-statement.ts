import { Policy } from '../models/policy.js';
import { seenBy, sidesSeeing } from '../models/visibility.js';
import { isLate } from './late-policies.js';
import { filtersOf, type PolicyFilters, policyFilters } from './policy-filters.js';
import { keyOf, orderBy, orderOf, rangesAfter } from './policy-orders.js';
import type { PolicySearch } from './policy-search.js';
import { recordConditions } from './record-conditions.js';
import { foundByTexts, selectFrom } from './search-texts.js';
import { allOf, type Statement } from './statement.js';

/** The columns of a policy summary (spec 2.6), and what its standing today depends on. */
const summarized = [
  ...(['id', 'policyNumber', 'clientId', 'clockId', 'premium', 'premiumTerm', 'effectiveDate'] as const),
  ...(['expirationDate', 'createdAt', 'policyMeta', 'policyIntegrationData', 'productId'] as const),
  ...(['productName', 'productVersionId', 'sellerOrganizationId', 'status', 'policyState'] as const),
  ...(['lastDayWithCoverage', 'cancelledOn', 'cancellationNoticeOn', 'renewalQuoteId'] as const),
  ...(['renewalWaits', 'nonRenewed'] as const),
] as const;
/** Of the contract only the lapses. */
export type SummarizedPolicy = Pick<Policy, (typeof summarized)[number] | 'policyContract'>;

export type FoundRow = SummarizedPolicy & { total: string; key: string; snapshot: string };

/** What a page is read from: policies with the key of the order. */
interface Source {
  from: string;
  condition: Statement;
  id: string;
  key: string;
}

/**
 * The statement of a search: one row more than the page, each with the total and its key. It is not prepared: the best
 * index depends on the texts.
 */
export function searchStatement(search: PolicySearch): Statement {
  const { organizationId, filters, sort = '-effectiveDate' } = search;
  const { column } = orderOf(sort);
  const scope = dateScope(organizationId, filters);
  const records = recordConditions(search);
  const texts = foundByTexts(scope, filters);
  const isByDate = column === 'effective_date' && records === undefined;
  const isByIndex = texts === undefined && !hasOtherDates(filters, column);
  const bySearch = { from: 'policy_search s', condition: scope, id: 's.policy_id', key: 's.effective_date' };
  if (isByIndex && isByDate) return summaries(search, [bySearch]);
  if (isByIndex) {
    const sources = sidesSeeing('policies', organizationId, 'p').map(
      (side): Source => ({
        from: 'policies p',
        condition: allOf([
          side,
          ...dateConditions(filters, 'p'),
          ...(records === undefined ? [] : [records]),
        ]),
        id: 'p.id',
        key: keyOf(sort),
      }),
    );
    return summaries(search, sources, records === undefined ? [bySearch] : sources);
  }
  // Searched once, then counted and sorted: reading in the page's order in the hope of an early match may
  // read everything.
  const statement = texts ?? { sql: selectFrom(scope.sql), bindings: scope.bindings };
  return summaries(search, isByDate ? keyed(statement) : joined(statement, keyOf(sort), records));
}

const keyed = ({ sql, bindings }: Statement): Statement => ({
  sql: `select policy_id, effective_date as key from (${sql}) matching`,
  bindings,
});

const joined = ({ sql, bindings }: Statement, key: string, records: Statement | undefined): Statement => ({
  sql: `select policy_id, ${key} as key from (${sql}) matching join policies p on p.id = policy_id
    ${records === undefined ? '' : `where ${records.sql}`}`,
  bindings: [...bindings, ...(records?.bindings ?? [])],
});

/**
 * The page and the total of sources, each read by an index, or of matches that are found once.
 *
 * @param counted sources of the same policies that are counted in less time.
 */
function summaries(
  search: PolicySearch,
  of: readonly Source[] | Statement,
  counted?: readonly Source[],
): Statement {
  const isFound = 'sql' in of;
  const found = isFound ? of : { sql: '', bindings: [] };
  const nothing = { sql: 'true', bindings: [] };
  const sources = isFound ? [{ from: 'found', condition: nothing, id: 'policy_id', key: 'key' }] : of;
  const page = pageOf(search, sources);
  const count = countOf(search, counted ?? sources);
  return {
    sql: `with ${isFound ? `found as materialized (${found.sql}),` : ''} page as (${page.sql})
      select counted.total, pg_current_snapshot()::text as snapshot, to_jsonb(page.key) #>> '{}' as key, ${selected}
      from (${count.sql}) counted (total)
      left join (page join policies p on p.id = page.policy_id) on true
      ${orderBy(search.sort ?? '-effectiveDate', 'page.key', 'page.policy_id')}`,
    bindings: [...found.bindings, ...page.bindings, ...count.bindings],
  };
}

const selected = [
  ...summarized.map((property) => `p.${Policy.propertyNameToColumnName(property)} as "${property}"`),
  `jsonb_build_object('lapses', p.policy_contract -> 'lapses') as "policyContract"`,
].join(', ');

/** The rows of a page and the next one, each source by its own index. */
function pageOf(search: PolicySearch, sources: readonly Source[]): Statement {
  const { organizationId, sort = '-effectiveDate', page, size, after, late } = search;
  const offset = after === undefined ? BigInt(page) * BigInt(size) : 0n;
  const atMost = BigInt(size) + 1n;
  const parts = sources.flatMap((source) =>
    rangesAfter(sort, after, source).map((range) => {
      const isWanted = late === undefined ? [] : [isLate(sort, organizationId, late, source)];
      const { sql, bindings } = allOf([source.condition, range, ...isWanted]);
      return {
        sql: `(select ${source.id} as policy_id, ${source.key} as key from ${source.from}
          where ${sql} ${orderBy(sort, source.key, source.id)} limit ?)`,
        bindings: [...bindings, String(offset + atMost)],
      };
    }),
  );
  return {
    sql: `select policy_id, key from (${parts.map(({ sql }) => sql).join(' union all ')}) first
      ${orderBy(sort, 'key', 'policy_id')} limit ? offset ?`,
    bindings: [...parts.flatMap(({ bindings }) => bindings), String(atMost), String(offset)],
  };
}

function countOf({ after, late }: PolicySearch, sources: readonly Source[]): Statement {
  if (late !== undefined) return { sql: 'select 0::bigint', bindings: [] };
  if (after !== undefined) return { sql: 'select ?::bigint', bindings: [String(after.total)] };
  const counts = sources.map(
    ({ from, condition }) => `(select count(*) from ${from} where ${condition.sql})`,
  );
  return {
    sql: `select ${counts.join(' + ')}`,
    bindings: sources.flatMap(({ condition }) => condition.bindings),
  };
}

/** The organization's policies within the dates. */
function dateScope(organizationId: string, filters: PolicyFilters): Statement {
  const organization = { sql: seenBy('policy_search', 's'), bindings: [organizationId] };
  return allOf([organization, ...dateConditions(filters, 's')]);
}

function dateConditions(filters: PolicyFilters, table: 's' | 'p'): Statement[] {
  return filtersOf('DATE').flatMap((name) => {
    const { column, compare } = policyFilters[name];
    const date = filters[name];
    return date === undefined ? [] : [{ sql: `${table}.${column} ${compare} ?`, bindings: [date] }];
  });
}

/** Whether there are dates that neither the indexes by effective date cover nor that of the order. */
function hasOtherDates(filters: PolicyFilters, ordered: string): boolean {
  return filtersOf('DATE').some(
    (name) =>
      !['effective_date', ordered].includes(policyFilters[name].column) && filters[name] !== undefined,
  );
}
