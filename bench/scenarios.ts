import type { Targets } from './figures.js';
import type { Floor } from './floor.js';
import type { TemporalFloor } from './floor-temporal.js';
import type { HttpRequest } from './http-caller.js';
import { answerTo, demoProduct, type Measure, quoteRequest, requests } from './requests.js';
import type { MeasuredService } from './service.js';
import type { ServiceApart } from './service-apart.js';

export const scenarioIds = ['quote', 'apart', 'package', 'fire', 'client', 'quote-read', 'hello'] as const;
export type ScenarioId = (typeof scenarioIds)[number];

export interface ScenarioFloor {
  /** Part of the figures' names if a scenario has several floors. */
  id?: string;
  title: string;
  measure: Measure;
  target: Targets;
}

/** One kind of request to the service, and its floors. */
export interface Scenario {
  id: ScenarioId;
  title: string;
  service: Measure;
  floors: ScenarioFloor[];
  /** Fixed number of callers; default: each requested number. */
  callers?: number;
}

/** Reads compare what a saturated server answers. */
export const readCallers = 16;

/** The measured requests. Makes one quote, which the reads then read. */
export async function createScenarios(
  { demo }: MeasuredService,
  floor: Floor,
  apart: ServiceApart | undefined,
): Promise<Scenario[]> {
  const { product, headers } = demoProduct(demo, 'general-liability');
  const quote = (baseUrl = demo.baseUrl) =>
    requests(quoteRequest({ ...demo, baseUrl }, 'general-liability', true), '"quoteDetails"');
  const { requestId, clientId } = quoteIn(await answerTo(quoteRequest(demo, 'general-liability', true)));
  const temporal = (id: TemporalFloor): Measure => {
    return (callers, durationMs) => floor.measure(id, callers, durationMs);
  };
  const updateWithStart = (target: Targets): ScenarioFloor => ({
    title: 'bare update-with-start, one local activity',
    ...{ measure: temporal('update-with-start'), target },
  });
  const read = async (id: ScenarioId, path: string, expected: string): Promise<Scenario> => {
    const request: HttpRequest = { method: 'GET', url: new URL(`/ioi/v3${path}`, demo.baseUrl), headers };
    return {
      ...{ id, title: `GET ${path.replaceAll(/[0-9a-f-]{36}/g, '{id}')}` },
      ...{ callers: readCallers, service: requests(request, expected) },
      floors: [await expressFloor(floor, request, id === 'hello' ? { fromMemory: true } : {})],
    };
  };

  return [
    {
      id: 'quote',
      title: 'synchronous quote',
      service: quote(),
      floors: [updateWithStart({ p50: 1.15, throughput: 0.9, cpu: 1.15 })],
    },
    ...(apart === undefined
      ? []
      : [
          {
            id: 'apart' as const,
            title: 'synchronous quote, API and worker in processes of their own',
            service: quote(apart.baseUrl),
            floors: [{ title: 'in one process', measure: quote(), target: { p50: 1.1 } }],
          },
        ]),
    {
      id: 'package',
      title: 'synchronous quote of a package',
      callers: 16,
      service: requests(quoteRequest(demo, 'business-package', true), '"quoteDetails"'),
      // The floor does not rate, and does not store the several quotes of a package.
      floors: [updateWithStart({ p50: 2, throughput: 0.5 })],
    },
    {
      id: 'fire',
      title: 'asynchronous fire',
      service: requests(quoteRequest(demo, 'general-liability', false), '"triggerRequestId"'),
      floors: [
        {
          title: 'start to result, two local activities',
          measure: temporal('two-activities'),
          target: { p50: 1.1 },
        },
      ],
    },
    await read('client', `/client/${clientId}/product/${product.lineId}`, '"clientData"'),
    await read('quote-read', `/quote/${requestId}`, '"quoteDetails"'),
    await read('hello', '/hello', 'hello'),
  ];
}

/** A bare route of Express that answers the same text as the service. */
export async function expressFloor(
  floor: Floor,
  request: HttpRequest,
  { fromMemory, target = 0.75 }: { fromMemory?: true; target?: number },
): Promise<ScenarioFloor> {
  const body = await answerTo(request);
  const path = `/answer-${request.method}-${request.url.pathname.replaceAll('/', '-')}`;
  const url = await floor.read({ path, body, ...(fromMemory && { fromMemory }) });
  return {
    title: fromMemory ? 'bare Express route' : 'bare Express route, one prepared query by primary key',
    measure: requests({ method: 'GET', url }, body.slice(0, 10)),
    target: { throughput: fromMemory ? 0.8 : target },
  };
}

function quoteIn(body: string): { requestId: string; clientId: string } {
  const { metadata } = JSON.parse(body) as { metadata: { quotes: Record<string, unknown>[] } };
  const [{ requestId, clientId, quoteDetails } = {}] = metadata.quotes;
  if (typeof requestId === 'string' && typeof clientId === 'string' && quoteDetails) {
    return { requestId, clientId };
  }
  throw new Error(`The service gave no quote: ${body}`);
}
