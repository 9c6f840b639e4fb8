import { measuredForm } from './floor-documents.js';
import type { Scenario } from './measure-scenario.js';
import { readIds, readScenarios, type Sides } from './read-scenarios.js';
import { demoProduct, type Measure, quoteRequest, requestOf, requests } from './requests.js';
import { searchScenarios } from './search.js';
import { startServiceApart } from './service-apart.js';

/** In the order of measurement: the book of policies is made after quotes were measured. */
export const scenarioIds = [
  ...(['quote', 'apart', 'package', 'fire'] as const),
  ...readIds,
  ...(['search', 'documents'] as const),
] as const;
export type ScenarioId = (typeof scenarioIds)[number];

const documentCallers = 50;

/** The measured requests. What they need is made when they are asked for. */
export function scenariosOf(sides: Sides): Record<ScenarioId, () => Promise<Scenario[]>> {
  const { service, floor, records } = sides;
  const { demo } = service;
  const request = requestOf(demo);
  const quotes = (key: string, baseUrl = demo.baseUrl) =>
    requests([quoteRequest({ ...demo, baseUrl }, key, true)], '"quoteDetails"');
  const quote = quotes('general-liability');
  const updateWithStart = {
    title: 'bare update-with-start, one local activity',
    measure: floor.work('update-with-start'),
  };
  return {
    quote: async () => {
      await records.quotes();
      return [
        {
          id: 'quote',
          title: 'synchronous quote',
          service: quote,
          floor: updateWithStart,
          goals: (callers) => ({ p50: callers === 1 ? 1.6 : 1.5, throughput: 0.65, cpu: 1.45 }),
        },
      ];
    },
    apart: async () => {
      const { baseUrl, pids, stop: end } = await startServiceApart(service);
      return [
        {
          id: 'apart',
          title: 'synchronous quote, API and worker in processes of their own',
          service: quotes('general-liability', baseUrl),
          pids,
          end,
          floor: { title: 'in one process', measure: quote },
          goals: () => ({ p50: 1.15 }),
        },
      ];
    },
    package: async () => [
      {
        id: 'package',
        title: 'synchronous quote of a package',
        callers: [16],
        // The floor does not rate, and does not store the several quotes of a package.
        service: quotes('business-package'),
        floor: updateWithStart,
        goals: () => ({ p50: 2, throughput: 0.5 }),
      },
    ],
    fire: async () => [
      {
        id: 'fire',
        title: 'asynchronous fire',
        floor: updateWithStart,
        service: requests([quoteRequest(demo, 'general-liability', false)], '"triggerRequestId"'),
      },
    ],
    ...readScenarios(sides),
    search: async () => {
      await records.policies();
      return searchScenarios(service);
    },
    documents: async () => {
      const { product } = demoProduct(demo, 'general-liability');
      const formConfigId = product.forms.find(({ name }) => name === measuredForm)?.formConfigId;
      const quoted = await records.quotes();
      const made = quoted.map(({ quoteId, clientId, lineId }) =>
        request('POST', '/generate/document', { productId: lineId, formConfigId, clientId, quoteId }),
      );
      const generate = requests(made, '');
      const all = quoted.map(({ quoteId }) => request('GET', `/quote/${quoteId}`));
      const read = requests(all, '"quoteDetails"');
      const beside: Measure = async (callers, durationMs) => {
        const making = generate(documentCallers, durationMs);
        return read(callers, durationMs).finally(() => making);
      };
      return [
        {
          id: 'documents',
          title: 'POST /generate/document',
          callers: [documentCallers],
          warmUp: 1,
          service: generate,
          floor: { title: 'pdfmake alone, the same layout', measure: floor.work('document') },
          // Threads share the processor with everything else.
          goals: () => ({ p50: 1.1, throughput: 0.9 }),
        },
        {
          id: 'documents-reads',
          title: `GET /quote/{id} beside ${documentCallers} documents`,
          callers: [1],
          metrics: ['p50'],
          service: beside,
          floor: { title: 'the same without documents', measure: read },
          goals: () => ({ p50: 2 }),
        },
      ];
    },
  };
}
