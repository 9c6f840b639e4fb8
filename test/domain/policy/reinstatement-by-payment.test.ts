import { describe, expect, it } from 'vitest';
import { reinstatementWords } from '../../../domain/manual/general-chapter.js';
import {
  type AccountToReinstate,
  type FeeToPay,
  isPaidInTime,
  reinstatementByPayment,
  reinstatementToKeep,
} from '../../../domain/policy/reinstatement-by-payment.js';

type Statements = AccountToReinstate['statements'];
const instalment = {
  id: 'A',
  kind: 'INSTALMENT',
  state: 'PAST_DUE',
  amount: '105.00',
  paidAmount: '5.00',
} as const;
const lateFee = { id: 'B', kind: 'LATE_FEE', state: 'DUE', amount: '15.00', paidAmount: '0.00' } as const;
const nsfFee = { id: 'C', kind: 'NSF_FEE', state: 'DUE', amount: '25.00', paidAmount: '0.00' } as const;

/** What a cancellation from 26 January keeps of an account with 5.00 of cash. */
const kept = (fees: FeeToPay[], statements: Statements = [instalment, lateFee]) =>
  reinstatementToKeep(reinstatementByPayment.parse({ fees }), {
    ...{ statements, paid: '5.00', unpaid: ['A'], cancelledOn: '2040-01-26' },
  });
const isPaid = (
  paid: string,
  {
    today = '2040-02-10',
    fees = [],
    statements = [instalment, lateFee],
  }: { today?: string; fees?: FeeToPay[]; statements?: Statements } = {},
) => isPaidInTime(kept(fees), { statements, paid, today });

describe('the payment that reinstates a policy', () => {
  it('is what is open of the statements that led to the cancellation, with the open fees that are named', () => {
    expect(kept([])).toMatchObject({ amount: '100.00', payBy: '2040-02-10', paidBefore: '5.00' });
    expect(kept(['LATE_FEE'])).toMatchObject({ amount: '115.00', feesBefore: '15.00' });
    const paidFee = { ...lateFee, state: 'PAID', paidAmount: '15.00' } as const;
    expect(kept(['LATE_FEE', 'NSF_FEE'], [instalment, paidFee, nsfFee])).toMatchObject({
      ...{ amount: '125.00', feesBefore: '40.00' },
    });
  });

  it('must reach the amount, to the cent, by the last day', () => {
    expect(isPaid('104.99')).toBe(false);
    expect(isPaid('105.00')).toBe(true);
    expect(isPaid('105.00', { today: '2040-02-11' })).toBe(false);
    expect(isPaid('105.00', { fees: ['LATE_FEE'] })).toBe(false);
    expect(isPaid('120.00', { fees: ['LATE_FEE'] })).toBe(true);
  });

  it('includes the named fees that are charged after the cancellation, and no others', () => {
    const statements = [instalment, lateFee, nsfFee];
    expect(isPaid('105.00', { statements })).toBe(true);
    expect(isPaid('129.99', { fees: ['NSF_FEE'], statements })).toBe(false);
    expect(isPaid('130.00', { fees: ['NSF_FEE'], statements })).toBe(true);
  });
});

it.each([
  [{ days: 15 }, /if the past-due amount is paid within 15 days of the end of coverage\.$/],
  [{ days: 1, fees: ['LATE_FEE'] }, /if the past-due amount and late fees are paid within 1 day of/],
])('is a sentence of the rate manual: %j', (setting, sentence) => {
  expect(reinstatementWords(reinstatementByPayment.parse(setting))).toMatch(sentence);
});
