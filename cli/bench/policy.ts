import pg from 'pg';
import { openDatabase } from '../../db/database.js';
import { fullPolicyStatement } from '../../db/policies/read-full-policy.js';
import { policiesOfClientStatement } from '../../db/policies/read-policy.js';
import { searchStatement } from '../../db/policies/search-policies.js';
import { makeBook } from '../demo/book/make-book.js';
import { demoCarrier } from '../demo/organizations.js';
import type { Figure } from './figures.js';
import type { HttpRequest } from './http-caller.js';
import { measureLoad } from './load.js';
import { type Comparable, type Measuring, measureScenario, warmUp } from './measure-scenario.js';
import { type MeasuredPolicy, type MeasuredSearch, samplePolicy } from './policy-filters.js';
import { type Measure, requests, type ScenarioFloor } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';

export interface PolicyBenchOptions extends Measuring {
  policies: number;
  callers: number[];
}

interface Sql {
  sql: string;
  bindings: readonly unknown[];
  name?: string;
}

/** Most that the service may take, as a ratio to what the same statements take without it. */
const target = { p50: 1.5 };

/** Reads and searches policies in a book of their own, against the same SQL on a bare connection. */
export async function policyFigures(
  options: PolicyBenchOptions,
  output: { progress(line: string): void },
  tell: (figures: Figure[]) => void,
  signal: AbortSignal,
): Promise<void> {
  output.progress(`Starting the service, and making a book of ${options.policies} policies…`);
  const service = await startMeasuredService({ profile: false });
  try {
    const sample = await withBook(service, options.policies, signal);
    for (const scenario of scenariosOf(service, options.policies, sample)) {
      await warmUp(scenario, options);
      for (const callers of options.callers) {
        output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
        tell(await measureScenario(scenario, callers, options, [], signal));
      }
    }
  } finally {
    await service.stop();
    await service.clean();
  }
}

async function withBook({ demo }: MeasuredService, policies: number, signal: AbortSignal) {
  const db = openDatabase({ url: demo.databaseUrl, poolSize: 2, applicationName: 'ioi-bench-book' });
  try {
    await makeBook(db, { policies, seed: 'bench', now: new Date(), signal });
    return await samplePolicy(db, demoCarrier.id);
  } finally {
    await db.destroy();
  }
}

function scenariosOf(
  { demo }: MeasuredService,
  policies: number,
  { policy, searches }: { policy: MeasuredPolicy; searches: MeasuredSearch[] },
): Comparable[] {
  const owner = demo.organizations.find(({ id }) => id === policy.organizationId);
  if (owner === undefined) throw new Error('The demo data has no organization that owns the book.');
  const headers = { Authorization: `Basic ${btoa(`${owner.apiKey}:${owner.apiSecret}`)}` };
  const request = (method: HttpRequest['method'], path: string, body?: object): HttpRequest => ({
    ...{ method, url: new URL(`/ioi/v3${path}`, demo.baseUrl), headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const scenario = (
    name: string,
    asked: { http: HttpRequest; expected: string; sql: Sql[] },
  ): Comparable => ({
    id: `policy${policies}.${name.replaceAll(' ', '-')}`,
    title: `${name}, ${policies} policies`,
    service: requests(asked.http, asked.expected),
    floors: [sameSql(demo.databaseUrl, asked.sql)],
  });
  const { id, organizationId } = policy;
  return [
    ...searches.map(({ name, filters, page = 0 }) =>
      scenario(`search by ${name}`, {
        http: request('POST', '/policy/search', { ...filters, page }),
        expected: '"policyNumber"',
        sql: [searchStatement({ organizationId, filters, page, size: 20 })],
      }),
    ),
    scenario('full policy', {
      http: request('GET', `/policy/${id}`),
      expected: '"financeState"',
      sql: fullPolicySql(policy),
    }),
    scenario('policies of a client', {
      http: request('GET', `/policy/client/${policy.clientId}`),
      expected: '"policyNumber"',
      sql: [policiesOfClientStatement(organizationId, policy.clientId)],
    }),
    scenario('ledger', {
      http: request('GET', `/policy/${id}/ledger`),
      expected: '"entries"',
      sql: ledgerSql(policy),
    }),
    scenario('ledger search', {
      http: request('POST', `/policy/ledger/entries/policy/${id}`, {}),
      expected: '"premium"',
      sql: ledgerSearchSql(policy),
    }),
  ];
}

function fullPolicySql({ id, organizationId }: MeasuredPolicy): Sql[] {
  const today = new Date().toISOString().slice(0, 10);
  const sections = new Set([
    ...(['answers', 'events', 'statements', 'paid', 'client', 'comments', 'naics', 'agency'] as const),
  ]);
  return [
    { ...fullPolicyStatement({ organizationId, policyId: id, today, sections }), name: 'full' },
    {
      name: 'quote',
      sql: `select *, intake::text, quote_details::text, metadata::text from quotes
        where ? in (client_organization_id, quoting_organization_id)
          and request_id = (select quote_id from policies where id = ?)`,
      bindings: [organizationId, id],
    },
  ];
}

const visiblePolicy =
  'select * from policies where id = ? and ? in (seller_organization_id, issuing_organization_id)';

function ledgerSql({ id, organizationId }: MeasuredPolicy): Sql[] {
  return [
    { name: 'policy', sql: visiblePolicy, bindings: [id, organizationId] },
    {
      name: 'entries',
      sql: `select * from ledger_entries where parent_policy_id = ? and not applied_to_statement
        and deleted_at is null order by effective_date, created_at, id limit 1000`,
      bindings: [id],
    },
  ];
}

function ledgerSearchSql({ id, organizationId }: MeasuredPolicy): Sql[] {
  const matching = 'from ledger_entries where parent_policy_id = ? and deleted_at is null';
  return [
    { name: 'policy', sql: visiblePolicy, bindings: [id, organizationId] },
    { name: 'count', sql: `select count(*) ${matching}`, bindings: [id] },
    {
      name: 'page',
      sql: `select * ${matching} order by effective_date, created_at, id offset 0 limit 20`,
      bindings: [id],
    },
  ];
}

/** The statements one after the other on a bare connection a caller, their rows read and no more. */
function sameSql(databaseUrl: string, statements: readonly Sql[]): ScenarioFloor {
  const queries = statements.map(({ sql, bindings, name }) => {
    let count = 0;
    const text = sql.replaceAll('?', () => `$${++count}`);
    return { text, values: [...bindings], ...(name !== undefined && { name }) };
  });
  const measure: Measure = async (callers, durationMs) => {
    const clients = Array.from({ length: callers }, () => new pg.Client({ connectionString: databaseUrl }));
    try {
      await Promise.all(clients.map((client) => client.connect()));
      return await measureLoad(callers, durationMs, async (caller) => {
        for (const query of queries) await clients[caller]?.query(query);
      });
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  };
  return { title: 'the same SQL on bare pg', measure, target };
}
