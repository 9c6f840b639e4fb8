import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { type Activities, createActivities } from '../../activities/index.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { titledActivities } from '../../activities/titled.js';
import { authorOf } from '../../api/http/person.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { newEvent } from '../../db/events/new-event.js';
import { EventReader } from '../../db/events/read-event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { FiredEvent } from '../../domain/runs/fired-event.js';
import { retryPlan } from '../../domain/runs/retry-plan.js';
import { eventRunOptions, typeOfRun } from '../../workflows/contracts/event-run-options.js';
import { testDocuments } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { quietRuntime } from '../support/quiet-runtime.js';
import { shopIds } from '../support/shop-product.js';
import { temporalAddress } from '../support/temporal.js';
import { noWebhooks } from '../support/webhook-settings.js';
import { workflowBundle } from '../support/workflow-bundle.js';

let world: EventWorld;
let activities: Activities;
const environment = new MockActivityEnvironment();
const perform = <Result>(activity: () => Promise<Result>) => environment.run(activity) as Promise<Result>;

beforeAll(async () => {
  world = await anEventWorld();
  const { db, catalog } = world;
  activities = createActivities({
    ...{ db, catalog, events: new EventReader(db), now: () => new Date() },
    outbound: { endpoints: {}, environment: 'DEV', webhooks: noWebhooks },
    payments: paymentProviders(offlineProvider),
    documents: testDocuments(db),
  });
});
afterAll(() => world?.close());

const oneRating = (changes: Parameters<typeof aFire>[0] = {}) =>
  aFire({ eventTargets: [shopIds.standard], ...changes });

/** Accepts an event without running it. */
async function accepted(envelope: EventEnvelope) {
  const { db, catalog, versionId, agency } = world;
  const [product, version] = [await catalog.product(shopIds.line), await catalog.version(versionId)];
  const event = newEvent({
    organization: { id: agency.organizationId, name: agency.organizationName },
    ...{ product: product!, version: version!, asConfiguredAt: new Date(), envelope },
    ...{ triggerRequestId: randomUUID(), firedBy: authorOf(agency) },
    subject: envelope.type === 'GET_QUOTES' ? { clientId: envelope.payload.clientId } : {},
  });
  await acceptEvent(db, event);
  return event.plan;
}

/** The rows of an event without what differs from one time to the next. */
async function rowsOf(triggerRequestId: string) {
  const { rows } = await world.db.raw<{ rows: object[] }>(
    `select event.state, event.trigger_result, event.client_id, event.closed_at is not null as closed,
       (select jsonb_agg(to_jsonb(action) order by kind) from action_runs action
         where action.trigger_request_id = event.trigger_request_id) as actions,
       (select to_jsonb(client) from clients client where client.id = event.client_id) as client,
       (select count(*)::int from client_answer_history earlier where earlier.client_id = event.client_id)
         as earlier_answers,
       (select jsonb_agg(to_jsonb(quote)) from quotes quote
         where quote.trigger_request_id = event.trigger_request_id) as quotes
     from events event where trigger_request_id = ?`,
    [triggerRequestId],
  );
  const sheets = await QuoteWorksheet.query(world.db).whereIn(
    'request_id',
    Quote.query(world.db).select('request_id').where('trigger_request_id', triggerRequestId),
  );
  const text = JSON.stringify(rows.map((row) => ({ ...row, sheets }))).replaceAll(
    /"[^"]*\d\d:\d\d:\d\d[^"]*"/g,
    '"a time"',
  );
  const ids = new Map<string, string>();
  const numbered = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
    return String(ids.get(id));
  });
  return JSON.parse(numbered.replaceAll(/"\w*sha256":"[^"]*"/g, '"sha256":""')) as object[];
}

const first = ({ defaultActions: [saving], actions: [rating] }: FiredEvent) => [saving!, rating!] as const;

const trigger = { executedActionCount: 1, expectedResponseCount: 1 };

/** Saves the client and rates one after the other. */
async function runApart(envelope: EventEnvelope) {
  const { fired } = await accepted(envelope);
  const [saving, rating] = first(fired);
  const { client } = await perform(() => activities.runDefaultAction(fired.triggerRequestId, saving));
  await perform(() =>
    activities.rateQuote(fired.triggerRequestId, { ...rating, type: 'IOI_RATING' }, client, {
      ...trigger,
      metadata: { client },
    }),
  );
  return { triggerRequestId: fired.triggerRequestId, client };
}

describe("a quote with its client's save", () => {
  const cases = [
    ['a quote', {}],
    ['a decline', { 'shop.revenue': '9500000' }],
    ['a referral', { 'shop.revenue': '2000000' }],
  ] as const;
  const answers = { 'client.name': 'Shop', 'shop.revenue': '200000', 'shop.claims': 'false' };

  it.each(
    cases.flatMap(([name, changes]) => [
      { name, changes, client: 'new' },
      { name, changes, client: 'known' },
    ]),
  )(
    'leaves what its two actions leave one after the other: $name of a $client client',
    async ({ changes, client }) => {
      const intake = intakeOf({ ...answers, ...changes });
      const envelope = async () => {
        if (client === 'new') return oneRating({ payload: { intake } });
        const earlier = oneRating({ payload: { intake: intakeOf({ ...answers, 'client.name': 'Stall' }) } });
        return oneRating({ payload: { intake, clientId: (await runApart(earlier)).client! } });
      };
      const apart = await runApart(await envelope());
      const { fired: together } = await accepted(await envelope());
      expect(together.savesClientWith).toBe(shopIds.standard);
      const quoteAgain = () =>
        perform(() =>
          activities.quoteNewClient(together.triggerRequestId, ...first(together), {
            ...trigger,
            metadata: {},
          }),
        );
      const done = await quoteAgain();

      const left = await rowsOf(together.triggerRequestId);
      expect(left).toEqual(await rowsOf(apart.triggerRequestId));
      expect(left).toMatchObject([{ client: { name: 'Shop' }, quotes: [expect.anything()] }]);
      expect(left).toMatchObject([{ earlier_answers: client === 'new' ? 0 : 1 }]);
      // The first attempt committed, and its worker died.
      expect(await quoteAgain()).toEqual(done);
      expect(await rowsOf(together.triggerRequestId)).toEqual(left);
    },
  );

  it('keeps every version of the answers of one client, however many quotes at once change them', async () => {
    const { client } = await runApart(oneRating({ payload: { intake: intakeOf(answers) } }));
    const quotes = Array.from({ length: 12 }, async (_, at) => {
      const intake = intakeOf({ 'client.name': `Shop ${at}`, [`shop.extra${at}`]: 'yes' });
      const { fired } = await accepted(oneRating({ payload: { intake, clientId: client! } }));
      const result = { ...trigger, metadata: {} };
      return perform(() => activities.quoteNewClient(fired.triggerRequestId, ...first(fired), result));
    });
    await Promise.all(quotes);

    const [saved] = await world.db('clients').where({ id: client });
    const versions = await world
      .db('client_answer_history')
      .where({ client_id: client })
      .orderBy('valid_from');
    const extras = Object.keys(saved.answers).filter((qid) => qid.startsWith('shop.extra'));
    expect(extras).toHaveLength(12);
    expect(saved.name).toBe(saved.answers['client.name'].answer);
    expect(versions.map(({ answers }) => Object.keys(answers).length)).toEqual(
      versions.map((_, at) => Object.keys(answers).length + at),
    );
    const ends = [...versions.map(({ valid_from }) => valid_from), saved.answers_valid_from];
    expect(versions.map(({ valid_until }) => valid_until)).toEqual(ends.slice(1));
  });

  it('writes nothing for a client that was erased meanwhile', async () => {
    const { client } = await runApart(oneRating());
    const { fired } = await accepted(oneRating({ payload: { clientId: client! } }));
    await world.db('clients').where({ id: client }).update({ erased_at: new Date() });
    const result = { ...trigger, metadata: {} };

    await expect(
      perform(() => activities.quoteNewClient(fired.triggerRequestId, ...first(fired), result)),
    ).rejects.toThrow('22P02');
    expect(await rowsOf(fired.triggerRequestId)).toMatchObject([
      { state: 'ACCEPTED', actions: null, quotes: null },
    ]);
  });
});

describe('the plan of an event', () => {
  const withRating = async (envelope: EventEnvelope) => (await accepted(envelope)).fired.savesClientWith;

  it('saves the client with the only rating that comes first', async () => {
    expect(await withRating(oneRating())).toBe(shopIds.standard);
    expect(await withRating(aFire())).toBeUndefined();
    expect(await withRating(oneRating({ batchMode: true }))).toBeUndefined();
    expect(await withRating(oneRating({ payload: { clientId: randomUUID() } }))).toBe(shopIds.standard);
  });

  it('does not where failed actions are retried', async () => {
    const plan = await accepted(oneRating());
    expect(retryPlan(plan, 1, () => true).fired).not.toHaveProperty('savesClientWith');
  });
});

describe('the run', () => {
  /** Runs an event with activities that only note that they were called. */
  async function run(quoteNewClient: () => Promise<object>) {
    quietRuntime();
    const called: unknown[][] = [];
    const noting =
      (name: string, answer: object = {}) =>
      async (...args: unknown[]) => {
        called.push([name, ...args.slice(1)]);
        return answer;
      };
    const connection = await NativeConnection.connect({ address: temporalAddress() });
    const taskQueue = `test-${randomUUID()}`;
    const worker = await Worker.create({
      ...{ connection, taskQueue, workflowBundle: { codePath: await workflowBundle() } },
      activities: titledActivities({
        quoteNewClient: async (...args: unknown[]) => {
          called.push(['quoteNewClient', ...args.slice(1)]);
          return quoteNewClient();
        },
        runDefaultAction: noting('runDefaultAction', { client: 'c', fired: [], startsPolicyTerms: [] }),
        rateQuote: noting('rateQuote', { quoteIds: ['q'], fired: [], closed: true }),
      } as object as Activities),
    });
    const plan = await accepted(oneRating());
    const started = { ...eventRunOptions(plan), taskQueue };
    const handle = await world.client.workflow.start(typeOfRun(plan), started);
    const status = await worker.runUntil(handle.result());
    await connection.close();
    return { called, status, history: await handle.fetchHistory() };
  }

  it('is one local activity, which shows both actions and closes the event', async () => {
    const { called, status, history } = await run(async () => ({
      ...{ client: 'c', quoteIds: ['q'], fired: [], closed: true },
    }));

    expect(called).toEqual([
      ['quoteNewClient', expect.anything(), expect.anything(), { ...trigger, metadata: {} }],
    ]);
    expect(status).toMatchObject({
      state: 'COMPLETED',
      actions: [
        { type: 'SAVE_CLIENT', state: 'SUCCEEDED' },
        { name: 'Standard shop rating', state: 'SUCCEEDED' },
      ],
    });
    const [marker, ...others] = (history.events ?? []).filter((event) => event.markerRecordedEventAttributes);
    expect(others).toEqual([]);
    const [details] = marker?.markerRecordedEventAttributes?.details?.data?.payloads ?? [];
    expect(String(details?.data)).toContain(
      '"activity_type":"Save the client and rate: Standard shop rating"',
    );
  });

  it('has each action on its own where they fail together', async () => {
    const { called, status } = await run(() =>
      Promise.reject(ApplicationFailure.nonRetryable('rating failed', 'RATING_FAILED')),
    );

    expect(called).toEqual([
      ['quoteNewClient', expect.anything(), expect.anything(), expect.anything()],
      ['runDefaultAction', expect.objectContaining({ type: 'SAVE_CLIENT' })],
      ['rateQuote', expect.anything(), 'c', { ...trigger, metadata: { client: 'c' } }],
    ]);
    expect(status).toMatchObject({ actions: [{ state: 'SUCCEEDED' }, { state: 'SUCCEEDED' }] });
  });
});
