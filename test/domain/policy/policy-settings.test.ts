import { describe, expect, it } from 'vitest';
import { planTermsOf } from '../../../domain/billing/plan-terms.js';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { minimumEarnedWords } from '../../../domain/manual/general-chapter.js';
import { policySettings, policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { aProduct } from '../../support/product-factory.js';

const issuesOf = (policy: unknown) =>
  lintDefinition({ ...aProduct(), policy: policySettings.parse(policy) }).map(
    ({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`,
  );
const faultsOf = (policy: unknown) =>
  policySettings.safeParse(policy).error?.issues.map(({ path }) => path.join('.'));

describe('policy settings', () => {
  it('hold for a product that says nothing about its policies', () => {
    const settings = policySettingsOf(aProduct());
    expect(settings.numbering.pattern).toBe('{product}-{yyyy}-{seq:6}');
    expect(planTermsOf(settings)).toEqual({
      plan: 'FULL_PAYMENT',
      instalmentFee: '0.00',
      taxesAndFees: 'FIRST',
      dueDays: 0,
    });
    expect(settings.cancellation.nonPayment).toBeUndefined();
  });

  it('can be stored and read again', () => {
    const settings = policySettings.parse({
      paymentPlans: [{ plan: 'MONTHLY', downPayment: 0.2, instalmentFee: '4.50' }],
      cancellation: { shortRatePenalty: 0.15, nonPayment: {} },
    });
    expect(policySettings.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
    expect(settings.cancellation.nonPayment).toEqual({ graceDays: 10, noticeDays: 10 });
  });

  it('names what cannot be', () => {
    expect(faultsOf({ paymentPlans: [] })).toEqual(['paymentPlans']);
    expect(faultsOf({ paymentPlans: [{ plan: 'MONTHLY', downPayment: 1.5 }] })).toEqual([
      'paymentPlans.0.downPayment',
    ]);
    expect(faultsOf({ paymentPlans: [{ plan: 'MONTHLY', instalmentFee: 1.0005 }] })).toEqual([
      'paymentPlans.0.instalmentFee',
    ]);
    expect(faultsOf({ paymentPlans: [{ plan: 'WEEKLY' }] })).toEqual(['paymentPlans.0.plan']);
    expect(faultsOf({ numbering: { pattern: 'GL' } })).toEqual(['numbering.pattern']);
    expect(faultsOf({ currency: 'usd' })).toEqual(['currency']);
  });

  it.each(['CLF', 'UYW'])('refuses the unit of account %s, and reads a version that has it', (currency) => {
    expect(issuesOf({ currency })).toEqual([expect.stringMatching(`"${currency}" is no currency`)]);
    expect(policySettings.parse({ currency })).toMatchObject({ currency });
  });

  it.each([
    ['JPY', 10.5, 'no decimal places'],
    ['USD', 1.005, 'at most 2 decimal places'],
    ['KWD', 1.005, undefined],
  ])('has amounts in %s with its decimals', (currency, instalmentFee, most) => {
    const found = issuesOf({ currency, paymentPlans: [{ plan: 'MONTHLY', instalmentFee }] });
    const problem = `ERROR policy.paymentPlans[0].instalmentFee: must have ${most}: it is in ${currency}`;
    expect(found.filter((issue) => issue.includes('instalmentFee'))).toEqual(most ? [problem] : []);
  });

  it('spread endorsements over installments, so a plan without them is warned of', () => {
    const plans = (plan: string) => ({ paymentPlans: [{ plan, endorsements: 'SPREAD' }] });
    expect(issuesOf(plans('MONTHLY'))).toEqual([]);
    expect(issuesOf(plans('FINANCE'))).toEqual([
      'WARNING policy.paymentPlans[0].endorsements: FINANCE is paid at once, so this has no effect',
    ]);
    expect(faultsOf({ paymentPlans: [{ plan: 'MONTHLY', endorsements: 'LATER' }] })).toEqual([
      'paymentPlans.0.endorsements',
    ]);
  });

  it('let a late payment reinstate where it can, within the days of reinstatement', () => {
    const billing = { lateFee: { amount: 15 } };
    const settings = (rule: object, more: object = { nonPayment: {} }) => ({
      ...{ billing, cancellation: { reinstatementByPayment: rule, reinstatementDays: 20, ...more } },
    });
    const at = 'policy.cancellation.reinstatementByPayment';
    expect(issuesOf(settings({ days: 20, fees: ['LATE_FEE'] }))).toEqual([]);
    expect(issuesOf(settings({ days: 21 }))).toEqual([
      `ERROR ${at}.days: must not be more than reinstatementDays: write 20 or less`,
    ]);
    expect(issuesOf(settings({ fees: ['LATE_FEE', 'NSF_FEE', 'LATE_FEE'] }))).toEqual([
      `WARNING ${at}.fees[1]: has no effect: the product has no billing.nsfFee; write it, or leave out NSF_FEE`,
      `ERROR ${at}.fees[2]: LATE_FEE is listed twice: leave it out here`,
    ]);
    expect(issuesOf(settings({}, {}))).toEqual([
      `WARNING ${at}: has no effect: no policy is canceled for non-payment; write cancellation.nonPayment, or a reason with the ground NON_PAYMENT`,
    ]);
    const reason = {
      configId: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1010',
      title: 'Not paid',
      method: 'PRO_RATA',
    };
    expect(issuesOf(settings({}, { reasons: [{ ...reason, ground: 'NON_PAYMENT' }] }))).toEqual([]);
    for (const rule of [
      { days: -1 },
      { days: 1.5 },
      { fees: ['POSTAGE'] },
      { fees: 'LATE_FEE' },
      { lapse: true },
    ]) {
      expect(faultsOf(settings(rule))?.join()).toMatch(/^cancellation\.reinstatementByPayment/);
    }
  });

  it('are linted', () => {
    expect(issuesOf({})).toEqual([]);
    for (const currency of ['EUR', 'HUF']) expect(issuesOf({ currency })).toEqual([]);
    expect(issuesOf({ paymentPlans: [{ plan: 'MONTHLY' }, { plan: 'MONTHLY' }] })).toEqual([
      'ERROR policy.paymentPlans[1].plan: the plan MONTHLY is offered twice',
    ]);
    expect(issuesOf({ paymentPlans: [{ plan: 'FINANCE', downPayment: 0.5 }] })).toEqual([
      'WARNING policy.paymentPlans[0].downPayment: FINANCE is paid at once, so this has no effect',
    ]);
    expect(issuesOf({ renewal: { noticeDays: 30, quoteDays: 45 } })).toHaveLength(1);
    expect(issuesOf({ cancellation: { shortRateTable: [{ days: 30, kept: 0.2 }] } })).toEqual([
      'WARNING policy.cancellation.shortRateTable: has no effect: the method is PRO_RATA',
    ]);
  });
});

it('says the minimum earned premium in the words of the rate manual', () => {
  const reasons = [{ title: 'Rewritten', minimumEarned: false }];
  expect(minimumEarnedWords({ amount: '100.00', share: '0.25' }, reasons)).toBe(
    'A cancellation keeps at least the higher of 100.00 and 25 % of the premium of the term. ' +
      'A cancellation from the first day of the term keeps nothing. ' +
      'The minimum does not apply to these reasons: Rewritten.',
  );
  expect(policySettings.safeParse({ cancellation: { minimumEarned: {} } }).error?.issues[0]).toMatchObject({
    path: ['cancellation', 'minimumEarned'],
    message: 'must have an `amount` or a `share`',
  });
});
