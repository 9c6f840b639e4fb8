import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { anAssistant } from '../support/assistant.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { idAfter, Transcript, tokenIn, tokensOf } from '../support/scripted-assistant.js';
import { servedApi } from '../support/served-api.js';

const page = path.resolve(import.meta.dirname, '../../docs/guides/assistant-transcripts.md');
// Lists are in the order of time: it goes on, so that what is made later comes later.
let time = Date.parse('2027-01-15T09:00:00Z');
const now = () => {
  time += 1;
  return new Date(time);
};

let world: EventWorld;
let answers: AnswerMap;
let productId: string;
let client: Awaited<ReturnType<typeof anAssistant>>;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { definition, intakes } = (await demoProducts()).find(({ key }) => key === 'personal-auto')!;
  world = await anEventWorld(definition, { now });
  stops.push(() => world.close());
  answers = intakes.quoted!;
  productId = definition.product.id;
  stops.push(await world.startWorker());
  const { url, stop } = await servedApi(world, {}, now);
  stops.push(stop);
  const { organizationId } = world.agency;
  const { apiKey, secret } = await createApiKey(world.db, {
    organizationId,
    label: 'Desk',
    permissions: ['*'],
  });
  client = await anAssistant(url, basicOf(apiKey.key, secret), 'Scribe');
  stops.push(() => client.close());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Answers as an assistant gives them: plain values, loops as lists. */
function given(map: AnswerMap): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(map).map(([qid, entry]) => {
      if (entry.type !== 'LOOP') return [qid, entry.answer];
      return [qid, entry.iterations.map((one) => plain(one.answers))];
    }),
  );
  function plain(of: object) {
    return Object.fromEntries(
      Object.entries(of as AnswerMap).map(([qid, entry]) => {
        const text = entry.type === 'LOOP' ? '' : entry.answer;
        return [qid, placeOf(text) ?? text];
      }),
    );
  }
  /** `drivers[0]` for the id of the first driver. */
  function placeOf(id: string): string | undefined {
    for (const [qid, entry] of Object.entries(map)) {
      const at = entry.type === 'LOOP' ? entry.iterations.findIndex((one) => one.iterationId === id) : -1;
      if (at >= 0) return `${qid}[${at}]`;
    }
    return undefined;
  }
}

/** Ids, tokens and numbers of policies differ at each run. */
const masks = new Map<string, string>();
function masked(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!masks.has(id)) masks.set(id, `id-${masks.size + 1}`);
      return masks.get(id)!;
    })
    .replace(/\b[\w-]{43}\b/g, '(token)');
}

it('quotes, binds, endorses, answers a coverage question and prepares a renewal', async () => {
  const transcript = new Transcript(client, masked);
  transcript.title('Quote');
  transcript.person(
    'Maria Delgado from Austin wants auto insurance from February 1 for her Camry and the pickup.',
  );
  const products = await transcript.call('list_products', {});
  expect(products).toContain(productId);
  await transcript.call('product_questions', { productId, answers: { 'client.name': 'Maria Delgado' } });
  const risk = { productId, effectiveDate: '2027-02-01', answers: given(answers) };
  await transcript.call('rate', risk);
  const preview = await transcript.call('quote', risk);
  transcript.person('Yes, keep that quote.');
  const kept = await transcript.call('act', { token: tokenIn(preview) });
  const quoteId = idAfter('quote', kept);
  transcript.person('Why does it cost that much?');
  await transcript.call('explain_premium', { quoteId });

  transcript.title('Bind');
  transcript.person('She takes it, and pays by check next week.');
  const policy = await transcript.call('bind', { quoteId, paymentRequired: false });
  transcript.person('Issue it.');
  const issued = await transcript.call('act', { token: tokenIn(policy) });
  const policyId = idAfter('id', issued);
  await transcript.call('policy', { policyId });

  transcript.title('Endorse');
  transcript.person('From March 10 the pickup is used to drive to work, 12,000 miles a year.');
  const change = await transcript.call('endorse', {
    policyId,
    effectiveDate: '2027-03-10',
    change: [
      {
        list: 'vehicles',
        item: 'F-150',
        answers: { 'vehicle.use': 'COMMUTE_SHORT', 'vehicle.annualMileage': 12000 },
      },
    ],
  });
  transcript.person('She agrees.');
  await transcript.call('act', { token: tokenIn(change) });

  transcript.title('Was the second car covered on March 3?');
  transcript.person('Maria Delgado had an accident with the second car on March 3. Was it covered?');
  await transcript.call('find', { text: 'delgado' });
  await transcript.call('coverage_on_day', { policyId, day: '2027-03-03' });

  transcript.title('Prepare a renewal');
  transcript.person('What will she pay next year, if the Camry gets a lower deductible for collisions?');
  await transcript.call('upcoming', { policyId });
  await transcript.call('renew', {
    policyId,
    change: [{ list: 'vehicles', item: 'Camry', answers: { 'vehicle.collision': '250' } }],
  });

  const listed = JSON.stringify((await client.listTools()).tools);
  const largest = Math.max(...transcript.sizes);
  expect(tokensOf(listed)).toBeLessThanOrEqual(6_000);
  expect(largest).toBeLessThanOrEqual(2_000);
  const head = [
    '# Transcripts of an assistant',
    '*For those who want to see what an assistant reads and does before they connect one.*',
    'A test runs these conversations with a scripted caller against the whole service, on January 15, 2027, and writes this page: `npx vitest run test/assistants/transcripts.test.ts -u`. Ids and tokens are ' +
      'replaced. Long inputs are cut here.',
    `The list of all tools has ${tokensOf(listed)} tokens, the largest answer below ${largest}, all ${transcript.sizes.length} answers together ${transcript.sizes.reduce((sum, one) => sum + one, 0)} (four characters counted as a token).`,
  ];
  await expect(`${head.join('\n\n')}\n\n${transcript.text}\n`).toMatchFileSnapshot(page);
});
