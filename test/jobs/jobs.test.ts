import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { Person } from '../../db/models/person.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { aJobWorld, type JobWorld, type ResultLine, shopsToQuote } from '../support/job-world.js';

let world: JobWorld;
let stop: () => Promise<void>;

beforeAll(async () => {
  world = await aJobWorld();
  stop = await world.startWorker();
});

afterAll(async () => {
  await stop?.();
  await world?.close();
});

const outcomes = (lines: readonly ResultLine[]) => lines.map((line) => line['job.outcome']);
const failing = (lines: readonly ResultLine[]) =>
  lines.filter((line) => line['job.outcome'] === 'FAILED').map((line) => line['job.row']);

/** What a run of thirty rows makes, for those that follow. */
const made: { quotes: ResultLine[]; policies: ResultLine[] } = { quotes: [], policies: [] };

describe('a job of thirty rows', () => {
  it('quotes for clients that its columns make, and fails the rows that only firing refuses', async () => {
    const rows = shopsToQuote(30).replaceAll(/2026-12-01,(Shop (?:7|19),)/g, '2019-12-01,$1');
    const job = await world.make('GET_QUOTES', rows, { name: 'The renewals of a broker' });
    expect(job).toMatchObject({ state: 'RUNNING', rows: { total: 30 }, createdBy: { kind: 'API_KEY' } });
    const ended = await world.untilEnded(job.id);
    expect(ended).toMatchObject({ state: 'DONE', rows: { waiting: 0, running: 0, done: 28, failed: 2 } });
    made.quotes = await world.result(job.id);
    expect(failing(made.quotes)).toEqual([7, 19]);
    const failed = await world.result(job.id, { outcome: 'FAILED', after: 7, size: 1 });
    expect(failed).toEqual([made.quotes[18]]);
    expect(made.quotes[6]).toMatchObject({
      'client.name': 'Shop 7',
      'own.agent': 'agent 0',
      'job.error': 'no version of the product is deployed for 2019-12-01',
      'job.errorColumn': 'effectiveDate',
    });
    const events = await Event.query(world.db).where('batch_id', job.id).where('type', 'GET_QUOTES');
    expect(events).toHaveLength(28);
    expect(await Client.query(world.db).whereLike('name', 'Shop %').resultSize()).toBe(28);
    const first = made.quotes[0]!;
    const quote = await world.quotes.one(world.agency, String(first['job.quoteIds']).split(' ')[0]!, {
      includeRawData: false,
    });
    expect(quote).toMatchObject({ clientId: first['job.clientId'], bindable: true });
  });

  it('issues policies of the quotes of another job, each once', async () => {
    const rows = made.quotes
      .filter((line) => line['job.outcome'] === 'DONE')
      .map((line) => {
        const [quoteId = ''] = String(line['job.quoteIds']).split(' ');
        const clientId = line['job.clientId'];
        return {
          clientId,
          quoteIds: [quoteId],
          paymentRequired: false,
          paymentPlans: { [quoteId]: 'MONTHLY' },
        };
      });
    const job = await world.make('POLICY_CREATE', [...rows, rows[0]!, rows[5]!], { fanOut: 1 });
    const ended = await world.untilEnded(job.id);
    expect(ended.rows).toMatchObject({ total: 30, done: 28, failed: 2 });
    const lines = await world.result(job.id);
    expect(failing(lines)).toEqual([29, 30]);
    expect(lines[28]?.['job.errorColumn']).toBe('quoteIds');
    made.policies = lines.filter((line) => line['job.outcome'] === 'DONE');
    expect(new Set(made.policies.map((line) => line['job.policyId'])).size).toBe(28);
  });

  it('endorses policies that it names by number, by the quotes of a job before', async () => {
    const numbers = await Policy.query(world.db).orderBy('policy_number').select('id', 'policy_number');
    const header = 'policyNumber,effectiveDate,shop.revenue';
    const csv = numbers.map(({ policyNumber }, index) => `${policyNumber},2027-03-01,${200_000 + index}`);
    // The first two are asked for a day before their begin.
    const early = csv.map((line, index) => (index < 2 ? line.replace('2027-03-01', '2025-03-01') : line));
    const quoting = await world.make('POLICY_ENDORSEMENT_QUOTING', [header, ...early].join('\n'));
    expect((await world.untilEnded(quoting.id)).rows).toMatchObject({ total: 28, done: 26, failed: 2 });
    const quoted = await world.result(quoting.id);
    expect(failing(quoted)).toEqual([1, 2]);
    expect(quoted[0]).toMatchObject({ 'job.errorColumn': 'effectiveDate' });
    const endorsing = quoted
      .filter((line) => line['job.outcome'] === 'DONE')
      .map((line) => `${line['job.policyId']},${line['job.quoteIds']},${line.effectiveDate}`);
    const job = await world.make(
      'POLICY_ENDORSE',
      ['policyId,quoteId,effectiveDate', ...endorsing].join('\n'),
    );
    expect((await world.untilEnded(job.id)).rows).toMatchObject({ total: 26, done: 26, failed: 0 });
    const recorded = await PolicyEvent.query(world.db).where('type', 'ENDORSEMENT_ISSUED').resultSize();
    expect(recorded).toBe(26);
  });

  it('gives policies another producer, with a trace in their histories', async () => {
    const person = (organizationId: string, lastName: string) =>
      Person.query(world.db).insertAndFetch({
        ...{ id: randomUUID(), organizationId, firstName: 'Ada', lastName, email: null },
        ...{ userId: randomUUID(), passwordHash: 'none', permissions: [] },
      });
    const ada = await person(world.agency.organizationId, 'Broker');
    const other = await person(world.stranger.organizationId, 'Stranger');
    const [first, second] = made.policies.map((line) => ({
      policyId: line['job.policyId'],
      type: 'PRODUCER_CHANGED',
      producerId: ada.id,
    }));
    const wrong = [
      { ...first, producerId: other.id },
      { ...first, effectiveDate: '2099-01-01' },
    ];
    const job = await world.make('POLICY_EVENT_RECORD', [first!, second!, ...wrong]);
    expect((await world.untilEnded(job.id)).rows).toMatchObject({ done: 2, failed: 2 });
    const lines = await world.result(job.id);
    expect(failing(lines)).toEqual([3, 4]);
    expect(lines.slice(2).map((line) => line['job.errorColumn'])).toEqual(['producerId', 'effectiveDate']);
    const policy = await Policy.query(world.db).findById(first!.policyId as string);
    expect(policy).toMatchObject({
      producerId: ada.id,
      policyMeta: { producer: { id: ada.id, firstName: 'Ada', lastName: 'Broker' }, insuredName: 'Shop 1' },
      issuedMeta: { producer: { id: ada.id } },
    });
    const events = await PolicyEvent.query(world.db).where('type', 'PRODUCER_CHANGED');
    expect(events.map(({ data }) => data)).toEqual([{ producerId: ada.id }, { producerId: ada.id }]);
    await expect(
      world.make('POLICY_EVENT_RECORD', [
        { ...first!, type: 'NOTE' },
        { ...first!, producerId: '' },
      ]),
    ).rejects.toMatchObject({ errors: [{ field: 'rows.1.producerId' }, { field: 'rows.2.producerId' }] });
  });

  it('quotes renewals', async () => {
    const rows = made.policies.map((line) => ({ policyId: line['job.policyId'] }));
    const job = await world.make('POLICY_RENEWAL_QUOTING', [...rows, rows[0]!, rows[1]!]);
    const ended = await world.untilEnded(job.id);
    expect(ended.rows.total).toBe(30);
    expect(ended.rows.done + ended.rows.failed).toBe(30);
    expect(ended.rows.done).toBeGreaterThanOrEqual(28);
  });

  it('cancels policies, and runs only the failed rows again', async () => {
    const rows = made.policies.map((line) => ({
      policyId: line['job.policyId'],
      effectiveDate: '2027-06-01',
    }));
    const late = rows.map((row, index) => (index % 10 === 3 ? { ...row, effectiveDate: '2031-01-01' } : row));
    const job = await world.make('POLICY_CANCEL', late);
    expect((await world.untilEnded(job.id)).rows).toMatchObject({ total: 28, done: 25, failed: 3 });
    const lines = await world.result(job.id);
    expect(failing(lines)).toEqual([4, 14, 24]);
    const events = () =>
      Event.query(world.db).where('batch_id', job.id).where('type', 'POLICY_CANCEL').resultSize();
    const before = await events();
    await world.jobs.retry(world.agency, job.id);
    const again = await world.untilEnded(job.id);
    expect(again).toMatchObject({ state: 'DONE', rows: { done: 25, failed: 3 } });
    expect((await events()) - before).toBe(3);
    const attempts = (await world.result(job.id)).map((line) => line['job.attempts']);
    expect(attempts.filter((count) => count === 2)).toHaveLength(3);
    const canceled = await PolicyEvent.query(world.db).where('type', 'POLICY_CANCELED').resultSize();
    expect(canceled).toBe(25);
  });
});

describe('a job', () => {
  it('is paused, resumed and canceled', async () => {
    const job = await world.make('GET_QUOTES', shopsToQuote(60), { fanOut: 2 });
    const rowsNow = async () => (await world.jobs.read(world.agency, job.id)).rows;
    const patience = { timeout: 60_000, interval: 50 };
    await expect.poll(async () => (await rowsNow()).done, patience).toBeGreaterThan(2);
    await world.jobs.pause(world.agency, job.id);
    await expect.poll(async () => (await rowsNow()).running, patience).toBe(0);
    const paused = await world.jobs.pause(world.agency, job.id);
    expect(paused).toMatchObject({ state: 'PAUSED' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const still = await world.jobs.read(world.agency, job.id);
    expect(still.rows).toEqual(paused.rows);
    expect(still.rows.waiting).toBeGreaterThan(0);

    await world.jobs.resume(world.agency, job.id);
    await expect.poll(async () => (await rowsNow()).done, patience).toBeGreaterThan(paused.rows.done + 2);
    await world.jobs.cancel(world.agency, job.id);
    const ended = await world.untilEnded(job.id);
    expect(ended.state).toBe('CANCELED');
    expect(ended.rows.canceled).toBeGreaterThan(0);
    expect(ended.rows.done + ended.rows.canceled).toBe(60);
    const events = await Event.query(world.db).where('batch_id', job.id).where('type', 'GET_QUOTES');
    expect(events).toHaveLength(ended.rows.done);
    expect(new Set(outcomes(await world.result(job.id)))).toEqual(new Set(['DONE', 'CANCELED']));
    for (const change of ['pause', 'resume', 'retry'] as const) {
      await expect(world.jobs[change](world.agency, job.id)).rejects.toMatchObject({ code: 'JOB_ENDED' });
    }
  });

  it('does not exist for others', async () => {
    const job = await world.make('GET_QUOTES', shopsToQuote(1));
    await world.untilEnded(job.id);
    for (const other of [world.stranger, world.carrier]) {
      for (const call of ['read', 'pause', 'resume', 'cancel', 'retry'] as const)
        await expect(world.jobs[call](other, job.id)).rejects.toMatchObject({ status: 404 });
      await expect(world.jobs.result(other, job.id, { format: 'csv' })).rejects.toMatchObject({
        status: 404,
      });
      expect((await world.jobs.list(other, { page: 0, size: 20 })).content).toEqual([]);
    }
  });

  it('whose workflow is lost is woken by the sweep', async () => {
    const job = await world.make('GET_QUOTES', shopsToQuote(20), { fanOut: 1 });
    await world.client.workflow.getHandle(`job-${job.id}`).terminate('lost');
    await world
      .db('jobs')
      .where('id', job.id)
      .update({ updated_at: new Date(Date.now() - 60_000) });
    expect(await world.sweepJobs()).toBe(1);
    expect((await world.untilEnded(job.id)).rows).toMatchObject({ done: 20 });
  });
});
