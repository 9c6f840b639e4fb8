import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../cli/ground/package-info.js';
import { addDays, utcDate } from '../domain/ground/calendar.js';
import type { HttpRequest } from './http-caller.js';
import { answersTo, demoProduct, quoteRequest, requestOf } from './requests.js';
import type { Demo } from './service.js';

/** Work of an organization, by many callers at once. */
export interface Work {
  id: string;
  title: string;
  callers: number;
  request: HttpRequest;
}

const key = 'general-liability';
/** Enough for some seconds of each impact and report. */
const quotesMade = 400;
const copies = 60;

/** One of each kind of work that takes more than some milliseconds, and floods of short ones. */
export async function noisyWorks(demo: Demo): Promise<Work[]> {
  const request = requestOf(demo, key);
  const { lineId, versionId, forms, intakes } = demoProduct(demo, key).product;
  const quote = quoteRequest(demo, key, true);
  const today = utcDate(new Date());
  const [made = ''] = await answersTo(Array.from({ length: quotesMade }, () => quote));
  const { metadata } = JSON.parse(made) as { metadata: { quotes: Record<string, string>[] } };
  const [{ requestId: quoteId, clientId } = {}] = metadata.quotes;
  const form = (wanted: string) => forms.find(({ name }) => name === wanted)?.formConfigId;
  const document = { productId: lineId, formConfigId: form('Quote proposal'), clientId, quoteId };
  const product = await largeProduct();
  const pairs = Array.from({ length: 19_900 }, (_, at) => [`question.${at}`, 'answer '.repeat(12)]);
  const garbage = Array.from({ length: 700_000 }, () => 'wrong word');
  const trial = { effectiveDate: today, intake: intakes.quoted };
  const client = { clientData: Object.fromEntries(Array.from({ length: 9_900 }, (_, at) => answer(at))) };
  return [
    { id: 'quotes', title: 'synchronous quotes', callers: 50, request: quote },
    { id: 'events', title: 'fired events', callers: 200, request: quoteRequest(demo, key, false) },
    {
      id: 'rate',
      title: 'trial ratings',
      callers: 50,
      request: request('POST', `/product/${lineId}/rate`, trial),
    },
    { id: 'replay', title: 'replays', callers: 50, request: request('GET', `/quote/${quoteId}/replay`) },
    {
      id: 'documents',
      title: 'documents',
      callers: 40,
      request: request('POST', '/generate/document', document),
    },
    {
      id: 'worksheets',
      title: 'worksheets as PDF',
      callers: 40,
      request: request('GET', `/download/advanced/worksheet/${quoteId}/pdf`),
    },
    {
      id: 'lint',
      title: 'checks of products',
      callers: 20,
      request: request('POST', '/product/lint', product),
    },
    {
      id: 'cases',
      title: 'tests of large products',
      callers: 2,
      request: request('POST', '/product/test', product),
    },
    {
      id: 'impact',
      title: 'impacts of a version',
      callers: 2,
      request: request('POST', `/product/version/${versionId}/impact`, {
        against: versionId,
        from: addDays(today, -7),
      }),
    },
    { id: 'reports', title: 'reports', callers: 4, request: request('GET', `/report/premium?asOf=${today}`) },
    {
      id: 'exports',
      title: 'exports of a client',
      callers: 4,
      request: request('GET', `/client/${clientId}/export`),
    },
    {
      id: 'converter',
      title: 'conversions of 2 MB',
      callers: 4,
      request: request('POST', '/converter/key-pairs/intake-structure', Object.fromEntries(pairs)),
    },
    {
      id: 'clients',
      title: 'clients of 9,900 answers',
      callers: 4,
      request: request('PUT', '/client', client),
    },
    {
      id: 'garbage',
      title: 'bodies of 9 MB with 700,000 errors',
      callers: 4,
      request: request('POST', '/event/fire', {
        type: 'GET_QUOTES',
        lineId,
        eventTargets: garbage,
        payload: {},
      }),
    },
    { id: 'reads', title: 'reads of a quote', callers: 50, request: request('GET', `/quote/${quoteId}`) },
    {
      id: 'search',
      title: 'searches',
      callers: 20,
      request: request('POST', '/policy/search', { size: 100 }),
    },
    { id: 'hello', title: 'hellos', callers: 50, request: request('GET', '/hello') },
  ];
}

const answer = (at: number) => [`question.${at}`, { type: 'ANSWER', qid: `question.${at}`, answer: 'x' }];

/** A demo product with its cases many times over: some seconds of rating. */
async function largeProduct() {
  const folder = path.join(packageRoot(), 'db/seeds/products');
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const cases = parse(await read(`${key}.cases.yaml`), { merge: true }) as { name: string }[];
  const many = Array.from({ length: copies }, (_, copy) =>
    cases.map((each) => ({ ...each, name: `${each.name} (${copy})` })),
  );
  return {
    product: `${key}.yaml`,
    files: { [`${key}.yaml`]: await read(`${key}.yaml`), [`${key}.cases.yaml`]: JSON.stringify(many.flat()) },
  };
}
