import type { Floor } from './floor.js';
import type { Scenario } from './measure-scenario.js';
import type { PolicyRecord, QuoteRecord, Records } from './records.js';
import { answersTo, requestOf, requests } from './requests.js';
import type { MeasuredService } from './service.js';

export interface Sides {
  service: MeasuredService;
  floor: Floor;
  records: Records;
}

export const readIds = ['hello', 'client', 'quote-read', 'policy', 'client-policies', 'ledger'] as const;
type ReadId = (typeof readIds)[number];

/** Reads compare what a saturated server answers. */
const callers = [16];

/** Reads of another record each time, beside a bare route of Express that answers the same texts in the same order. */
export function readScenarios({ service, floor, records }: Sides): Record<ReadId, () => Promise<Scenario[]>> {
  const request = requestOf(service.demo);
  const reads = async (
    { id, title, expected, goal }: { id: ReadId; title: string; expected: string; goal: number },
    paths: readonly string[],
  ): Promise<Scenario[]> => {
    // A client of several policies is read once.
    const all = [...new Set(paths)].map((path) => request('GET', path));
    const floorReads = await floor.reads(await answersTo(all));
    return [
      {
        id,
        title,
        callers,
        goals: () => ({ throughput: goal }),
        service: requests(all, expected),
        floor: {
          title: 'bare Express route, one prepared query',
          measure: requests(floorReads, expected),
        },
      },
    ];
  };
  const ofQuotes = async (path: (quote: QuoteRecord) => string) => (await records.quotes()).map(path);
  const ofPolicies = async (path: (policy: PolicyRecord) => string) => (await records.policies()).map(path);
  return {
    hello: async () => [
      {
        id: 'hello',
        title: 'GET /hello',
        callers,
        service: requests([request('GET', '/hello')], 'hello'),
        floor: { title: 'bare Express route', measure: requests([floor.hello], 'hello') },
        goals: () => ({ throughput: 0.6 }),
      },
    ],
    client: async () =>
      reads(
        { id: 'client', title: 'GET /client/{id}/product/{id}', expected: '"clientData"', goal: 0.5 },
        await ofQuotes(({ clientId, lineId }) => `/client/${clientId}/product/${lineId}`),
      ),
    'quote-read': async () =>
      reads(
        { id: 'quote-read', title: 'GET /quote/{id}', expected: '"quoteDetails"', goal: 0.5 },
        await ofQuotes(({ quoteId }) => `/quote/${quoteId}`),
      ),
    policy: async () =>
      reads(
        { id: 'policy', title: 'GET /policy/{id}', expected: '"financeState"', goal: 0.3 },
        await ofPolicies(({ policyId }) => `/policy/${policyId}`),
      ),
    'client-policies': async () =>
      reads(
        { id: 'client-policies', title: 'GET /policy/client/{id}', expected: '"policyNumber"', goal: 0.3 },
        await ofPolicies(({ clientId }) => `/policy/client/${clientId}`),
      ),
    ledger: async () =>
      reads(
        { id: 'ledger', title: 'GET /policy/{id}/ledger', expected: '"entries"', goal: 0.3 },
        await ofPolicies(({ policyId }) => `/policy/${policyId}/ledger`),
      ),
  };
}
