import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { daysBetween } from '../../domain/ground/calendar.js';
import { editsOf } from '../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aFleet, fleetIds, fleetProduct } from '../support/fleet-product.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { reportRows } from '../support/report-rows.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2027-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

const truck = aFleet('TX', [['TRUCK', 20_000]]);
const both = aFleet('TX', [
  ['TRUCK', 20_000],
  ['VAN', 10_000],
]);

beforeAll(async () => {
  const reporting = {
    unitClassQuestion: 'vehicle.class',
    exposure: { name: 'Vehicle-years', question: 'vehicles', per: 'YEAR' as const },
  };
  world = await anEventWorld(fleetProduct({ reporting, cancellation: { reinstatementDays: 90 } }), { now });
  desk = new PolicyDesk(world, now);
}, 120_000);
afterAll(() => world?.close());

const issue = (effectiveDate: string, intake = truck) =>
  desk.issueQuoted({
    ...{ intake, plan: 'FULL_PAYMENT', effectiveDate },
    action: { actionId: fleetIds.action, type: 'IOI_RATING', name: 'Fleet' },
  });

async function endorse(policyId: string, effectiveDate: string, [from, to]: [AnswerMap, AnswerMap]) {
  const edits = editsOf(from, to);
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, edits });
  await desk.done('POLICY_ENDORSE', { policyId, effectiveDate, quoteId });
}

/** Written and earned exposure of each row, by its first label. */
async function exposure(asOf: string, by = 'unitClass,riskState') {
  const { rows, totals } = await reportRows(world.db, world.carrier.organizationId, {
    ...{ name: 'premium', asOf, by },
  });
  const [label = ''] = by.split(',');
  return Object.fromEntries(
    [...rows, ...totals].map((row) => [
      row[label] ?? (rows.includes(row) ? '-' : 'TOTAL'),
      [row.exposureName, row.writtenExposure, row.earnedExposure].join(' '),
    ]),
  );
}

describe('a truck, a van added on 2 July, and the cancellation from 1 October', () => {
  let policyId: string;
  beforeAll(async () => {
    policyId = await issue('2027-01-01');
    today = '2027-07-02';
    await endorse(policyId, today, [truck, both]);
    today = '2027-09-20';
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2027-10-01' });
  }, 60_000);

  it('is a car-year until something changes, and none for a coverage', async () => {
    // 31 of 365 days.
    const of = 'Vehicle-years 1.0000 0.0849';
    expect(await exposure('2027-01-31')).toEqual({ TRUCK: of, '-': '  ', TOTAL: of });
    expect(await exposure('2027-01-31', 'coverage,line')).toEqual({
      LIABILITY: '  ',
      ROADSIDE: '  ',
      '-': of,
      TOTAL: of,
    });
  });

  it('is half a year more with the van: 183 days', async () => {
    // 243 and 61 days are over at the end of August.
    expect(await exposure('2027-08-31')).toEqual({
      TRUCK: 'Vehicle-years 1.0000 0.6658',
      VAN: 'Vehicle-years 0.5014 0.1671',
      '-': '  ',
      TOTAL: 'Vehicle-years 1.5014 0.8329',
    });
  });

  it('is what was covered after the cancellation: 273 and 91 days', async () => {
    expect(await exposure('2027-09-20')).toMatchObject({
      TRUCK: 'Vehicle-years 0.7479 0.7205',
      VAN: 'Vehicle-years 0.2493 0.2219',
    });
    expect(await exposure('2028-01-01')).toEqual({
      TRUCK: 'Vehicle-years 0.7479 0.7479',
      VAN: 'Vehicle-years 0.2493 0.2493',
      '-': '  ',
      TOTAL: 'Vehicle-years 0.9973 0.9973',
    });
  });

  it('has lines of its own, without an amount, in the entries of the changes', async () => {
    const lines = await LedgerLine.query(world.db)
      .where({ policy_id: policyId })
      .whereNotNull('exposure_change')
      .orderBy(['created_at', 'unit']);
    expect(
      lines.map((line) =>
        [line.unitClass, line.exposureChange, line.exposureDays, line.earnedFrom, line.earnedUntil].join(' '),
      ),
    ).toEqual([
      'TRUCK 1 365 2027-01-01 2028-01-01',
      'VAN 1 365 2027-07-02 2028-01-01',
      'TRUCK -1 365 2027-10-01 2028-01-01',
      'VAN -1 365 2027-10-01 2028-01-01',
    ]);
    const entries = await LedgerEntry.query(world.db).where('parent_policy_id', policyId);
    expect(new Set(lines.map(({ entryId }) => entryId))).toEqual(new Set(entries.map(({ id }) => id)));
  });

  it('loses the days of a lapse with a reinstatement', async () => {
    today = '2027-11-01';
    await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2027-11-01' });
    // 31 days without coverage.
    expect(await exposure('2027-12-31')).toMatchObject({
      TRUCK: 'Vehicle-years 0.9151 0.9151',
      VAN: 'Vehicle-years 0.4164 0.4164',
    });
  });
});

it('is the same in whatever order changes are recorded', async () => {
  today = '2029-01-01';
  const all = aFleet('TX', [
    ['CAR', 5_000],
    ['TRUCK', 20_000],
    ['VAN', 10_000],
  ]);
  const without = (...places: number[]): AnswerMap => {
    const { vehicles, ...others } = all;
    if (vehicles?.type !== 'LOOP') throw new Error('a fleet has vehicles');
    const iterations = vehicles.iterations.filter((_, place) => !places.includes(place));
    return { ...others, vehicles: { ...vehicles, iterations } };
  };
  const [inOrder, backDated] = [await issue(today, all), await issue(today, all)];
  const written = async (policyId: string) => {
    const lines = await LedgerLine.query(world.db).where({ policy_id: policyId });
    const sums = new Map<string, number>();
    for (const { unitClass, exposureChange, earnedFrom, earnedUntil } of lines) {
      if (exposureChange === null) continue;
      const days = Number(exposureChange) * daysBetween(earnedFrom!, earnedUntil!);
      sums.set(unitClass!, (sums.get(unitClass!) ?? 0) + days);
    }
    return Object.fromEntries(sums);
  };
  today = '2029-10-02';
  await endorse(inOrder, '2029-04-01', [all, without(1)]);
  await endorse(inOrder, '2029-10-01', [without(1), without(1, 2)]);
  await endorse(backDated, '2029-10-01', [all, without(2)]);
  await endorse(backDated, '2029-04-01', [all, without(1)]);
  const days = { CAR: 365, TRUCK: 90, VAN: 273 };
  expect(await written(inOrder)).toEqual(days);
  expect(await written(backDated)).toEqual(days);
}, 60_000);

it('moves with a corrected term', async () => {
  // The corrected term has 366 days, 29 February 2028 among them.
  today = '2027-12-01';
  const moved = await issue('2027-12-01');
  const lines = () =>
    LedgerLine.query(world.db).where({ policy_id: moved }).whereNotNull('exposure_change').orderBy(['seq']);
  expect(await lines()).toMatchObject([{ exposureChange: '1', exposureDays: 366 }]);
  today = '2027-12-02';
  const correction = { createdBy: {}, acknowledged: [], now: new BusinessTime(now(), 'UTC') };
  await world.db.transaction(async (trx) => {
    const policy = (await lockPolicy(trx, moved))!;
    expect(await correctEffectiveDate(trx, policy, '2028-03-01', correction)).toBeNull();
  });
  expect((await lines()).slice(1)).toMatchObject([
    {
      kind: 'MOVED',
      exposureChange: '1',
      exposureDays: 365,
      earnedFrom: '2028-03-01',
      earnedUntil: '2029-03-01',
    },
    {
      kind: 'MOVED',
      exposureChange: '-1',
      exposureDays: 366,
      earnedFrom: '2027-12-01',
      earnedUntil: '2028-12-01',
    },
  ]);
}, 60_000);
