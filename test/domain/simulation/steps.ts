import fc from 'fast-check';

/** A day of the term, or near it, as a share of its length. */
const at = fc.integer({ min: -30, max: 1_030 }).map((thousandths) => thousandths / 1_000);
const answers = fc.record(
  {
    revenue: fc.integer({ min: 10_000, max: 900_000 }),
    staff: fc.integer({ min: 0, max: 60 }),
  },
  { requiredKeys: [] },
);
const cents = (min: number, max: number) => fc.integer({ min, max });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const methods = ['PRO_RATA', 'PENALTY', 'TABLE', 'NON_PAYMENT'] as const;
const cancelBy = (...by: (typeof methods)[number][]) =>
  fc.record({ kind: kind('cancel'), at, method: fc.constantFrom(...by) });
const cancel = cancelBy(...methods);
const payArrears = fc.record({ kind: kind('payArrears'), short: fc.constantFrom(0, 0, 0, 1) });
const reinstate = fc.record({ kind: kind('reinstate'), days: fc.nat(30) });
const revenue = fc.integer({ min: 10_000, max: 900_000 });
const audit = fc.record({ kind: kind('audit'), at, revenue });
const aYear = fc.record({ kind: kind('pass'), days: fc.integer({ min: 366, max: 420 }) });

/** What somebody does to a policy. Shares are of the term's days, or of an amount. */
export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('pass'), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('pass'), days: fc.integer({ min: 200, max: 400 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pay'), cents: cents(1, 300_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('payAll') }) },
  // A cent to 1.50 less than all.
  { weight: 2, arbitrary: fc.record({ kind: kind('payNearly'), short: cents(1, 150) }) },
  { weight: 2, arbitrary: payArrears },
  { weight: 2, arbitrary: fc.record({ kind: kind('refund'), share: fc.integer({ min: 1, max: 110 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('reverse'),
      which: fc.nat(5),
      share: fc.constantFrom(100, 100, 100, 50, 7),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('endorse'), at, answers }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('agree'), at, cents: cents(-80_000, 60_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('enter'), at, cents: cents(-80_000, 60_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('edit'), which: fc.nat(5), at, cents: cents(-30_000, 30_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), which: fc.nat(5) }) },
  { weight: 3, arbitrary: cancel },
  { weight: 1, arbitrary: audit },
  { weight: 3, arbitrary: reinstate },
  { weight: 1, arbitrary: fc.record({ kind: kind('correct'), days: fc.integer({ min: -25, max: 25 }) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
export type Method = (typeof methods)[number];

/** A step, or two that belong together. */
const steps = fc.oneof(
  { weight: 16, arbitrary: step.map((one): Step[] => [one]) },
  { weight: 3, arbitrary: fc.tuple(cancelBy('NON_PAYMENT'), payArrears) },
  { weight: 2, arbitrary: fc.tuple(cancel, reinstate) },
  { weight: 1, arbitrary: fc.tuple(aYear, audit) },
);

/** A whole life: how it begins, and what is done. */
export const life = fc.record({
  plan: fc.constantFrom('FULL_PAYMENT' as const, 'MONTHLY' as const, 'BI_ANNUALLY' as const),
  answers: fc.record({
    revenue: fc.integer({ min: 10_000, max: 900_000 }),
    staff: fc.integer({ min: 0, max: 60 }),
  }),
  ahead: fc.nat(40),
  start: fc.nat(1_500),
  steps: fc.array(steps, { minLength: 4, maxLength: 16 }).map((parts) => parts.flat()),
});
export type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

/** The answers that matter to the premium. */
export interface Answers {
  revenue: number;
  staff: number;
}

/** The terms of the simulated product. Endorsements are spread by the plan `MONTHLY`. */
export const product = {
  dueDays: 7,
  instalmentFee: 200n,
  nsfFee: '25.00',
  lateFee: '15.00',
  /** The largest shortfall that is written off. */
  tolerance: '1.00',
  auditDays: 120,
  reinstatementDays: 40,
  /** By payment; a late fee has to be paid, too, a fee for a returned payment has not. */
  reinstatementByPayment: { days: 20, fees: ['LATE_FEE'] },
  penalty: '0.1',
  table: [
    { days: 30, kept: '0.2' },
    { days: 180, kept: '0.6' },
    { days: 365, kept: '1' },
  ],
} as const;
