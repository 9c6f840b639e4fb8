import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Statement } from '../../db/models/statement.js';
import { editsOf } from '../../domain/intake/answer-edits.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { productDefinition } from '../../domain/product/definition.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aFleet, fleetIds, fleetProduct } from '../support/fleet-product.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { reportRows } from '../support/report-rows.js';

let today: string;
const now = () => new Date(`${today}T08:00:00Z`);
const fleetIn = (state: string) =>
  aFleet(state, [
    ['TRUCK', 20_000],
    ['VAN', 10_000],
  ]);

/** A fleet with other taxes and fees, and premium only if it is said. */
function aWorld(taxesAndFees: object[], plan: object = {}): Promise<EventWorld> {
  const { ratingPlans, ...product } = fleetProduct();
  const standard = { ...ratingPlans.standard, ...plan, taxesAndFees };
  return anEventWorld(productDefinition.parse({ ...product, ratingPlans: { standard } }), { now });
}

const issue = (desk: PolicyDesk, state = 'TX') =>
  desk.issueQuoted({
    ...{ intake: fleetIn(state), plan: 'FULL_PAYMENT', effectiveDate: today },
    action: { actionId: fleetIds.action, type: 'IOI_RATING', name: 'Fleet' },
  });

describe('a tax of all states, whose authority is an expression', () => {
  let world: EventWorld;
  beforeAll(async () => {
    today = '2027-01-01';
    world = await aWorld([
      {
        type: 'PREMIUM_TAX',
        authority: { cat: ['State of ', { answer: 'client.state' }] },
        steps: [
          { name: 'Premium', op: 'set', by: { value: 'premium' } },
          { name: 'Rate', op: 'multiply', by: '0.03' },
          { name: 'Cents', op: 'round', digits: 2 },
        ],
      },
      {
        type: 'POLICY_FEE',
        onCancellation: 'KEPT',
        authority: { cat: ['State of ', { answer: 'client.state' }] },
        steps: [{ name: 'Fee', op: 'set', by: 50 }],
      },
    ]);
    const desk = new PolicyDesk(world, now);
    await issue(desk, 'NV');
    const policyId = await issue(desk);
    today = '2027-07-02';
    const change = { policyId, effectiveDate: today };
    const edits = editsOf(fleetIn('TX'), fleetIn('CA'));
    const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { ...change, edits });
    await desk.done('POLICY_ENDORSE', { ...change, quoteId });
    today = '2027-10-01';
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: today });
  }, 120_000);
  afterAll(() => world?.close());

  const read = async (asOf: string, by: string) => {
    const { organizationId } = world.carrier;
    const { rows } = await reportRows(world.db, organizationId, { name: 'taxes', asOf, by });
    return Object.fromEntries(
      rows.map((row) => [
        by
          .split(',')
          .map((label) => row[label])
          .join(' '),
        [row.written, row.charged, row.returned].join(' '),
      ]),
    );
  };

  it('is charged and returned by authority and by the state that it was rated for', async () => {
    // 1,265.00 a year in Texas and Nevada, 1,715.00 in California from 2 July: 183 of 365 days.
    expect(await read('2027-07-02', 'type,authority,riskState')).toEqual({
      'POLICY_FEE State of NV NV': '50.00 50.00 0.00',
      'POLICY_FEE State of TX TX': '50.00 50.00 0.00',
      'PREMIUM_TAX State of NV NV': '37.95 37.95 0.00',
      'PREMIUM_TAX State of CA CA': '25.80 25.80 0.00',
      'PREMIUM_TAX State of TX TX': '18.92 37.95 19.03',
    });
  });

  it('is returned where it was charged', async () => {
    // California keeps 91 of 183 days, Texas all that it has left.
    expect(await read('2027-10-01', 'authority')).toEqual({
      'State of CA': '12.83 25.80 12.97',
      'State of NV': '87.95 87.95 0.00',
      'State of TX': '68.92 87.95 19.03',
    });
  });
});

describe('a policy that has fees and no premium', () => {
  let world: EventWorld;
  let policyId: string;
  beforeAll(async () => {
    today = '2027-01-01';
    const free = {
      code: 'FREE',
      title: 'Free',
      type: 'Liability',
      steps: [{ name: 'Free', op: 'set', by: 0 }],
    };
    const fee = { type: 'POLICY_FEE', steps: [{ name: 'Fee', op: 'set', by: 365 }] };
    world = await aWorld([fee], { coverages: [free], allowZeroPremium: true });
    const desk = new PolicyDesk(world, now);
    policyId = await issue(desk);
    today = '2027-04-01';
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2027-04-11' });
    today = '2027-04-05';
    await desk.done('POLICY_REINSTATE', { policyId });
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2027-05-01' });
  }, 120_000);
  afterAll(() => world?.close());

  it('has each movement of them in the ledger: of a cancellation and a reinstatement, too', async () => {
    const lines = await LedgerLine.query(world.db)
      .where('policy_id', policyId)
      .whereNot('charge_change', 0)
      .orderBy('seq');
    const entries = await LedgerEntry.query(world.db)
      .where('parent_policy_id', policyId)
      .orderBy('created_at');
    const ofEntries = entries.map(({ id }) =>
      sumOfAmounts(lines.filter(({ entryId }) => entryId === id).map(({ chargeChange }) => chargeChange)),
    );
    expect(ofEntries).toEqual(['365.00', '-265.00', '265.00', '-245.00']);
    expect(new Set(lines.map(({ chargeType, state }) => `${chargeType} ${state}`))).toEqual(
      new Set(['POLICY_FEE TX']),
    );
  });

  it('bills each of them in a statement, which has its entry', async () => {
    const statements = await Statement.query(world.db).where('policy_id', policyId).orderBy('number');
    expect(statements.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'INSTALMENT 365.00',
      'CANCELLATION -265.00',
      'REINSTATEMENT 265.00',
      'CANCELLATION -245.00',
    ]);
    const entries = await LedgerEntry.query(world.db)
      .where('parent_policy_id', policyId)
      .orderBy('created_at');
    expect(entries.map(({ statementId }) => statementId)).toEqual(statements.map(({ id }) => id));
  });
});
