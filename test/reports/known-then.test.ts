import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldFigures } from '../../db/figures/fold-figures.js';
import { readLines } from '../../db/ledger/read-lines.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { readChangesOfPolicies } from '../../db/policies/read-history.js';
import type { ReportGrouping } from '../../db/reports/report-groupings.js';
import type { ReportName } from '../../db/reports/reports.js';
import { addDays } from '../../domain/ground/calendar.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import { earnedOn, totalOf } from '../../domain/policy/proration.js';
import { historyOf, knownAt, policyOn } from '../../domain/policy/timeline.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { expectFiguresOfReports } from '../support/figures.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { reportRows } from '../support/report-rows.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const settings = {
    paymentPlans: [{ plan: 'MONTHLY' as const, instalmentFee: 2 }],
    renewal: { automatic: true },
    cancellation: { method: 'SHORT_RATE' as const, shortRatePenalty: 0.1 },
  };
  world = await anEventWorld(shopOfLives(settings), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

const amount = fc.integer({ min: -20_000, max: 90_000 }).map((cents) => cents / 100);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass'), days: fc.integer({ min: 10, max: 150 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay'), amount: amount.map(Math.abs) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('agree'), amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reinstate') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(policyId: string, taken: Step, index: number): Promise<void> {
  const { effectiveDate } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
  const from = today > effectiveDate ? today : effectiveDate;
  switch (taken.kind) {
    case 'pass':
      today = addDays(today, taken.days);
      break;
    case 'pay':
      await desk.fire('PAYMENT_RECEIVED', { policyId, amount: taken.amount, reference: `step ${index}` });
      break;
    case 'agree':
      await desk.fire('POLICY_ENDORSE', { policyId, premium: taken.amount, effectiveDate: from });
      break;
    case 'cancel':
      await desk.fire('POLICY_CANCEL', { policyId, effectiveDate: addDays(from, 20) });
      break;
    case 'reinstate':
      await desk.fire('POLICY_REINSTATE', { policyId });
      break;
    case 'refund':
      await desk.fire('PAYMENT_REFUND', { policyId });
  }
  await desk.lookAfter(policyId);
}

/** The figures of the policy at the end of today, from its records as they are now. */
async function figuresOf(policyId: string) {
  const [lines, statements, payments] = await Promise.all([
    readLines(world.db, policyId),
    Statement.query(world.db).where('policy_id', policyId).whereNotIn('state', ['SCHEDULED', 'VOID']),
    Payment.query(world.db).where('policy_id', policyId),
  ]);
  const terms = [...new Set(lines.map(({ termNumber }) => termNumber))];
  const premium = terms.map((termNumber) => {
    const layers = lines.filter((line) => line.termNumber === termNumber);
    const earned = earnedOn(layers, addDays(today, 1)).toAmount(2);
    const written = totalOf(layers).toAmount(2);
    return { termNumber, written, earned, unearned: less(written, earned) };
  });
  const billed = sumOfAmounts(statements.map((statement) => statement.amount));
  const paid = sumOfAmounts(payments.map((payment) => payment.amount));
  const due = atLeastZero(less(billed, paid));
  const isCharge = (statement: Statement) => Number(statement.amount) > 0;
  const overdue = statements.filter((statement) => isCharge(statement) && statement.dueDate < today);
  const notYet = statements.filter((statement) => isCharge(statement) && statement.dueDate >= today);
  const pastDue = atLeastZero(less(due, sumOfAmounts(notYet.map((statement) => statement.amount))));
  expect(Number(pastDue)).toBeLessThanOrEqual(
    overdue.reduce((sum, each) => sum + Number(each.amount), 0.001),
  );
  return {
    asOf: today,
    premium,
    receivables: { billed, paid, due, pastDue, credit: atLeastZero(less(paid, billed)) },
  };
}

const less = (a: string, b: string) => Cents.of(a).minus(Cents.of(b)).toAmount(2);
const atLeastZero = (text: string) => (text.startsWith('-') ? '0.00' : text);

async function report(name: ReportName, asOf: string, by: ReportGrouping | 'coverage' | 'riskState,line') {
  const { issuingOrganizationId } = await Policy.query(world.db).first().throwIfNotFound();
  return reportRows(world.db, issuingOrganizationId, { name, asOf, by });
}

/** The policies in force on a day and the price of their terms, by their changes as known at its end. */
async function inForceOn(day: string) {
  const policies = await Policy.query(world.db);
  const changes = await readChangesOfPolicies(world.db, policies);
  const onDay = policies.flatMap(({ id }) => {
    const known = knownAt(changes.get(id) ?? [], new Date(`${day}T23:59:59Z`));
    return policyOn(historyOf(known), day) ?? [];
  });
  const inForce = onDay.filter((each) => each.inForce);
  const inForcePremium = sumOfAmounts(inForce.map(({ termPremium }) => termPremium));
  return { inForceCount: String(inForce.length), inForcePremium };
}

it('reports what was known on a day, whatever happened since, and sums to the cent', async () => {
  const known: { policyId: string; figures: Awaited<ReturnType<typeof figuresOf>> }[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 10_000, max: 900_000 }),
      fc.array(step, { minLength: 6, maxLength: 12 }),
      async (revenue, steps) => {
        today = '2039-07-01';
        const policyId = await desk.issue({ revenue, plan: 'MONTHLY', effectiveDate: today });
        for (const [index, taken] of steps.entries()) {
          // The last figures of a day are those of its end.
          if (taken.kind === 'pass') known.push({ policyId, figures: await figuresOf(policyId) });
          await take(policyId, taken, index);
        }
        known.push({ policyId, figures: await figuresOf(policyId) });
        // The lines of later lives are not in the sums yet.
        if (known.length < 30) await foldFigures(world.db, { atOnce: 7n });
      },
    ),
    { numRuns: Number(process.env.LIVES ?? 8), seed: Number(process.env.SEED ?? 14), endOnFailure: true },
  );
  const { organizationId } = world.carrier;
  const days = known.map(({ figures }) => figures.asOf);
  await expectFiguresOfReports(world.db, { organizationId, timeZone: 'UTC' }, days);
  await foldFigures(world.db);
  await expectFiguresOfReports(world.db, { organizationId, timeZone: 'UTC' }, days);
  for (const { policyId, figures } of known) {
    const { asOf } = figures;
    const premium = await report('premium', asOf, 'term');
    expect(premium.rows.filter((row) => row.policyId === policyId)).toMatchObject(figures.premium);
    const receivables = await report('receivables', asOf, 'policy');
    expect(receivables.rows.find((row) => row.policyId === policyId)).toMatchObject(figures.receivables);
    for (const [name, by] of [
      ['premium', 'written'],
      ['receivables', 'paid'],
    ] as const) {
      const { rows, totals } = name === 'premium' ? premium : receivables;
      expect(totals.map((total) => total[by])).toEqual([sumOfAmounts(rows.map((row) => String(row[by])))]);
    }
    const byTerm = await report('receivables', asOf, 'term');
    expect(byTerm.totals).toEqual(
      receivables.totals.map((total) => ({ ...total, termNumber: null, termEffectiveDate: null })),
    );
    const inForce = await inForceOn(asOf);
    for (const by of ['coverage', 'riskState,line'] as const) {
      const parts = await report('premium', asOf, by);
      const { written, earned, unearned } = premium.totals[0]!;
      expect(parts.totals, `${asOf} ${by}`).toMatchObject([{ written, earned, unearned, ...inForce }]);
    }
    const byLine = await report('premium', asOf, 'line');
    expect(byLine.rows).toHaveLength(1);
    expect(byLine.totals).toMatchObject([{ written: premium.totals[0]!.written, line: null }]);
  }
}, 300_000);
