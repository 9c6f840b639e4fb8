import { describe, expect, it } from 'vitest';
import { type StandingFacts, standingOn } from '../../../domain/policy/standing.js';

const today = '2027-01-10';

const facts = (changed: Partial<StandingFacts> = {}): StandingFacts => ({
  policyState: 'ACTIVE',
  policyContract: {},
  effectiveDate: '2026-05-24',
  expirationDate: '2027-05-24',
  lastDayWithCoverage: '2027-05-23',
  cancelledOn: null,
  cancellationNoticeOn: null,
  renewalQuoteId: null,
  renewalWaits: null,
  nonRenewed: false,
  ...changed,
});
const standing = (changed: Partial<StandingFacts>, on = today) => standingOn(facts(changed), on, undefined);

describe('the standing of a policy', () => {
  it('names what happens to its cover next', () => {
    expect(standing({})).toEqual({ type: 'IN_FORCE', on: '2027-05-24' });
    expect(standing({}, '2026-05-01')).toEqual({ type: 'STARTS', on: '2026-05-24' });
    expect(standing({ nonRenewed: true })).toEqual({ type: 'EXPIRES', on: '2027-05-24' });
    expect(standing({ policyState: 'PENDING_FINANCE_CONFIRMATION' }).type).toBe('AWAITS_FINANCING');
    expect(standing({ cancelledOn: '2027-01-15', renewalQuoteId: 'quote' })).toEqual({
      type: 'CANCELS',
      on: '2027-01-15',
    });
    expect(standing({ cancellationNoticeOn: '2027-01-20' })).toEqual({
      type: 'CANCELS',
      on: '2027-01-20',
      isNotice: true,
    });
    expect(standing({ renewalQuoteId: 'quote', renewalWaits: 'Referred' }).type).toBe('RENEWAL_WAITS');
    const renewal = { premium: 440, taxesAndFees: 25 };
    expect(standingOn(facts({ renewalQuoteId: 'quote' }), today, renewal)).toEqual({
      type: 'RENEWS',
      on: '2027-05-24',
      ...renewal,
    });
  });

  it('is lapsed on the days between a cancellation and its reinstatement only', () => {
    const lapsed = {
      policyContract: { lapses: [{ from: '2027-01-05', until: '2027-01-12', reason: null }] },
    };
    expect(standing(lapsed)).toEqual({ type: 'LAPSED', on: '2027-01-12' });
    expect(standing(lapsed, '2027-01-12').type).toBe('IN_FORCE');
  });

  it('names how its cover ended, whatever its account is', () => {
    const cancelledOn = '2027-01-10';
    const lastDayWithCoverage = '2027-01-09';
    for (const policyState of ['ACTIVE', 'INACTIVE_UNSETTLED', 'CLOSED'] as const) {
      expect(standing({ policyState, cancelledOn, lastDayWithCoverage })).toEqual({
        type: 'CANCELED',
        on: cancelledOn,
      });
    }
    expect(standing({ policyState: 'SETTLED' }, '2027-06-01')).toEqual({ type: 'EXPIRED', on: '2027-05-24' });
    expect(standing({}, '2027-05-24')).toEqual({ type: 'EXPIRED', on: '2027-05-24' });
  });
});
