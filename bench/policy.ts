import path from 'node:path';
import { makeBook } from '../cli/demo/book/make-book.js';
import { demoCarrier } from '../cli/demo/organizations.js';
import { openDatabase } from '../db/database.js';
import { Policy } from '../db/models/policy.js';
import { searchStatement } from '../db/policies/search-policies.js';
import { bareSql } from './bare-sql.js';
import { cpuTimeMs } from './cpu-time.js';
import type { Figure } from './figures.js';
import { type Floor, startFloor } from './floor.js';
import type { HttpRequest } from './http-caller.js';
import { type Comparable, type Measuring, measureScenario, warmUp } from './measure-scenario.js';
import { type MeasuredSearch, type PolicySample, samplePolicy } from './policy-filters.js';
import { type Measure, requests, requestsInTurn } from './requests.js';
import { expressFloor, readCallers, type ScenarioFloor } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';

export interface PolicyBenchOptions extends Measuring {
  policies: number;
  callers: number[];
  /** Measure the reads, and texts of two letters against texts of three. */
  reads: boolean;
  /** Measure each filter against its SQL. */
  searches: boolean;
  /** A folder that keeps the books for the next bench; without it, none are kept. */
  books?: string;
}

/** Reads and searches policies in a separate book. */
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
    floor = await startFloor(service);
    const served = [service.pid, floor.pid];
    const measuring = { ...options, cpuTimeMs: () => cpuTimeMs(served) };
    for (const scenario of await scenariosOf(service, floor, { ...options, ...sample })) {
      await warmUp(scenario, scenario.callers ?? options.callers);
      for (const callers of scenario.callers ?? options.callers) {
        output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
        tell(await measureScenario(scenario, callers, measuring, [], signal));
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
    // The demo data has a policy of its own.
    if (there < 100) await makeBook(db, { policies, seed: 'bench', now: new Date(), signal });
    else if (there < policies) throw new Error(`The book has only ${there} policies: remove its folder.`);
    return await samplePolicy(db, demoCarrier.id);
  } finally {
    await db.destroy();
  }
}

async function scenariosOf(
  { demo }: MeasuredService,
  floor: Floor,
  { policies, reads, searches, policy, ids, filters, letters }: PolicyBenchOptions & PolicySample,
): Promise<(Comparable & { callers?: number[] })[]> {
  const owner = demo.organizations.find(({ id }) => id === policy.organizationId);
  if (owner === undefined) throw new Error('The demo data has no organization that owns the book.');
  const headers = { Authorization: `Basic ${btoa(`${owner.apiKey}:${owner.apiSecret}`)}` };
  const request = (method: HttpRequest['method'], path: string, body?: object): HttpRequest => ({
    ...{ method, url: new URL(`/ioi/v3${path}`, demo.baseUrl), headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const search = ({ filters, page = 0 }: MeasuredSearch) =>
    requests(request('POST', '/policy/search', { ...filters, page }), '"policyNumber"');
  const scenario = (name: string, service: Measure, floors: ScenarioFloor[]): Comparable => ({
    id: `policy${policies}.${name.replaceAll(' ', '-')}`,
    title: `${name}, ${policies} policies`,
    ...{ service, floors },
  });

  const { id, clientId, organizationId } = policy;
  const answers: [name: string, http: HttpRequest, expected: string][] = [
    ['full policy', request('GET', `/policy/${id}`), '"financeState"'],
    ['policies of a client', request('GET', `/policy/client/${clientId}`), '"policyNumber"'],
    ['ledger', request('GET', `/policy/${id}/ledger`), '"entries"'],
  ];
  const ofRead = async ([name, http, expected]: (typeof answers)[number]) => ({
    ...scenario(name, requests(http, expected), [await expressFloor(floor, http, { target: 0.6 })]),
    callers: [readCallers],
  });
  // More than an API keeps.
  const others = ids.map((other) => request('GET', `/policy/${other}`));
  const ofOthers = (floors: ScenarioFloor[] = []) => ({
    ...scenario(
      'another full policy each time',
      requestsInTurn(others, '"financeState"'),
      floors.map((each) => ({ ...each, target: {} })),
    ),
    callers: [readCallers],
  });
  const [two, three] = letters;
  const ofLetters = scenario('search by two letters', search(two), [
    { title: 'by three letters', measure: search(three), target: { p50: 5 } },
  ]);
  const ofFilters = filters.map((each) => {
    const { filters, page = 0 } = each;
    const measure = bareSql(demo.databaseUrl, [searchStatement({ organizationId, filters, page, size: 20 })]);
    return scenario(`search by ${each.name}`, search(each), [
      { title: 'the same SQL on bare pg', measure, target: { p50: 1.5 } },
    ]);
  });
  const ofReads = reads ? await Promise.all(answers.map(ofRead)) : [];
  return [
    ...ofReads,
    ...(reads ? [ofOthers(ofReads[0]?.floors), { ...ofLetters, callers: [1] }] : []),
    ...(searches ? ofFilters : []),
  ];
}
