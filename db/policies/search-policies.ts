import type { Database } from '../database.js';
import { Policy } from '../models/policy.js';
import { seenBy } from '../models/visibility.js';
import { filtersOf, type PolicyFilters, policyFilters, type TextFilter } from './policy-filters.js';

export interface PolicySearch {
  organizationId: string;
  filters: PolicyFilters;
  /** From 0. */
  page: number;
  size: number;
}

/** The columns of a policy summary (spec 2.6). */
const summarized = [
  ...(['id', 'policyNumber', 'clientId', 'clockId', 'premium', 'premiumTerm', 'effectiveDate'] as const),
  ...(['expirationDate', 'createdAt', 'policyMeta', 'policyIntegrationData'] as const),
];
export type SummarizedPolicy = Pick<Policy, (typeof summarized)[number]>;

export interface FoundPolicies {
  /** Over all pages, exact. */
  total: number;
  policies: SummarizedPolicy[];
}

export interface Statement {
  sql: string;
  bindings: string[];
}

/**
 * Policies that the organization sold or issued, the latest effective date first, then by id. One statement,
 * which reads `policy_search` and, for the page only, `policies`. It is not prepared: the best index depends
 * on the texts.
 */
export async function searchPolicies(db: Database, search: PolicySearch): Promise<FoundPolicies> {
  const { sql, bindings } = searchStatement(search);
  const run = (on: Database) => on.raw<{ rows: ({ total: string } & SummarizedPolicy)[] }>(sql, bindings);
  const { rows } = hasShortText(search.filters)
    ? await db.transaction(async (trx) => {
        await trx.raw(`set local work_mem = '${shortTextMemory}'`);
        return run(trx);
      })
    : await run(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    // A page beyond the last one is a single row with the total.
    policies: rows.flatMap(({ total: _, ...policy }) => (policy.id === null ? [] : [policy])),
  };
}

/**
 * Most policies may match a short text. The bitmap of their rows must stay exact, or PostgreSQL would derive
 * the short texts of each row again: 64 MB are enough for a table of 8 GB, some 16 million policies.
 */
const shortTextMemory = '64MB';

/** The statement of a search with its bindings in order. */
export function searchStatement({ organizationId, filters, page, size }: PolicySearch): Statement {
  const scope = dateScope(organizationId, filters);
  const found = foundBy(scope, filters);
  const pageBindings = [String(size), String(BigInt(page) * BigInt(size))];
  const ordered = `order by effective_date desc, policy_id limit ? offset ?`;
  if (found === undefined && filtersByOrder(filters)) {
    // By index alone: both the count and the page use it, in its order.
    return summaries(
      `with page as (select policy_id, effective_date from policy_search s where ${scope.sql} ${ordered})`,
      `select count(*) from policy_search s where ${scope.sql}`,
      [...scope.bindings, ...pageBindings, ...scope.bindings],
    );
  }
  // Searched once, then counted and sorted: reading in the page's order in the hope of an early match may
  // read everything.
  const statement = found ?? { sql: selectFrom(scope.sql), bindings: scope.bindings };
  return summaries(
    `with found as materialized (${statement.sql}),
      page as (select policy_id, effective_date from found ${ordered})`,
    'select count(*) from found',
    [...statement.bindings, ...pageBindings],
  );
}

function summaries(withPage: string, count: string, bindings: string[]): Statement {
  return {
    sql: `${withPage}
      select counted.total, ${summarized.map(selected).join(', ')}
      from (${count}) counted (total)
      left join (page join policies p on p.id = page.policy_id) on true
      order by page.effective_date desc, page.policy_id`,
    bindings,
  };
}

const selected = (property: string) => `p.${Policy.propertyNameToColumnName(property)} as "${property}"`;

/** The organization's policies within the dates, or those of a clock. */
function dateScope(organizationId: string, filters: PolicyFilters): Statement {
  const dates = filtersOf('DATE').map((name): [string, string | undefined] => {
    const { column, compare } = policyFilters[name];
    return [`s.${column} ${compare} ?`, filters[name]];
  });
  const ofClock = 's.policy_id in (select id from policies where clock_id = ?)';
  return allOf([[seenBy('policy_search', 's'), organizationId], [ofClock, filters.clockId], ...dates]);
}

/** Whether the index with the order of a page covers the dates, too. */
function filtersByOrder(filters: PolicyFilters): boolean {
  const others = filtersOf('DATE').filter((name) => policyFilters[name].column !== 'effective_date');
  return filters.clockId === undefined && others.every((name) => filters[name] === undefined);
}

/** The matches of the text filters; `undefined` if there are none. */
function foundBy(scope: Statement, filters: PolicyFilters): Statement | undefined {
  const anyMatch = patternOf(filters.anyMatch);
  if (anyMatch !== undefined) {
    const ofParty = ofParties('every_text ilike ?');
    if (isShort(filters.anyMatch)) {
      // So many match that a union would sort most policies; two exact bitmaps are combined quickly.
      return {
        sql: selectFrom(`${scope.sql} and (${hasShort} or ${ofParty})`),
        bindings: [...scope.bindings, filters.anyMatch, anyMatch],
      };
    }
    return {
      sql: `${selectFrom(`${scope.sql} and s.every_text ilike ?`)} union ${selectFrom(
        `${scope.sql} and ${ofParty}`,
      )}`,
      bindings: [...scope.bindings, anyMatch, ...scope.bindings, anyMatch],
    };
  }
  const own = textConditions(filters, filtersOf('POLICY'));
  const party = textConditions(filters, filtersOf('PARTIES'));
  if (own === undefined && party === undefined) return undefined;
  const parts = [scope, ...(own ? [own] : []), ...(party ? [{ ...party, sql: ofParties(party.sql) }] : [])];
  return {
    sql: selectFrom(parts.map(({ sql }) => sql).join(' and ')),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

function selectFrom(condition: string): string {
  return `select s.policy_id, s.effective_date from policy_search s where ${condition}`;
}

/** An array, not a join: the few parties are read first, and their policies by the index on them. */
function ofParties(condition: string): string {
  return `s.parties_id = any (array(select id from policy_parties where ${condition}))`;
}

/**
 * Every text column is also part of `every_text`, the only one with indexes of texts: an index finds
 * candidate rows, and the column decides. There are few parties, so they have an index of trigrams only.
 */
function textConditions(filters: PolicyFilters, names: readonly TextFilter[]): Statement | undefined {
  const conditions = names.flatMap((name): [string, string][] => {
    const { kind, column } = policyFilters[name];
    const text = filters[name];
    const pattern = patternOf(text);
    if (pattern === undefined) return [];
    return [
      kind === 'POLICY' && isShort(text) ? [hasShort, text] : ['every_text ilike ?', pattern],
      [`${column} ilike ?`, pattern],
    ];
  });
  return conditions.length === 0 ? undefined : allOf(conditions);
}

function allOf(conditions: readonly [string, string | undefined][]): Statement {
  const wanted = conditions.filter((condition): condition is [string, string] => condition[1] !== undefined);
  return { sql: wanted.map(([sql]) => sql).join(' and '), bindings: wanted.map(([, binding]) => binding) };
}

/** Served by the index of short texts alone, which is exact. */
const hasShort = 'short_texts_of(s.every_text) @> array[lower(?)]';

/** Trigrams find no text of less than three letters. */
function isShort(text: string | undefined): text is string {
  return text !== undefined && [...text.toLowerCase()].length < 3;
}

function hasShortText(filters: PolicyFilters): boolean {
  if (patternOf(filters.anyMatch) !== undefined) return isShort(filters.anyMatch);
  return filtersOf('POLICY').some((name) => isShort(filters[name]));
}

/**
 * A pattern for texts that contain this one, taken literally; `undefined` for a blank text, which filters
 * nothing.
 */
function patternOf(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
