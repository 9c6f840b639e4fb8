import { describe, expect, it } from 'vitest';
import {
  authority,
  authorityWithin,
  noAuthority,
  sellerSettings,
} from '../../../domain/authority/authority.js';
import { aboveLimits, lackOf, type SellerAct } from '../../../domain/authority/lack.js';
import { fullAuthority } from '../../support/full-authority.js';

const today = '2026-07-15';
const lack = (granted: object, act: SellerAct) => lackOf(authority.parse(granted), act, today)?.authority;

describe('the authority of a license', () => {
  it('is nothing that the license does not name', () => {
    expect(noAuthority).toEqual({
      ...{ quote: false, bindPaid: false, bindUnpaid: false, recordPayments: false, endorse: false },
      ...{ reinstate: false, renew: false, report: false, backDateDays: 1, cancel: {}, limits: {} },
    });
  });

  it('stays within what the product allows at most', () => {
    const most = sellerSettings.parse({
      most: {
        ...{ bindUnpaid: false, backDateDays: 5 },
        ...{ cancel: { PRO_RATA: 'REQUEST' }, limits: { premium: 5000 } },
      },
    });
    expect(
      authorityWithin({ ...fullAuthority, limits: { premium: '9000.00', coverage: '1.00' } }, most),
    ).toEqual({
      ...{ ...fullAuthority, bindUnpaid: false, backDateDays: 5 },
      ...{ cancel: { PRO_RATA: 'REQUEST' }, limits: { premium: 5000, coverage: '1.00' } },
    });
  });

  it('is what the product usually grants where the license says nothing, and else nothing', () => {
    const usual = sellerSettings.parse({ usual: { quote: true } });
    expect(authorityWithin(null, usual)).toMatchObject({ quote: true, bindPaid: false });
    expect(authorityWithin(authority.parse({ renew: true }), usual)).toMatchObject({
      quote: false,
      renew: true,
    });
    expect(authorityWithin(null)).toMatchObject({ quote: false });
  });
});

describe('an event of a seller', () => {
  it.each(['quote', 'recordPayments', 'endorse', 'reinstate', 'renew', 'report'] as const)(
    'needs %s where that is what it does',
    (activity) => {
      expect(lack({ ...fullAuthority, [activity]: false }, { activity })).toBe(activity);
      expect(lack({ [activity]: true }, { activity })).toBeUndefined();
    },
  );

  it('binds what is paid, or unpaid, as granted', () => {
    const bind = { activity: 'bind' as const };
    expect(lack({}, bind)).toBe('bindPaid');
    expect(lack({ bindPaid: true }, bind)).toBeUndefined();
    expect(lack({ bindPaid: true }, { ...bind, unpaid: true })).toBe('bindUnpaid');
    expect(lack({ bindUnpaid: true }, { ...bind, unpaid: true })).toBeUndefined();
  });

  it('cancels by the granted methods only, and gives notice only where it may cancel', () => {
    const flat = { activity: 'cancel' as const, method: 'FLAT' as const };
    expect(lack({}, flat)).toBe('cancel');
    expect(lack({ cancel: { PRO_RATA: 'MAKE' } }, flat)).toBe('cancel.FLAT');
    expect(lack({ cancel: { FLAT: 'REQUEST' } }, flat)).toBeUndefined();
    expect(lack({ cancel: { FLAT: 'REQUEST' } }, { ...flat, isNotice: true })).toBe('cancel.FLAT: MAKE');
    expect(lack({ cancel: { FLAT: 'MAKE' } }, { ...flat, isNotice: true })).toBeUndefined();
  });

  it('goes back as many days as granted', () => {
    const from = (date: string) => ({ activity: 'endorse' as const, from: { date, field: 'effectiveDate' } });
    expect(lack({ endorse: true, backDateDays: 2 }, from('2026-07-13'))).toBeUndefined();
    expect(lackOf(authority.parse({ endorse: true, backDateDays: 2 }), from('2026-07-12'), today)).toEqual({
      authority: 'backDateDays',
      reason: 'the seller may go back to 2026-07-13, not to 2026-07-12 (authority backDateDays: 2)',
      field: 'effectiveDate',
    });
  });

  it('binds above its limits only what an underwriter has to approve', () => {
    const granted = { bindPaid: true, limits: { premium: '1000', coverage: '500000' } };
    const amounts = (premium: string, coverage: string) => ({
      activity: 'bind' as const,
      unreviewed: { premium, coverage },
    });
    expect(lack(granted, amounts('1000.00', '500000'))).toBeUndefined();
    expect(lack(granted, amounts('1000.01', '0'))).toBe('limits.premium');
    expect(lack(granted, amounts('10', '500000.01'))).toBe('limits.coverage');
    expect(lack(granted, { activity: 'bind' })).toBeUndefined();
    expect(aboveLimits({ coverage: 500000 }, { premium: '1', coverage: '600000' })?.reason).toBe(
      "a limit of coverage, 600000.00, is above the seller's authority of 500000.00",
    );
  });
});
