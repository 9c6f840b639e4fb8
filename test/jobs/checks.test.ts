import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { Job } from '../../db/models/job.js';
import { JobRow } from '../../db/models/job-row.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { removeOld } from '../../db/personal-data/retention-rules.js';
import { aClient } from '../support/client-factory.js';
import { aJobWorld, type JobWorld, shopsToQuote } from '../support/job-world.js';
import { aPolicy } from '../support/policy-factory.js';
import { carProduct } from '../support/two-cars.js';

let world: JobWorld;

beforeAll(async () => {
  world = await aJobWorld(carProduct());
});

afterAll(() => world?.close());

/** What is wrong with the rows of a job, by row and column; nothing of it is kept. */
async function faultsOf(...[type, rows, query]: Parameters<JobWorld['make']>): Promise<string[]> {
  const before = await Job.query(world.db).resultSize();
  const refusal = await world.make(type, rows, query).then(
    () => undefined,
    (error: { errors: { field: string; detail: string }[] }) => error,
  );
  expect(refusal).toMatchObject({ status: 400 });
  expect(await Job.query(world.db).resultSize()).toBe(before);
  return (refusal?.errors ?? []).map(({ field, detail }) => `${field} ${detail}`);
}

describe('the rows of a job', () => {
  it('have known columns only', async () => {
    const csv = 'effectiveDat,client.name,shop.revenues,cars[0].car.color,own.note\n2027-01-01,A,1,red,x';
    expect(await faultsOf('GET_QUOTES', csv)).toEqual([
      'rows.0.effectiveDat is not known; did you mean `effectiveDate`?',
      'rows.0.shop.revenues is not known; did you mean `shop.revenue`?',
      expect.stringContaining('rows.0.cars[0].car.color is neither a field of GET_QUOTES nor a question'),
    ]);
    expect(await faultsOf('POLICY_CANCEL', 'policyId,shop.revenue\na,1')).toEqual([
      expect.stringContaining('rows.0.shop.revenue is not a field of POLICY_CANCEL'),
    ]);
  });

  it('have their wrong values and missing records named by row and column, all at once', async () => {
    const client = await aClient(world.db, world.agency.organizationId);
    const foreign = await aClient(world.db, world.stranger.organizationId);
    const missing = randomUUID();
    const csv = [
      'effectiveDate,clientId,client.name,shop.revenue,cars[0].car.value,cars[1].car.value',
      `2027-01-01,${client.id},Fine,1000,10,20`,
      'tomorrow,,No date,1000,,',
      '2027-01-01,,No number,a lot,,',
      '2027-01-01,,No first car,1000,,20',
      `2027-01-01,${missing},No client,1000,,`,
      `2027-01-01,${foreign.id},Of others,1000,,`,
    ].join('\n');
    expect(await faultsOf('GET_QUOTES', csv)).toEqual([
      expect.stringContaining('rows.2.effectiveDate must be'),
      expect.stringContaining('rows.3.shop.revenue the answer to "shop.revenue" is not a number'),
      'rows.4.cars[1].car.value iterations count from 0, without gaps',
      `rows.5.clientId there is no client ${missing}`,
      `rows.6.clientId there is no client ${foreign.id}`,
    ]);
  });

  it('are about policies that the organization sees, of the product of the job', async () => {
    const other = await aPolicy(world.db, { sellerId: world.agency.organizationId });
    const missing = randomUUID();
    const rows = [
      { policyId: other.id, effectiveDate: '2027-01-01' },
      { policyId: missing, effectiveDate: '2027-01-01' },
      { policyNumber: 'NONE-1', effectiveDate: '2027-01-01' },
      { policyId: missing },
    ];
    expect(await faultsOf('POLICY_CANCEL', rows)).toEqual([
      "rows.1.policyId is of another product than the job's",
      `rows.2.policyId there is no policy ${missing}`,
      'rows.3.policyNumber there is no policy NONE-1 of this product',
      'rows.4.effectiveDate is required',
    ]);
  });

  it.each([
    ['', 'rows has no rows'],
    ['effectiveDate,effectiveDate\n2027-01-01,2027-01-01', 'rows has the column effectiveDate twice'],
    ['effectiveDate\n2027-01-01,2', 'rows.1 has 2 cells, the header has 1'],
    ['{"effectiveDate":"2027-01-01"}\n{nothing}', 'rows.2 is not a JSON object'],
    ['effectiveDate,"client.name\n2027-01-01,A', expect.stringContaining('rows is not CSV: ')],
  ])('are refused as %j', async (rows, fault) => {
    expect(await faultsOf('GET_QUOTES', rows)).toEqual([fault]);
  });

  it('have as many faults as an answer lists', async () => {
    const rows = Array.from({ length: 1_500 }, () => ({ effectiveDate: 'never' }));
    const refusal = world.make('GET_QUOTES', rows);
    await expect(refusal).rejects.toMatchObject({ extensions: { isComplete: false } });
    expect(await faultsOf('GET_QUOTES', rows)).toHaveLength(1_000);
  });
});

describe('a job', () => {
  it('makes the iterations of loops from columns, the same whenever they are read', async () => {
    const csv =
      'effectiveDate,client.name,shop.revenue,cars[0].car.value,cars[0].car.use,cars[1].car.value\n2027-01-01,A,1,30000,WORK,9000';
    const { id } = await world.make('GET_QUOTES', csv);
    const row = await JobRow.query(world.db).findById([id, 1]).throwIfNotFound();
    const { cars } = (row.payload as { intake: Record<string, { iterations: { answers: object }[] }> })
      .intake;
    expect(cars!.iterations.map(({ answers }) => answers)).toMatchObject([
      { 'car.value': { answer: '30000' }, 'car.use': { answer: 'WORK' } },
      { 'car.value': { answer: '9000' } },
    ]);
    await world.jobs.cancel(world.agency, id);
  });

  it('is made once for an id', async () => {
    const id = randomUUID();
    const query = { type: 'GET_QUOTES', lineId: world.definition.product.id, fanOut: 1 } as const;
    for (const attempt of [1, 2]) {
      const job = await world.jobs.create(world.agency, query, shopsToQuote(2), id);
      expect(job.id, `attempt ${attempt}`).toBe(id);
    }
    expect(await JobRow.query(world.db).where('job_id', id).resultSize()).toBe(2);
    await world.jobs.cancel(world.agency, id);
  });

  it('is made by those who may fire its events', async () => {
    const caller = { ...world.agency, eventTypes: new Set(['POLICY_CANCEL']) };
    await expect(world.make('GET_QUOTES', shopsToQuote(1), {}, caller)).rejects.toMatchObject({
      status: 403,
    });
    await expect(world.make('GET_QUOTES', shopsToQuote(1), {}, world.stranger)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('forgets the row of a client that is erased, and fires it no more', async () => {
    const client = await aClient(world.db, world.agency.organizationId);
    const rows = [1, 2].map((row) => ({
      ...{ effectiveDate: '2027-01-01', 'client.name': `Row ${row}`, 'shop.revenue': 1 },
      ...(row === 1 && { clientId: client.id }),
    }));
    const { id } = await world.make('GET_QUOTES', rows);
    const erasure = { clientId: client.id, today: '2026-12-01', now: new Date(), policyYears: 1 };
    await world.db.transaction((trx) => eraseClient(trx, erasure));
    const [erased, kept] = await world.result(id);
    expect(erased).toMatchObject({ 'client.name': null, 'job.outcome': 'CANCELED' });
    expect(kept).toMatchObject({ 'client.name': 'Row 2', 'job.outcome': 'WAITING' });
    expect(await Event.query(world.db).where('batch_id', id).resultSize()).toBe(0);
    await world.jobs.cancel(world.agency, id);
  });

  it('is removed with its rows once it has ended for so many days', async () => {
    const { id } = await world.make('GET_QUOTES', shopsToQuote(2));
    const before = new Date('2026-01-01');
    expect(await removeOld(world.db, 'RETAIN_JOBS_DAYS', { before })).toBe(0);
    await Job.query(world.db)
      .findById(id)
      .patch({ state: 'DONE', endedAt: new Date('2025-06-01') });
    expect(await removeOld(world.db, 'RETAIN_JOBS_DAYS', { before })).toBe(1);
    expect(await JobRow.query(world.db).where('job_id', id).resultSize()).toBe(0);
  });
});
