import path from 'node:path';
import { makeBook } from '../cli/demo/book/make-book.js';
import { demoCarrier } from '../cli/demo/organizations.js';
import { openDatabase } from '../db/database.js';
import { Policy } from '../db/models/policy.js';
import { searchStatement } from '../db/policies/search-policies.js';
import { bareSql, statementOf } from './bare-sql.js';
import type { Figure } from './figures.js';
import { type Floor, startFloor } from './floor.js';
import type { HttpRequest } from './http-caller.js';
import { type Comparable, type Measuring, measureScenario, warmUp } from './measure-scenario.js';
import { type MeasuredPolicy, type MeasuredSearch, samplePolicy } from './policy-filters.js';
import { readsOf } from './policy-reads.js';
import { requests, type ScenarioFloor } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';

export interface PolicyBenchOptions extends Measuring {
  policies: number;
  callers: number[];
  /** A folder that keeps the books for the next bench; without it, none are kept. */
  books?: string;
}

/** Reads and searches policies in a separate book, relative to the same SQL on a bare connection. */
export async function policyFigures(
  options: PolicyBenchOptions,
  output: { progress(line: string): void },
  tell: (figures: Figure[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const { policies, books } = options;
  const dataDir = books && path.join(books, String(policies));
  output.progress(`Starting the service on a book of ${policies} policies, which is made unless it exists…`);
  const service = await startMeasuredService({ profile: false, ...(dataDir && { dataDir }) });
  let floor: Floor | undefined;
  try {
    const sample = await withBook(service, policies, signal);
    floor = await startFloor(service.demo);
    for (const scenario of await scenariosOf(service, floor, { policies, ...sample })) {
      await warmUp(scenario, options);
      for (const callers of options.callers) {
        output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
        tell(await measureScenario(scenario, callers, options, [], signal));
      }
    }
  } finally {
    await floor?.stop();
    await service.stop();
    await service.clean();
  }
}

async function withBook({ ownerDatabaseUrl: url }: MeasuredService, policies: number, signal: AbortSignal) {
  const db = openDatabase({ url, poolSize: 2, applicationName: 'ioi-bench-book' });
  try {
    const there = await Policy.query(db).resultSize();
    if (there === 0) await makeBook(db, { policies, seed: 'bench', now: new Date(), signal });
    else if (there < policies) throw new Error(`The book has only ${there} policies: remove its folder.`);
    return await samplePolicy(db, demoCarrier.id);
  } finally {
    await db.destroy();
  }
}

interface Sample {
  policies: number;
  policy: MeasuredPolicy;
  searches: MeasuredSearch[];
}

async function scenariosOf(
  { demo }: MeasuredService,
  floor: Floor,
  { policies, policy, searches }: Sample,
): Promise<Comparable[]> {
  const owner = demo.organizations.find(({ id }) => id === policy.organizationId);
  if (owner === undefined) throw new Error('The demo data has no organization that owns the book.');
  const headers = { Authorization: `Basic ${btoa(`${owner.apiKey}:${owner.apiSecret}`)}` };
  const request = (method: HttpRequest['method'], path: string, body?: object): HttpRequest => ({
    ...{ method, url: new URL(`/ioi/v3${path}`, demo.baseUrl), headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const scenario = (
    name: string,
    { http, expected, floors }: { http: HttpRequest; expected: string; floors: ScenarioFloor[] },
  ): Comparable => ({
    id: `policy${policies}.${name.replaceAll(' ', '-')}`,
    title: `${name}, ${policies} policies`,
    service: requests(http, expected),
    floors,
  });
  const ofSearches = searches.map(({ name, filters, page = 0 }) => {
    const { organizationId } = policy;
    const sql = searchStatement({ organizationId, filters, page, size: 20 });
    return scenario(`search by ${name}`, {
      http: request('POST', '/policy/search', { ...filters, page }),
      expected: '"policyNumber"',
      floors: [
        { title: 'the same SQL on bare pg', measure: bareSql(demo.databaseUrl, [sql]), target: { p50: 1.5 } },
      ],
    });
  });
  const ofReads = readsOf(policy).map(async ({ name, http: [method, path, body], expected, sql }) => {
    const url = await floor.read({
      path: `/${name.replaceAll(' ', '-')}`,
      statements: sql.map(statementOf),
    });
    return scenario(name, {
      http: request(method, path, body),
      expected,
      floors: [
        {
          ...{ id: 'http', title: 'the same SQL behind bare node:http', target: { throughput: 0.5 } },
          measure: requests({ method: 'GET', url }, '['),
        },
        {
          ...{ id: 'sql', title: 'the same SQL on bare pg', target: {} },
          measure: bareSql(demo.databaseUrl, sql),
        },
      ],
    });
  });
  return [...ofSearches, ...(await Promise.all(ofReads))];
}
