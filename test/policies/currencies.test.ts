import { describe, expect, it } from 'vitest';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { readPostings } from '../../db/postings/read-postings.js';
import { writePostings } from '../../documents/postings/write-postings.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { Decimal } from '../../domain/expression/index.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { postingsOf } from '../../domain/postings/report.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import { DeskClock } from '../support/desk-office.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { reportRows } from '../support/report-rows.js';
import { shopIds } from '../support/shop-product.js';
import { carIds, carProduct, twoCars } from '../support/two-cars.js';

/** The cars' product in a currency, at a rate that leaves fractions of any unit. */
function carsIn(currency: string, digits: number): ProductDefinition {
  const cars = structuredClone(carProduct()) as unknown as {
    ratingPlans: Record<string, Record<string, unknown>>;
    policy: Record<string, unknown>;
  };
  for (const plan of Object.values(cars.ratingPlans)) plan.rounding = { digits, mode: 'HALF_UP' };
  cars.ratingPlans.standard!.policy = [{ name: 'Package', op: 'multiply', by: '0.9123' }];
  cars.policy.currency = currency;
  cars.policy.paymentPlans = [
    {
      plan: 'MONTHLY',
      downPayment: '0.25',
      instalmentFee: 5,
      taxesAndFees: 'SPREAD',
      endorsements: 'SPREAD',
    },
  ];
  cars.policy.billing = { lateFee: { share: '0.0333' }, nsfFee: { share: '0.0333' } };
  return productDefinition.parse(cars);
}

/** The columns of amounts. */
const columns = [
  ...([
    'quotes.premium',
    'policies.premium',
    'policy_changes.premium_change',
    'policy_changes.term_premium',
  ] as const),
  ...([
    'statements.amount',
    'statements.paid_amount',
    'payments.amount',
    'payment_allocations.amount',
  ] as const),
  ...(['ledger_entries.premium', 'ledger_journal.premium_change', 'ledger_journal.charge_change'] as const),
  ...(['account_journal.amount', 'account_journal.installment_fee'] as const),
];

/** The amounts that are no whole number of the smallest unit. */
async function fractions(world: EventWorld, digits: number): Promise<string[]> {
  const found = await Promise.all(
    columns.map(async (column) => {
      const [table = '', name = ''] = column.split('.');
      const rows: { amount: string }[] = await world
        .db(table)
        .select({ amount: name })
        .whereRaw(`${name} <> round(${name}, ?)`, [digits]);
      return rows.map(({ amount }) => `${column} ${amount}`);
    }),
  );
  return found.flat();
}

interface Contract {
  premium: { amount: number; taxesAndFees: { amount: number }[] };
  coverageTypes: {
    coverages: { premium: { amount: number }; details: Record<string, { amount: string }[]> }[];
  }[];
}

describe.each([
  { currency: 'JPY', digits: 0, premium: '733', tax: '37', agreed: 50, tooFine: 12.5, written: /^-?\d+$/ },
  {
    currency: 'KWD',
    digits: 3,
    premium: '732.577',
    tax: '36.629',
    agreed: 50.125,
    tooFine: 1.0005,
    written: /^-?\d+\.\d{3}$/,
  },
  {
    currency: 'USD',
    digits: 2,
    premium: '732.58',
    tax: '36.63',
    agreed: 50.25,
    tooFine: 1.005,
    written: /^-?\d+\.\d\d$/,
  },
])('a policy in $currency', ({ currency, digits, premium, tax, agreed, tooFine, written }) => {
  const definition = carsIn(currency, digits);

  it('has whole amounts of its smallest unit all its life, and nothing is lost', async () => {
    expect(lintDefinition(definition).filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    const clock = new DeskClock();
    const world = await anEventWorld(definition, { now: clock.now });
    try {
      const desk = new PolicyDesk(world, clock.now);
      const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
      const policyId = await desk.issueQuoted({
        action,
        plan: 'MONTHLY',
        effectiveDate: '2039-01-01',
        intake: twoCars(),
      });
      const policy = () => Policy.query(world.db).findById(policyId).throwIfNotFound();
      const contract = async () => (await policy()).policyContract as unknown as Contract;
      const expectDivided = async () => {
        const { premium: whole, coverageTypes } = await contract();
        const coverages = coverageTypes.flatMap((group) => group.coverages);
        const sum = (amounts: (number | string)[]) =>
          amounts.reduce<Decimal>((total, amount) => total.plus(amount), Decimal.of(0)).toNumber();
        expect(sum(coverages.map((each) => each.premium.amount))).toBe(whole.amount);
        for (const { premium: of, details } of coverages) {
          expect(sum(details.premium!.map(({ amount }) => amount))).toBe(of.amount);
          for (const { amount } of details.premium!) expect(amount).toMatch(written);
        }
      };

      expect(Number((await policy()).premium)).toBe(Number(premium));
      expect((await contract()).premium.taxesAndFees.map(({ amount }) => amount)).toEqual([Number(tax)]);
      await expectDivided();
      const billed = await Statement.query(world.db).where({ policy_id: policyId }).orderBy('number');
      expect(billed).toHaveLength(12);
      expect(Number(sumOfAmounts(billed.map(({ amount }) => amount)))).toBe(
        Number(sumOfAmounts([premium, tax, String(11 * 5)])),
      );
      const first = Number(billed[0]!.amount);
      await desk.done('PAYMENT_RECEIVED', { policyId, amount: first, reference: 'check 1' });

      clock.seconds++;
      clock.today = '2039-02-20';
      const change = { policyId, effectiveDate: '2039-03-11', intakeLoopIterationIdsToDelete: [carIds.B] };
      const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', change);
      await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: change.effectiveDate });
      await expectDivided();
      clock.seconds++;
      await desk.done('POLICY_ENDORSE', { policyId, premium: agreed, effectiveDate: '2039-04-20' });
      await expectDivided();
      await desk.done('PAYMENT_REVERSED', { policyId, reference: 'check 1', reason: 'Insufficient funds' });
      await desk.done('PAYMENT_RECEIVED', { policyId, amount: 900, reference: 'check 2' });
      await desk.lookAfter(policyId);
      clock.seconds++;
      await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-08-29' });
      clock.seconds++;
      await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-09-10' });
      await desk.lookAfter(policyId);
      expect(await fractions(world, digits)).toEqual([]);

      const lines = await LedgerLine.query(world.db).where({ policy_id: policyId });
      const total = sumOfAmounts(lines.map(({ premiumChange }) => premiumChange));
      expect(Number((await policy()).premium)).toBe(Number(total));
      for (const asOf of ['2039-02-28', '2039-06-15', '2040-01-01']) {
        for (const report of [
          { name: 'premium', by: 'term' },
          { name: 'premium', by: 'coverage,riskState' },
          { name: 'taxes', by: 'type,authority' },
          { name: 'receivables', by: 'term' },
        ] as const) {
          const { rows, totals } = await reportRows(world.db, world.carrier.organizationId, {
            ...report,
            asOf,
          });
          expect(totals.map((row) => row.currency)).toEqual([currency]);
          const amounts = Object.entries(totals[0]!).filter(
            ([name, value]) => value !== null && name !== 'currency' && !name.endsWith('Count'),
          );
          for (const [name, value] of amounts) {
            expect(value, `${report.name} ${name}`).toMatch(written);
            expect(Number(value)).toBe(Number(sumOfAmounts(rows.map((row) => String(row[name])))));
          }
        }
      }

      const asked = { from: '2039-01-01', to: '2040-01-31' };
      const books = { organizationId: world.carrier.organizationId, timeZone: 'UTC', today: '2040-02-01' };
      const read = await readPostings(world.db, { ...books, ...asked });
      const report = postingsOf({ ...asked, by: 'day' }, read);
      for (const { postings } of report.transactions) {
        expect(Number(postings.reduce((sum, { amount }) => sum.plus(amount), Decimal.of(0)))).toBe(0);
      }
      const amountsOf = (text: string) =>
        text
          .split('\n')
          .filter((line) => line.endsWith(` ${currency}`))
          .map((line) => line.trim().split(/\s+/)[1]!);
      const posted = amountsOf(writePostings(report, 'beancount'));
      expect(posted.length).toBeGreaterThan(20);
      for (const amount of posted) expect(amount).toMatch(written);

      const { lineId: _, ...of } = {
        lineId: definition.product.id,
        payload: { policyId, amount: tooFine, reference: 'check 3' },
      };
      const parsed = eventEnvelope.safeParse({
        type: 'PAYMENT_RECEIVED',
        lineId: definition.product.id,
        ...of,
      });
      if (digits === 3) expect(parsed.success).toBe(false);
      else
        await expect(world.events.fire(world.agency, parsed.data!)).rejects.toMatchObject({
          status: 400,
          errors: [{ field: 'payload.amount', detail: expect.stringContaining(`it is in ${currency}`) }],
        });
    } finally {
      await world.close();
    }
  }, 120_000);
});
