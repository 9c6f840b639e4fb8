import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { recordFeeOfStatement } from '../../db/ledger/record-entry.js';
import { recordByHand } from '../../db/ledger/write-entry.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { kindOfFigure, type ReportRow, reportColumns, reports } from '../../db/reports/reports.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { editsOf } from '../../domain/intake/answer-edits.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aFleet, fleetIds, fleetProduct } from '../support/fleet-product.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { reportRows } from '../support/report-rows.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2027-01-01';
const now = () => new Date(`${today}T08:00:00Z`);
const inTexas = aFleet('TX', [
  ['TRUCK', 20_000],
  ['VAN', 10_000],
]);
const inCalifornia = aFleet('CA', [
  ['TRUCK', 20_000],
  ['VAN', 10_000],
]);
const dimensions = reports.premium.groupings.dimensions;
/** Moved from Texas to California in 2027. */
let moved: string;

beforeAll(async () => {
  world = await anEventWorld(
    fleetProduct({ cancellation: { method: 'SHORT_RATE', shortRatePenalty: 0.1 } }),
    { now },
  );
  desk = new PolicyDesk(world, now);
  moved = await issue('2027-01-01');
  today = '2027-07-10';
  const edits = editsOf(inTexas, inCalifornia);
  const change = { policyId: moved, effectiveDate: '2027-07-02' };
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { ...change, edits });
  await desk.done('POLICY_ENDORSE', { ...change, quoteId });
}, 120_000);
afterAll(() => world?.close());

const issue = (effectiveDate: string) =>
  desk.issueQuoted({
    ...{ intake: inTexas, plan: 'FULL_PAYMENT', effectiveDate },
    action: { actionId: fleetIds.action, type: 'IOI_RATING', name: 'Fleet' },
  });

type Name = 'premium' | 'taxes';

const read = (asOf: string, by: string, name: Name = 'premium') =>
  reportRows(world.db, world.carrier.organizationId, { name, asOf, by });

/** The figures of each row, by its labels. */
async function figures(asOf: string, by: string, name: Name = 'premium'): Promise<Record<string, string>> {
  const { rows } = await read(asOf, by, name);
  const columns = reportColumns({ name, by });
  const labels = columns.labels.filter((label) => label !== 'currency');
  return Object.fromEntries(
    rows.map((row) => [
      labels.map((label) => row[label] ?? '-').join(' '),
      columns.figures
        .filter((figure) => ['MONEY', 'COUNT'].includes(kindOfFigure(figure)))
        .map((figure) => row[figure])
        .join(' '),
    ]),
  );
}

// A fleet costs 600 for the truck, 300 for the van, and 365 for assistance; 99 days are earned.
it('has written, earned, unearned and premium in force by coverage and class of the unit', async () => {
  expect(await figures('2027-04-09', 'coverage,unitClass')).toEqual({
    'LIABILITY TRUCK': '600.00 162.74 437.26 600.00 1',
    'LIABILITY VAN': '300.00 81.37 218.63 300.00 1',
    'ROADSIDE -': '365.00 99.00 266.00 365.00 1',
  });
  const { totals } = await read('2027-04-09', 'coverage,unitClass');
  const figuresOfAll = { written: '1265.00', inForcePremium: '1265.00', inForceCount: '1' };
  expect(totals).toMatchObject([figuresOfAll]);
});

describe('after a move from Texas to California, 183 days before the end', () => {
  it('a line has the state that it was rated for, and the policy that of today', async () => {
    expect(await figures('2027-07-10', 'coverage,riskState')).toEqual({
      'LIABILITY CA': '676.85 33.29 643.56 1350.00 1',
      'LIABILITY TX': '448.77 448.76 0.01 0.00 0',
      'ROADSIDE CA': '183.00 9.00 174.00 365.00 1',
      'ROADSIDE TX': '182.00 182.00 0.00 0.00 0',
    });
    expect(await figures('2027-07-10', 'riskState')).toEqual({
      CA: '859.85 42.29 817.56 1715.00 1',
      TX: '630.77 630.76 0.01 0.00 0',
    });
    expect(await figures('2027-07-10', 'coverage,state')).toEqual({
      'LIABILITY CA': '1125.62 482.05 643.57 1350.00 1',
      'ROADSIDE CA': '365.00 191.00 174.00 365.00 1',
    });
    expect(await figures('2027-07-10', 'state')).toEqual({ CA: '1490.62 673.05 817.57' });
  });

  it('it is not known before it was recorded', async () => {
    expect(await figures('2027-07-09', 'riskState')).toEqual({ TX: '1265.00 658.49 606.51 1265.00 1' });
  });

  it('the premium in force is that of the contract, coverage by coverage, until the end', async () => {
    const timelines = new PolicyTimelines({ db: world.db, catalog: world.catalog, now });
    for (const [asOf, effectiveOn] of [
      ['2027-07-01', '2027-07-01'],
      ['2027-07-10', '2027-07-10'],
      ['2027-12-31', '2027-12-31'],
    ] as const) {
      const { policy } = await timelines.read(world.agency, moved, { effectiveOn });
      const { coverageTypes } = policy!.policyContract as unknown as QuoteDetails;
      const { rows } = await read(asOf, 'coverage');
      expect(Object.fromEntries(rows.map((row) => [row.coverage, Number(row.inForcePremium)]))).toEqual(
        Object.fromEntries(
          coverageTypes.flatMap((group) =>
            group.coverages.map(({ code, premium }) => [code, premium.amount]),
          ),
        ),
      );
    }
    const ended = await figures('2028-01-01', 'coverage,riskState');
    expect(ended['LIABILITY CA']).toBe('676.85 676.85 0.00 0.00 0');
  });

  it('taxes and fees are charged, returned and earned by type and authority', async () => {
    expect(await figures('2027-07-10', 'type,authority', 'taxes')).toEqual({
      'CALIFORNIA_TAX State of California': '25.80 25.80 0.00 1.27 24.53',
      'POLICY_FEE -': '50.00 50.00 0.00 50.00 0.00',
      'TEXAS_TAX State of Texas': '30.59 61.35 30.76 30.59 0.00',
    });
    expect(await figures('2027-07-10', 'authority,line', 'taxes')).toMatchObject({
      'State of Texas Fleet': '30.59 61.35 30.76 30.59 0.00',
    });
  });
});

it('names sellers, producers and the versions that priced the terms', async () => {
  const { rows } = await read('2027-04-09', 'seller,productVersion');
  expect(rows).toMatchObject([
    {
      ...{ sellerId: world.agency.organizationId, sellerName: 'Harbor Agency' },
      ...{ productVersionId: world.versionId, productVersion: '1.0.0', written: '1265.00' },
    },
  ]);
  const producers = await read('2027-04-09', 'producer,line');
  expect(producers.rows).toMatchObject([{ producerId: null, line: 'Fleet', inForceCount: '1' }]);
});

describe('an agreed premium, an entry by hand and a cancellation at short rate', () => {
  let canceled: string;
  beforeAll(async () => {
    today = '2028-01-01';
    canceled = await issue(today);
    today = '2028-04-10';
    const agreed = { policyId: canceled, premium: 101.01, effectiveDate: '2028-04-11' };
    await desk.done('POLICY_ENDORSE', agreed);
    await world.db.transaction(async (trx) => {
      const entry = { effectiveDate: '2028-05-01', premium: '-17.03', appliedToStatement: false };
      const policy = (await lockPolicy(trx, canceled))!;
      return recordByHand(trx, policy, { ...entry, coverage: 'ROADSIDE' }, { now: now() });
    });
    today = '2028-09-01';
    await desk.done('POLICY_CANCEL', { policyId: canceled, effectiveDate: '2028-09-14' });
  }, 60_000);

  it('the premium in force has what was agreed, at the rate of its days, and nothing by hand', async () => {
    // 101.01 over 265 of 366 days.
    const { rows, totals } = await read('2028-06-01', 'coverage,line');
    expect(totals).toMatchObject([{ inForcePremium: '1404.51', inForceCount: '1' }]);
    expect(rows).toMatchObject([
      { coverage: 'LIABILITY', inForcePremium: '999.25', inForceCount: '1' },
      { coverage: 'ROADSIDE', inForcePremium: '405.26', inForceCount: '1' },
    ]);
    const after = await read('2028-09-14', 'coverage,line');
    expect(after.totals).toMatchObject([{ inForcePremium: '0.00', inForceCount: '0' }]);
  });

  it('every grouping, alone and with every other one, sums to the report by term', async () => {
    for (const asOf of ['2027-07-10', '2028-06-01', '2028-09-14']) {
      const [whole] = (await read(asOf, 'term')).totals;
      const { written, earned, unearned } = whole!;
      const byCoverage = await read(asOf, 'coverage');
      const all = dimensions.flatMap((one) => [
        one,
        ...dimensions.flatMap((other) => (one < other ? `${one},${other}` : [])),
      ]);
      for (const by of all) {
        const { rows, totals } = await read(asOf, by);
        expect(totals, `${asOf} ${by}`).toMatchObject([{ written, earned, unearned }]);
        expect(sumOfAmounts(rows.map((row) => String(row.earned)))).toBe(earned);
        if (by.includes(',')) expect(totals[0]).toMatchObject(inForceOf(byCoverage.totals[0]!));
        if (by === 'coverage,riskState') {
          const of = (coverage: string) =>
            sumOfAmounts(rows.filter((row) => row.coverage === coverage).map((row) => String(row.earned)));
          const own = byCoverage.rows.map((row) => [row.coverage, of(String(row.coverage)), row.earned]);
          for (const [coverage, summed, alone] of own) expect(summed, String(coverage)).toBe(alone);
        }
      }
    }
  }, 60_000);

  const inForceOf = ({ inForcePremium, inForceCount }: ReportRow) => ({ inForcePremium, inForceCount });

  it('the penalty and the entry by hand are for their coverages, and all is earned', async () => {
    const { rows } = await read('2028-09-14', 'coverage');
    expect(rows.map(({ unearned }) => unearned)).toEqual(['0.00', '0.00']);
    const { premium } = await Policy.query(world.db).findById(canceled).throwIfNotFound();
    const before = await read('2028-01-01', 'term');
    const ofMoved = before.rows.find(({ policyId }) => policyId === moved);
    expect(sumOfAmounts(rows.map((row) => String(row.written)))).toBe(
      sumOfAmounts([premium, String(ofMoved?.written)]),
    );
  });

  it('fees that are kept are not returned, others by days; a voided fee is', async () => {
    const ofStatement = await Statement.query(world.db).findOne({ policy_id: canceled }).throwIfNotFound();
    const day = new BusinessTime(new Date('2028-10-01T08:00:00Z'), 'UTC');
    await world.db.transaction(async (trx) => {
      const late = { ...ofStatement, kind: 'LATE_FEE', amount: '25.00' } as Statement;
      await recordFeeOfStatement(trx, late, { now: day });
      await recordFeeOfStatement(trx, late, { now: day, kind: 'DELETED' });
      const writtenOff = { ...ofStatement, kind: 'WRITE_OFF', amount: '-3.00' } as Statement;
      await recordFeeOfStatement(trx, writtenOff, { now: day });
    });
    expect(await figures('2028-12-31', 'type', 'taxes')).toEqual({
      CALIFORNIA_TAX: '25.80 25.80 0.00 25.80 0.00',
      LATE_FEE: '0.00 25.00 25.00 0.00 0.00',
      POLICY_FEE: '100.00 100.00 0.00 100.00 0.00',
      TEXAS_TAX: '73.67 122.70 49.03 73.67 0.00',
    });
  });
});
