import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noMail } from '../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { type Activities, createActivities } from '../../activities/index.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { authorOf } from '../../api/http/person.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { newEvent } from '../../db/events/new-event.js';
import { EventReader } from '../../db/events/read-event.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type FiredEvent, toRun } from '../../domain/runs/fired-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { testDocuments, testRater } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';
import { noWebhooks } from '../support/webhook-settings.js';

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
    mail: noMail,
    documents: testDocuments(db),
    rater: testRater(),
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
  // The version of a quote is its time in microseconds.
  const text = JSON.stringify(rows.map((row) => ({ ...row, sheets })))
    .replaceAll(/"[^"]*\d\d:\d\d:\d\d[^"]*"/g, '"a time"')
    .replaceAll(/"version":\d{16}\b/g, '"version":"a time"');
  const ids = new Map<string, string>();
  const numbered = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
    return String(ids.get(id));
  });
  return JSON.parse(numbered.replaceAll(/"\w*sha256":"[^"]*"/g, '"sha256":""')) as object[];
}

const first = ({ defaultActions: [saving], actions: [rating] }: FiredEvent) => [saving!, rating!] as const;

const trigger = { executedActionCount: 1, expectedResponseCount: 1 };

/** Saves the client and rates for it, each action as often as its worker dies after the commit. */
async function runActions(envelope: EventEnvelope, { attempts = 1 } = {}) {
  const { fired } = await accepted(envelope);
  const { triggerRequestId } = fired;
  const [saving, rating] = first(fired);
  const repeated = async <Result>(activity: () => Promise<Result>) => {
    const results: Result[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) results.push(await perform(activity));
    expect(results).toEqual(results.map(() => results[0]));
    return results[0] as Result;
  };
  const { client } = await repeated(() => activities.runDefaultAction(triggerRequestId, saving));
  const result = { ...trigger, metadata: { client } };
  await repeated(() =>
    activities.rateQuote(triggerRequestId, { ...toRun(rating), type: 'IOI_RATING' }, client, result),
  );
  return { triggerRequestId, client };
}

describe('a client that is saved and rated', () => {
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
  )('is written once, however often an action is repeated: $name of a $client client', async (each) => {
    const intake = intakeOf({ ...answers, ...each.changes });
    const envelope = async () => {
      if (each.client === 'new') return oneRating({ payload: { intake } });
      const earlier = oneRating({ payload: { intake: intakeOf({ ...answers, 'client.name': 'Stall' }) } });
      return oneRating({ payload: { intake, clientId: (await runActions(earlier)).client! } });
    };
    const once = await rowsOf((await runActions(await envelope())).triggerRequestId);
    const again = await rowsOf((await runActions(await envelope(), { attempts: 2 })).triggerRequestId);

    expect(again).toEqual(once);
    expect(once).toMatchObject([
      {
        client: { name: 'Shop' },
        quotes: [expect.anything()],
        actions: [{ type: 'IOI_RATING' }, { type: 'SAVE_CLIENT' }],
        earlier_answers: each.client === 'new' ? 0 : 1,
      },
    ]);
  });

  it('keeps every version of the answers of one client, however many quotes at once change them', async () => {
    const { client } = await runActions(oneRating({ payload: { intake: intakeOf(answers) } }));
    const quotes = Array.from({ length: 12 }, async (_, at) => {
      const intake = intakeOf({ 'client.name': `Shop ${at}`, [`shop.extra${at}`]: 'yes' });
      return runActions(oneRating({ payload: { intake, clientId: client! } }));
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

  it('is not saved if it was erased meanwhile', async () => {
    const { client } = await runActions(oneRating());
    const { fired } = await accepted(oneRating({ payload: { clientId: client! } }));
    await world.db('clients').where({ id: client }).update({ erased_at: new Date() });

    await expect(
      perform(() => activities.runDefaultAction(fired.triggerRequestId, first(fired)[0])),
    ).rejects.toThrow('does not exist');
    expect(await rowsOf(fired.triggerRequestId)).toMatchObject([
      { state: 'ACCEPTED', actions: null, quotes: null },
    ]);
  });
});

describe('the history of a synchronous quote', () => {
  it('has an accepted and completed update, and each action as an activity of its own', async () => {
    const stop = await world.startWorker();
    const { triggerRequestId } = await world.events.fire(world.agency, oneRating({ forceSync: true }));
    const { plan } = await Event.query(world.db).findById(triggerRequestId).throwIfNotFound();
    const { events } = await world.client.workflow.getHandle(workflowIdOf(plan)).fetchHistory();
    await stop();

    const has = (attributes: keyof NonNullable<typeof events>[number]) =>
      (events ?? []).filter((event) => event[attributes]).length;
    expect(has('workflowExecutionUpdateAcceptedEventAttributes')).toBe(1);
    expect(has('workflowExecutionUpdateCompletedEventAttributes')).toBe(1);
    const activityTypes = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) => {
      const [details] = marker?.details?.data?.payloads ?? [];
      return /"activity_type":"([^"]*)"/.exec(String(details?.data))?.[1] ?? [];
    });
    expect(activityTypes).toEqual(['Save the client', 'Rate: Standard shop rating']);
  });
});
