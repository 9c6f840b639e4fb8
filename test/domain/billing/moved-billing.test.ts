import { describe, expect, it } from 'vitest';
import { movedBilling } from '../../../domain/billing/moved-billing.js';

/** The fourth installment of a term from 1 January, due after ten days. */
const fourth = (data: object = {}) => ({
  kind: 'INSTALMENT' as const,
  state: 'SCHEDULED' as const,
  number: 4,
  dueDate: '2040-04-11',
  data: { paymentPlan: 'MONTHLY', billingDate: '2040-04-01', ...data },
});

describe('an installment whose term was corrected', () => {
  it('moves with the term', () => {
    expect(movedBilling(fourth(), { effectiveDate: '2039-12-15', today: '2040-01-01' })).toEqual({
      billingDate: '2040-03-15',
      dueDate: '2040-03-25',
    });
    expect(movedBilling(fourth(), { effectiveDate: '2040-01-01', today: '2040-01-01' })).toBeNull();
  });

  it('is billed today, with its days to pay, where its own day would be over', () => {
    expect(movedBilling(fourth(), { effectiveDate: '2039-06-15', today: '2040-01-01' })).toEqual({
      billingDate: '2040-01-01',
      dueDate: '2040-01-11',
    });
  });

  it('is not due before an endorsement that it has a part of takes effect', () => {
    const spread = fourth({ changes: [{ effectiveDate: '2040-04-08' }, { effectiveDate: '2040-04-03' }] });
    expect(movedBilling(spread, { effectiveDate: '2039-12-15', today: '2040-01-01' })).toEqual({
      billingDate: '2040-03-29',
      dueDate: '2040-04-08',
    });
  });
});
