import { afterAll, beforeAll, expect, it } from 'vitest';
import { Bordereaux } from '../../api/bordereau/service.js';
import type { Caller } from '../../api/http/caller.js';
import { BordereauDecision } from '../../db/models/bordereau-decision.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { CommissionDesk } from '../support/commission-desk.js';
import { intakeOf } from '../support/event-factory.js';

const office = new CommissionDesk();
let bordereaux: Bordereaux;
beforeAll(async () => {
  await office.open({
    reporting: {
      bordereau: [
        { name: 'Unique Market Reference (UMR)', text: 'B0999SHOPS2040' },
        { name: 'Certificate Reference', fact: 'certificate' },
        { name: 'Revenue', answer: 'shop.revenue' },
        { name: 'Transaction Type', fact: 'transactionType' },
        { name: 'Total Gross Written Premium', fact: 'premium' },
        { name: 'Commission %', fact: 'commissionPercent' },
        { name: 'Commission Amount', fact: 'commission' },
        { name: 'Net Premium to Underwriters', fact: 'netPremium' },
      ],
    },
  });
  const { db, catalog } = office.world;
  bordereaux = new Bordereaux({ db, catalog, now: office.now });
  await office.earns({ from: '2040-01-01', newBusiness: '0.15', renewal: '0.1' });
});
afterAll(() => office.world?.close());

const license = () => ({
  productId: office.world.definition.product.id,
  sellerId: office.world.agency.organizationId,
});
const read = (month: string, by: Caller = office.world.carrier, more: object = {}) =>
  bordereaux.page(by, { ...license(), month, page: 0, size: 100, ...more }, new AbortController().signal);
const shortly = ({ content }: Awaited<ReturnType<typeof read>>) =>
  content.map(({ values }) => [
    values['Transaction Type'],
    values.Revenue,
    values['Total Gross Written Premium'],
    values['Commission %'],
    values['Commission Amount'],
  ]);

/** The premium that the ledger's journal has, by the days on which it was recorded. */
async function writtenIn(from: string, until: string): Promise<string> {
  const rows: { premium_change: string }[] = await office.world
    .db('ledger_journal')
    .where('created_at', '>=', from)
    .where('created_at', '<', until);
  return sumOfAmounts(rows.map(({ premium_change }) => premium_change));
}

let policyId: string;

it('has a row for each change of the month, and the sums of the ledger and of the commission statement', async () => {
  policyId = await office.issue(120_000);
  office.today = '2040-01-20';
  await office.issue(10_001);
  const effectiveDate = '2040-01-20';
  const intake = intakeOf({ 'shop.revenue': '240000' });
  const quoted = await office.desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await office.desk.done('POLICY_ENDORSE', { policyId, quoteId: quoted.quoteId, effectiveDate });
  office.today = '2040-02-01';
  const open = await read('2040-01');
  expect(shortly(open).toSorted()).toEqual([
    ['Endorsement', '240000', 1167.21, 14.9999, 175.08],
    ['New business', '10001', 100.01, 14.9985, 15],
    ['New business', '120000', 1200, 15, 180],
  ]);
  await office.close('2040-01');
  const closed = await read('2040-01');
  expect(closed).toEqual({ ...open, closed: true });
  const statement = (await office.statementOf('2040-01'))!;
  expect(closed.totals).toEqual([
    {
      ...{ currency: 'USD', rows: 3, accepted: 0, disputed: 0 },
      premium: Number(await writtenIn('2040-01-01', '2040-02-01')),
      ...{ taxesAndFees: 123.36, commission: Number(statement.commission) },
    },
  ]);
  expect(statement.lines).toHaveLength(3);
  const { entryId, triggerRequestId, values } = closed.content[0]!;
  expect([entryId, triggerRequestId]).not.toContain(null);
  expect(values['Unique Market Reference (UMR)']).toBe('B0999SHOPS2040');
});

it('what is recorded later is in the month that is open, and closed months stay as they are', async () => {
  const january = await read('2040-01');
  await office.desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2040-01-10' });
  expect(await read('2040-01')).toEqual(january);
  const february = await read('2040-02');
  expect(shortly(february)).toEqual([['Cancellation', '120000', -2367.21, 14.9999, -355.08]]);
  office.today = '2040-03-01';
  await office.close('2040-02');
  expect(await read('2040-02')).toEqual({ ...february, closed: true });
});

it('commission that is for no change of the month has a row, so that the sums agree', async () => {
  await office.earns({ from: '2040-01-01', newBusiness: '0.2', renewal: '0.1', basis: 'EARNED' });
  office.today = '2040-04-01';
  await office.close('2040-03');
  const march = await read('2040-03');
  const statement = (await office.statementOf('2040-03'))!;
  expect(march.totals[0]).toMatchObject({ premium: 0, commission: Number(statement.commission) });
  expect(march.content.length).toBeGreaterThan(0);
});

const decide = (rows: object[], more: object = {}, by: Caller = office.world.carrier) =>
  bordereaux.decide(by, { ...license(), month: '2040-01', decision: 'DISPUTED', rows, ...more } as never);

it('a disputed row is listed, and a later decision is kept beside the first', async () => {
  const { content } = await read('2040-01');
  const [row] = content.map(({ policyId: id, termNumber, entryId }) => ({
    policyId: id,
    termNumber,
    entryId,
  }));
  await decide([row!], { reason: 'Written before the contract began' });
  const disputed = await read('2040-01', office.world.agency, { state: 'DISPUTED' });
  expect(disputed.totals[0]).toMatchObject({ rows: 3, disputed: 1, accepted: 0 });
  expect(disputed.content).toMatchObject([
    {
      ...row,
      state: 'DISPUTED',
      decisions: [{ decision: 'DISPUTED', reason: 'Written before the contract began' }],
    },
  ]);
  await decide([row!], { decision: 'ACCEPTED', reason: 'Corrected by endorsement' });
  const accepted = await read('2040-01', office.world.carrier, { state: 'ACCEPTED' });
  expect(accepted.content[0]!.decisions.map(({ decision }) => decision)).toEqual(['ACCEPTED', 'DISPUTED']);
  expect(accepted.content[0]!.decisions[0]!.decidedBy).toMatchObject({
    organizationId: office.world.carrier.organizationId,
  });
  expect((await read('2040-01', office.world.carrier, { state: 'OPEN' })).content).toHaveLength(2);
});

it('a repeated request decides once', async () => {
  const { content } = await read('2040-01');
  const { policyId: id, termNumber, entryId } = content[1]!;
  const requestId = '3c1f7b60-58d2-4e0a-9b74-a6d10f8c52e3';
  const asked = { ...license(), month: '2040-01', decision: 'ACCEPTED' as const };
  const rows = [{ policyId: id, termNumber, entryId }];
  for (let tries = 0; tries < 2; tries++) {
    expect(await bordereaux.decide(office.world.carrier, { ...asked, rows }, requestId)).toEqual({
      decided: 1,
    });
  }
  expect(await BordereauDecision.query(office.world.db).where('entry_id', entryId)).toHaveLength(1);
});

it('only rows of a closed month of the license are decided, by the insurer', async () => {
  const { content } = await read('2040-01');
  const [row, other] = content.map(({ policyId: id, termNumber, entryId }) => ({
    policyId: id,
    termNumber,
    entryId,
  }));
  const reason = { reason: 'Not ours' };
  await expect(decide([row!, { ...other!, termNumber: 2 }], reason)).rejects.toMatchObject({
    status: 404,
    errors: [{ field: 'rows.1' }],
  });
  await expect(decide([row!], { ...reason, month: '2040-04' })).rejects.toMatchObject({ status: 409 });
  await expect(decide([row!], reason, office.world.agency)).rejects.toMatchObject({ status: 404 });
});

it('a seller reads its own, and nobody else reads it', async () => {
  const { agency, stranger, carrier } = office.world;
  const own = await read('2040-01', agency, { sellerId: undefined });
  expect(own).toEqual(await read('2040-01', carrier));
  await expect(read('2040-01', stranger)).rejects.toMatchObject({ status: 404 });
  await expect(read('2040-01', stranger, { sellerId: undefined })).rejects.toMatchObject({ status: 404 });
  await expect(read('2040-01', agency, { sellerId: stranger.organizationId })).rejects.toMatchObject({
    status: 404,
  });
  await expect(read('2040-01', carrier, { sellerId: undefined })).rejects.toMatchObject({ status: 400 });
  await expect(read('2039-12', carrier)).rejects.toMatchObject({ status: 409 });
});
