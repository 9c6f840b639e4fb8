import pg from 'pg';
import { filtersOf, policyFilters, textFilters } from '../db/policies/policy-filters.js';
import { addDays } from '../domain/ground/calendar.js';
import { measureLoad } from './load.js';
import type { Scenario } from './measure-scenario.js';
import { demoProduct, type Measure, requestOf, requests } from './requests.js';
import type { MeasuredService } from './service.js';

/** A search over HTTP, and its condition on `policy_search s` in plain SQL, whose first parameter is the organization. */
interface Search {
  filters: Record<string, string | number>;
  sql: string;
  values: string[];
  page?: number;
  /** An index gives the matches in the order of the pages, so that a page needs no other matches. */
  inOrder?: boolean;
}

type SampledPolicy = Record<string, string | null>;

/** Policies whose texts are searched in turn. */
const sampled = 50;
/** The length of the searched date ranges. */
const measuredDays = 7;
const pageSize = 20;

/**
 * Searches by each filter, for the texts of another policy each time, beside plain SQL on a bare connection: the matches
 * by index, their number, and a page of them in order. Two letters are compared with three.
 */
export async function searchScenarios({ demo, ownerDatabaseUrl }: MeasuredService): Promise<Scenario[]> {
  const { organizationId } = demoProduct(demo, 'general-liability').product;
  const policies = await samplePolicies(ownerDatabaseUrl, organizationId);
  const request = requestOf(demo);
  const overHttp = (searches: Search[]) =>
    requests(
      searches.map(({ filters, page = 0 }) => request('POST', '/policy/search', { ...filters, page })),
      '"policyNumber"',
    );
  const bare = (searches: Search[]) => bareSql(demo.databaseUrl, searches, organizationId);
  const scenario = (name: string, of: (policy: SampledPolicy) => Search): Scenario => {
    const searches = policies.map(of);
    return {
      id: `search.${name.replaceAll(' ', '-')}`,
      title: `search: ${name}`,
      service: overHttp(searches),
      floor: { title: 'plain SQL', measure: bare(searches) },
      warmUp: 300,
      metrics: ['p50'],
      goals: () => ({ p50: 1.5 }),
    };
  };
  const letters = (count: number) => (policy: SampledPolicy) => ({
    filters: { insuredName: (policy.insured_name ?? '').slice(0, count) },
    sql: '',
    values: [],
  });
  return [
    scenario('no filter', () => ({ filters: {}, sql: '', values: [], inOrder: true })),
    scenario('a late page', () => ({ filters: {}, sql: '', values: [], page: 400, inOrder: true })),
    ...(['effective', 'expiration'] as const).map((date) =>
      scenario(`${date}Date`, (policy) => {
        const from = policy[`${date}_date`] ?? '';
        const to = addDays(from, measuredDays - 1);
        const column = `s.${date}_date`;
        const sql = `and ${column} between $2 and $3`;
        const filters = { [`${date}DateFrom`]: from, [`${date}DateTo`]: to };
        return { filters, sql, values: [from, to], inOrder: date === 'effective' };
      }),
    ),
    ...textFilters.map((name) => scenario(name, (policy) => textSearch(name, policy))),
    scenario('anyMatch', (policy) => {
      const text = policy.insured_name ?? '';
      const parties = 's.parties_id = any (array(select id from policy_parties where every_text ilike $2))';
      const sql = `and (s.every_text ilike $2 or ${parties})`;
      return { filters: { anyMatch: text }, sql, values: [containing(text)] };
    }),
    {
      id: 'search.two-letters',
      title: 'search by two letters',
      callers: [1],
      warmUp: 300,
      metrics: ['p50'],
      service: overHttp(policies.map(letters(2))),
      floor: { title: 'by three letters', measure: overHttp(policies.map(letters(3))) },
      goals: () => ({ p50: 5 }),
    },
  ];
}

/** Indexes know the texts of a policy, or of its parties, as one text. */
function textSearch(name: (typeof textFilters)[number], policy: SampledPolicy): Search {
  const { column } = policyFilters[name];
  const text = policy[column] ?? '';
  const isOfPolicy = filtersOf('POLICY').some((own) => own === name);
  const found = `every_text ilike $2 and ${column} ilike $2`;
  const sql = isOfPolicy
    ? `and ${found}`
    : `and s.parties_id = any (array(select id from policy_parties where ${found}))`;
  return { filters: { [name]: text }, sql, values: [containing(text)] };
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Policies with a value in every searched field. */
async function samplePolicies(url: string, organizationId: string): Promise<SampledPolicy[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<SampledPolicy>(
      `select r.*, s.*, s.effective_date::text as effective_date, s.expiration_date::text as expiration_date
        from policy_search s join policy_parties r on r.id = s.parties_id
        where s.organization_id = $1 and s.insured_dba_name is not null order by s.policy_id limit ${sampled}`,
      [organizationId],
    );
    if (rows.length === 0) throw new Error('The book has no policy to search for.');
    return rows;
  } finally {
    await client.end();
  }
}

/** Runs the statements in turn, on one bare connection per caller, and only reads their rows. */
function bareSql(databaseUrl: string, searches: readonly Search[], organizationId: string): Measure {
  const queries = searches.map(({ sql, values, page = 0, inOrder = false }) => {
    const matches = `from policy_search s where s.organization_id = $1 ${sql}`;
    return {
      text: `with found as ${inOrder ? 'not ' : ''}materialized (select s.policy_id, s.effective_date ${matches}),
          page as (select * from found order by effective_date desc, policy_id
            limit ${pageSize} offset ${page * pageSize})
        select (select count(*) from found), p.id, p.policy_number, p.client_id, p.premium, p.premium_term,
          p.effective_date, p.expiration_date, p.created_at, p.policy_meta, p.policy_integration_data
        from page join policies p on p.id = page.policy_id order by page.effective_date desc, page.policy_id`,
      values: [organizationId, ...values],
    };
  });
  let next = 0;
  return async (callers, durationMs) => {
    const clients = Array.from({ length: callers }, () => new pg.Client({ connectionString: databaseUrl }));
    try {
      await Promise.all(clients.map((client) => client.connect()));
      return await measureLoad(callers, durationMs, async (caller) => {
        const query = queries[next++ % queries.length];
        if (query) await clients[caller]?.query(query);
      });
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  };
}
