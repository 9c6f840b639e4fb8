import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeOrganization } from '../../db/identity/organizations.js';
import { Quote } from '../../db/models/quote.js';
import { listQuotes } from '../../db/quotes/list-quotes.js';
import { quotesOfPeriods, referralsByAge } from '../../db/reports/quote-figures.js';
import { aClock } from '../support/clock-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';

let database: TestDatabase;
let seller: string;
let insurer: string;
let stranger: string;
let lineId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const organizations = await Promise.all([1, 2, 3].map(() => anOrganization(db)));
  [seller = '', insurer = '', stranger = ''] = organizations.map(({ organization }) => organization.id);
  const policy = await aPolicy(db, {
    ...{ sellerId: seller, issuerId: insurer, createdAt: new Date('2026-01-31T23:59:00Z') },
  });
  lineId = policy.productId;
  const quote = (madeAt: string, changes: object = {}) =>
    aQuoteRow(db, {
      ...{ sellerId: seller, issuerId: insurer, clientId: policy.clientId, productId: lineId, changes },
      ...{ productVersionId: policy.productVersionId, madeAt: new Date(madeAt) },
    });
  const referred = { requiresUnderwriterApproval: true, bindable: false };
  const declined = { outcome: 'DECLINED', type: 'DECLINE', bindable: false };
  await quote('2026-01-05T00:00:00Z');
  await quote('2026-01-20T10:00:00Z', declined);
  await quote('2026-02-01T00:00:00Z', referred);
  await quote('2026-02-27T12:00:00Z', referred);
  await quote('2026-03-05T12:00:00Z', {
    ...referred,
    quotingOrganizationId: seller,
    clientOrganizationId: seller,
  });
  await quote('2026-03-05T12:00:00Z', { type: 'RENEWAL' });
  await quote('2026-03-06T12:00:00Z', { ...referred, underwriterResponse: { isApproved: true } });
});
afterAll(() => database?.drop());

const inUtc = (organizationId: string) => ({ organizationId, timeZone: 'UTC' });
const counted = async (organizationId: string, filter: object) => {
  const limits = { offset: 0, limit: 1, countUpTo: 100 };
  return (await listQuotes(database.db, organizationId, { lineId, ...filter }, limits)).total;
};

it('counts quotes and binds by product and period, as the list of quotes does', async () => {
  const asked = { from: '2026-01-02', to: '2026-03-06', by: 'month' } as const;
  const rows = await quotesOfPeriods(database.db, inUtc(insurer), asked);
  expect(rows).toMatchObject([
    { lineId, from: '2026-01-02', to: '2026-01-31', quoted: 2, declined: 1, underReview: 0, bound: 1 },
    { lineId, from: '2026-02-01', to: '2026-02-28', quoted: 2, declined: 0, underReview: 2, bound: 0 },
    { lineId, from: '2026-03-01', to: '2026-03-06', quoted: 1, declined: 0, underReview: 0, bound: 0 },
  ]);
  for (const side of [seller, insurer]) {
    for (const row of await quotesOfPeriods(database.db, inUtc(side), asked)) {
      const days = { createdFrom: row.from, createdTo: row.to };
      const made = { ...days, type: 'QUOTE' as const };
      expect({
        quoted: await counted(side, made),
        declined: await counted(side, { ...days, outcome: 'DECLINED' }),
        underReview: await counted(side, { ...made, underReview: 'true' }),
        bound: await counted(side, { ...made, bound: 'true' }),
      }).toEqual({
        ...{ quoted: row.quoted, declined: row.declined, underReview: row.underReview, bound: row.bound },
      });
    }
  }
  expect(await quotesOfPeriods(database.db, inUtc(stranger), asked)).toEqual([]);
});

it('takes days and weeks', async () => {
  const by = async (period: 'day' | 'week', from: string, to: string) =>
    (await quotesOfPeriods(database.db, inUtc(insurer), { from, to, by: period })).map((row) => [
      row.from,
      row.to,
    ]);
  expect(await by('day', '2026-02-01', '2026-02-28')).toEqual([
    ['2026-02-01', '2026-02-01'],
    ['2026-02-27', '2026-02-27'],
  ]);
  // 2026-01-05 is a Monday.
  expect(await by('week', '2026-01-05', '2026-01-21')).toEqual([
    ['2026-01-05', '2026-01-11'],
    ['2026-01-19', '2026-01-21'],
  ]);
});

it('counts referrals by age, as the list of quotes does', async () => {
  const rows = await referralsByAge(database.db, inUtc(insurer), '2026-03-06');
  expect(rows).toMatchObject([
    { lineId, from: '2026-02-05', to: '2026-02-27', count: 1 },
    { lineId, to: '2026-02-04', count: 1 },
  ]);
  expect(await referralsByAge(database.db, inUtc(seller), '2026-03-06')).toMatchObject([
    { lineId, from: '2026-03-05', to: '2026-03-06', count: 1 },
    ...rows,
  ]);
  for (const { from: createdFrom, to: createdTo, count } of rows) {
    expect(await counted(insurer, { underReview: 'true', createdFrom, createdTo })).toBe(count);
  }
  expect(await referralsByAge(database.db, inUtc(stranger), '2026-03-06')).toEqual([]);
});

describe('in another time zone', () => {
  const inHonolulu = async (organizationId: string) => {
    await changeOrganization(database.db, { organizationId, timeZone: 'Pacific/Honolulu' });
    return { organizationId, timeZone: 'Pacific/Honolulu' };
  };
  afterEach(() => changeOrganization(database.db, { organizationId: insurer, timeZone: 'UTC' }));

  it('counts the quotes of its days, as the list of quotes does', async () => {
    const of = await inHonolulu(insurer);
    const rows = await quotesOfPeriods(database.db, of, {
      from: '2026-01-01',
      to: '2026-03-06',
      by: 'month',
    });
    // One of the first of February in UTC was made in January.
    expect(rows).toMatchObject([
      { from: '2026-01-01', to: '2026-01-31', quoted: 3, declined: 1, underReview: 1, bound: 1 },
      { from: '2026-02-01', to: '2026-02-28', quoted: 1, underReview: 1 },
      { from: '2026-03-01', to: '2026-03-06', quoted: 1, underReview: 0 },
    ]);
    for (const { from: createdFrom, to: createdTo, quoted } of rows) {
      expect(await counted(insurer, { type: 'QUOTE', createdFrom, createdTo })).toBe(quoted);
    }
    const day = { createdFrom: '2026-01-31', createdTo: '2026-01-31', underReview: 'true' };
    expect(await counted(insurer, day)).toBe(1);
    expect(await counted(insurer, { ...day, createdTo: '2026-02-01T00:00:00Z' })).toBe(1);
    expect(await counted(insurer, { ...day, createdTo: '2026-01-31T23:59:59Z' })).toBe(0);
  });

  it('counts referrals by the days since', async () => {
    const of = await inHonolulu(insurer);
    expect(await referralsByAge(database.db, of, '2026-03-01')).toMatchObject([
      { from: '2026-02-23', to: '2026-02-27', count: 1 },
      { from: '2026-01-31', to: '2026-02-22', count: 1 },
    ]);
    expect(await referralsByAge(database.db, of, '2026-03-02')).toMatchObject([
      { from: '2026-02-24', to: '2026-02-28', count: 1 },
      { to: '2026-01-31', count: 1 },
    ]);
  });

  it('counts days of 23 and of 25 hours', async () => {
    const { db } = database;
    const { organization } = await anOrganization(db);
    const sellerId = organization.id;
    const { clientId, productId, productVersionId } = await aPolicy(db, {
      ...{ sellerId, createdAt: new Date('2026-01-31T23:59:00Z') },
    });
    const made = ['2026-03-08T04:59Z', '2026-03-08T05:00Z', '2026-03-09T03:59Z', '2026-03-09T04:00Z'];
    const later = ['2026-11-01T03:59Z', '2026-11-01T04:00Z', '2026-11-02T04:59Z', '2026-11-02T05:00Z'];
    for (const at of [...made, ...later]) {
      await aQuoteRow(db, { sellerId, clientId, productId, productVersionId, madeAt: new Date(at) });
    }
    const of = { organizationId: sellerId, timeZone: 'America/New_York' };
    for (const [before, day, after] of [
      ['2026-03-07', '2026-03-08', '2026-03-09'],
      ['2026-10-31', '2026-11-01', '2026-11-02'],
    ] as const) {
      const rows = await quotesOfPeriods(db, of, { from: before, to: after, by: 'day' });
      expect(rows.map(({ from, quoted }) => [from, quoted])).toEqual([
        [before, 1],
        [day, 2],
        [after, 1],
      ]);
    }
  });
});

it('counts the quotes of a test clock only where they are asked for', async () => {
  const { db } = database;
  const { organization } = await anOrganization(db);
  const sellerId = organization.id;
  const { clientId, productId, productVersionId } = await aPolicy(db, {
    ...{ sellerId, createdAt: new Date('2026-01-31T23:59:00Z') },
  });
  const clock = await aClock(db, {
    organizationId: sellerId,
    businessTime: new Date('2027-05-01T00:00:00Z'),
  });
  const made = { sellerId, clientId, productId, productVersionId, madeAt: new Date('2027-04-30T10:00:00Z') };
  const referred = { requiresUnderwriterApproval: true, bindable: false };
  const { requestId } = await aQuoteRow(db, { ...made, changes: referred });
  await Quote.query(db).findById(requestId).patch({ clockId: clock.id });
  const asked = { from: '2027-04-01', to: '2027-04-30', by: 'month' } as const;
  const ofClock = { ...inUtc(sellerId), clockId: clock.id };
  expect(await quotesOfPeriods(db, inUtc(sellerId), asked)).toEqual([]);
  expect(await quotesOfPeriods(db, ofClock, asked)).toMatchObject([{ quoted: 1, underReview: 1 }]);
  expect(await referralsByAge(db, inUtc(sellerId), '2027-05-01')).toEqual([]);
  expect(await referralsByAge(db, ofClock, '2027-05-01')).toMatchObject([
    { from: '2027-04-30', to: '2027-05-01', count: 1 },
  ]);
});
