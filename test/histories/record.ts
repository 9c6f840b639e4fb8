import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Books } from '../../api/books/service.js';
import { BookRuns } from '../../api/runs/book-runs.js';
import { demoProduct } from '../../db/seeds/demo-products.js';
import { bookWorkflowId } from '../../workflows/contracts/book.js';
import { jobWorkflowId } from '../../workflows/contracts/job.js';
import { clockWorkflowId } from '../../workflows/contracts/clock.js';
import { aCarrierServer } from '../support/carrier-server.js';
import { aClockWorld } from '../support/clock-world.js';
import { anEventWorld } from '../support/event-world.js';
import { historyText } from '../support/histories.js';
import { aJobWorld, shopsToQuote } from '../support/job-world.js';
import { shapes } from '../support/run-shapes.js';
import { stillOpen } from '../support/runs-over.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { localWebhooks } from '../support/webhook-settings.js';

/**
 * Records the history of a run of every shape, with those of the events that it fires, for the tests that replay
 * them: `npm run record-histories`. What is recorded stays: a file is added with a new name, not replaced, since it
 * stands for runs that are in flight somewhere.
 */
it.each(shapes)('records $name', async (shape) => {
  const world = await anEventWorld(shape.product());
  const others = await aCarrierServer();
  if (shape.answers) others.answer(shape.answers);
  const endpoint = { url: others.url, private: true };
  const stop = await world.startWorker({ carrier: endpoint, screening: endpoint }, localWebhooks());
  const envelope = await shape.fires(world, others);
  await world.events.fire(world.agency, envelope).catch(() => undefined);
  await expect
    .poll(
      async () => {
        await shape.meanwhile?.(world);
        return stillOpen(world, String(envelope.triggerRequestId));
      },
      { timeout: 120_000, interval: 100 },
    )
    .toEqual([]);
  const day = new Date().toISOString().slice(0, 10);
  const query = `TaskQueue = '${world.taskQueue}'`;
  await expect.poll(async () => (await world.client.workflow.count(query)).count, { timeout: 20_000 }).toBeGreaterThan(0);
  let place = 0;
  for await (const { workflowId, runId, type } of world.client.workflow.list({ query })) {
    const history = await world.client.workflow.getHandle(workflowId, runId).fetchHistory();
    const name = `${shape.name.replaceAll(/\W+/g, '-')}.${type}.${place++}.${day}.json`;
    await writeFile(new URL(name, import.meta.url), historyText(history));
  }
  await stop();
  await others.stop();
  await world.close();
}, 180_000);

it('records an advance of a test clock', async () => {
  const world = await aClockWorld(
    shopOfLives({ cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } }, closeAfterDays: 30 }),
  );
  const stop = await world.startWorker();
  const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
  for (const effectiveDate of ['2040-01-01', '2040-01-05']) await world.issue(clockId, { effectiveDate });
  await world.advance(clockId, '2040-04-01T00:00:00.000Z');
  const run = world.client.workflow.getHandle(clockWorkflowId(clockId));
  await run.result();
  const history = await run.fetchHistory();
  const name = `an-advance.clock.0.${new Date().toISOString().slice(0, 10)}.json`;
  await writeFile(new URL(name, import.meta.url), historyText(history));
  await stop();
  await world.close();
}, 180_000);

it('records a job with rows that fail', async () => {
  const world = await aJobWorld();
  const stop = await world.startWorker();
  const rows = shopsToQuote(12).replace('2026-12-01,Shop 5,', '2019-12-01,Shop 5,');
  const { id } = await world.make('GET_QUOTES', rows, { fanOut: 3 });
  await world.untilEnded(id);
  const run = world.client.workflow.getHandle(jobWorkflowId(id));
  await run.result();
  const name = `a-job.job.0.${new Date().toISOString().slice(0, 10)}.json`;
  await writeFile(new URL(name, import.meta.url), historyText(await run.fetchHistory()));
  await stop();
  await world.close();
}, 180_000);

it('records a book that is checked, loaded and compared', async () => {
  const world = await anEventWorld((await demoProduct('general-liability')).definition);
  const { db, client, taskQueue, carrier } = world;
  const stop = await world.startWorker();
  const books = new Books({ db, runs: new BookRuns({ client, taskQueue }), now: () => new Date() });
  const files = {
    'book.json': '{"format":"ioi-book/1","source":"Old System"}',
    'clients.csv': 'id,name\nC-1,Heron\n',
    'policies.csv': 'id,policyNumber,client,product\nP-1,OLD-1,C-1,general-liability\n',
    'changes.csv': 'policy,kind,effectiveDate,answers.client.state,premium\nP-1,ISSUE,2025-03-01,TX,100.00\n',
  };
  const { id } = await books.send(carrier, { mode: 'LOAD', files, documents: {} });
  const run = world.client.workflow.getHandle(bookWorkflowId(id));
  await run.result();
  const name = `a-book.book.0.${new Date().toISOString().slice(0, 10)}.json`;
  await writeFile(new URL(name, import.meta.url), historyText(await run.fetchHistory()));
  await stop();
  await world.close();
}, 180_000);
