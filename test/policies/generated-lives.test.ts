import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordByHand } from '../../db/ledger/write-entry.js';
import type { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Statement } from '../../db/models/statement.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { addDays, daysBetween } from '../../domain/ground/calendar.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { type Outcome, PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { atTheLedger, expectSound, isReachable } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  world = await anEventWorld(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 5 },
        { plan: 'MONTHLY', instalmentFee: 2 },
      ],
      cancellation: {
        method: 'SHORT_RATE',
        shortRatePenalty: 0.1,
        nonPayment: { graceDays: 10, noticeDays: 15 },
        reinstatementDays: 40,
      },
      renewal: { automatic: true },
      closeAfterDays: 60,
    }),
    { now },
  );
  desk = new PolicyDesk(world, now);
});

afterAll(async () => {
  await world?.close();
});

/** A day of the term, or near it, as a share of its length. */
const share = fc.integer({ min: -50, max: 1_050 }).map((thousandths) => thousandths / 1_000);
const revenue = fc.integer({ min: 10_000, max: 900_000 });

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass'), days: fc.integer({ min: 1, max: 70 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pay'), cents: fc.integer({ min: 1, max: 300_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payAll') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('endorse'), at: share, revenue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trueUp'), at: share, revenue }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('agree'),
      at: share,
      cents: fc.integer({ min: -60_000, max: 60_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('entry'),
      at: share,
      cents: fc.integer({ min: -10_000, max: 60_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), at: share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notice'), at: share }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reinstate'), days: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelRenewal') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(policy: Policy, taken: Step, index: number): Promise<Outcome | undefined> {
  const policyId = policy.id;
  const length = daysBetween(policy.effectiveDate, policy.expirationDate);
  const day = (at: number) => addDays(policy.effectiveDate, Math.floor(at * length));
  switch (taken.kind) {
    case 'pass':
      today = addDays(today, taken.days);
      return undefined;
    case 'pay':
      return desk.fire('PAYMENT_RECEIVED', {
        policyId,
        amount: taken.cents / 100,
        reference: `step ${index}`,
      });
    case 'payAll': {
      const statements = await Statement.query(world.db)
        .where('policy_id', policyId)
        .whereNot('state', 'VOID');
      const owed = sumOfAmounts(
        statements.flatMap(({ amount, paidAmount }) => [amount, negated(paidAmount)]),
      );
      if (Number(owed) <= 0) return undefined;
      return desk.fire('PAYMENT_RECEIVED', { policyId, amount: Number(owed), reference: `step ${index}` });
    }
    case 'endorse': {
      const effectiveDate = day(taken.at);
      const intake = intakeOf({ 'shop.revenue': String(taken.revenue) });
      const quoted = await desk.fire('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
      if ('refused' in quoted) return quoted;
      return desk.fire('POLICY_ENDORSE', { policyId, quoteId: quoted.metadata.quoteId, effectiveDate });
    }
    case 'trueUp': {
      const effectiveDate = day(taken.at);
      const exposure = { type: 'shop.revenue', previousAmount: taken.revenue, updatedAmount: taken.revenue };
      return desk.fire('POLICY_TRUE_UP_QUOTING', {
        policyId,
        trueUpRequest: { effectiveDate, exposures: [exposure] },
      });
    }
    case 'agree':
      return desk.fire('POLICY_ENDORSE', {
        policyId,
        premium: taken.cents / 100,
        effectiveDate: day(taken.at),
      });
    case 'entry': {
      const entry = {
        // From before the term to beyond its end.
        effectiveDate: day(1.6 * taken.at - 0.3),
        premium: (taken.cents / 100).toFixed(2),
        quoteId: undefined,
        eventAnswers: undefined,
        appliedToStatement: false,
      };
      if (policy.policyState === 'CLOSED') return { refused: 'closed' };
      const recorded = await world.db.transaction(async (trx) => {
        const locked = await lockPolicy(trx, policyId);
        return recordByHand(trx, locked!, entry, { createdBy: atTheLedger, now: now() });
      });
      return 'reason' in recorded ? { refused: recorded.reason } : undefined;
    }
    case 'cancel':
      return desk.fire('POLICY_CANCEL', { policyId, effectiveDate: day(taken.at) });
    case 'notice':
      return desk.fire('PRE_POLICY_CANCELLATION', { policyId, effectiveDate: day(taken.at) });
    case 'reinstate': {
      const effectiveDate = addDays(policy.cancelledOn ?? today, taken.days);
      return desk.fire('POLICY_REINSTATE', { policyId, effectiveDate });
    }
    case 'cancelRenewal':
      return desk.fire('CANCEL_RENEWAL', { policyId });
  }
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

it('adds up, whatever happens to a policy', async () => {
  const seen = { refused: new Set<string>(), done: new Set<string>(), states: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('FULL_PAYMENT', 'MONTHLY'),
      revenue,
      fc.nat(400),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (plan, firstRevenue, start, steps) => {
        today = addDays('2039-07-01', start);
        const policyId = await desk.issue({ revenue: firstRevenue, plan, effectiveDate: today });
        let before = await expectSound(world.db, policyId, now());
        for (const [index, taken] of steps.entries()) {
          const changesBefore = await countChanges(policyId);
          const outcome = await take(before, taken, index);
          if (outcome && 'refused' in outcome) {
            seen.refused.add(taken.kind);
            expect(await countChanges(policyId), outcome.refused).toBe(changesBefore);
          } else seen.done.add(taken.kind);
          await desk.lookAfter(policyId);
          const after = await expectSound(world.db, policyId, now());
          expect(isReachable(before.policyState, after.policyState)).toBe(true);
          seen.states.add(after.policyState);
          before = after;
        }
      },
    ),
    { numRuns: Number(process.env.LIVES ?? 12), seed: Number(process.env.SEED ?? 6), endOnFailure: true },
  );
  // What the lives have been through, so that they do not become empty unseen.
  expect([...seen.done].sort()).toEqual(expect.arrayContaining(['cancel', 'endorse', 'pay', 'reinstate']));
  expect([...seen.refused]).toEqual(expect.arrayContaining(['cancel', 'endorse', 'reinstate']));
  expect(seen.states.size).toBeGreaterThanOrEqual(3);
}, 600_000);

function countChanges(policyId: string): Promise<number> {
  return PolicyChange.query(world.db).where('policy_id', policyId).resultSize();
}
