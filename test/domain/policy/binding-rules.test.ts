import { describe, expect, it } from 'vitest';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import {
  bindingSideOf,
  confirmsFinancing,
  financeDeadline,
  whyNotBindOn,
} from '../../../domain/policy/binding-rules.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';
import { whyNotAccept } from '../../../domain/policy/why-not-accept.js';
import { type ProductDefinition, storedDefinition } from '../../../domain/product/definition.js';
import { isBindable } from '../../../domain/quote/bindable.js';
import { shopProduct } from '../../support/shop-product.js';

const { binding } = policySettings.parse({});
const today = '2026-11-22';
const against = (effectiveDate: string, side: 'issuer' | 'seller') =>
  whyNotBindOn(binding, { effectiveDate, today, side });

describe('the effective date of a new policy', () => {
  it.each([
    ['2026-10-23', 'issuer'],
    ['2027-05-21', 'issuer'],
    ['2026-11-21', 'seller'],
    ['2027-05-21', 'seller'],
  ] as const)('may be %s for the %s by default', (date, side) => {
    expect(against(date, side)).toBeUndefined();
  });

  it.each([
    ['2020-01-01', 'issuer', /too early: the issuer can bind from 2026-10-23/],
    ['2026-11-20', 'seller', /too early: the seller can bind from 2026-11-21/],
    ['2199-01-01', 'issuer', /too late: the issuer can bind until 2027-05-21/],
  ] as const)('cannot be %s for the %s by default', (date, side, message) => {
    expect(against(date, side)).toMatch(message);
  });

  it("is the issuer's for its own events and those of the service", () => {
    const issuer = { organizationId: 'a' };
    expect(bindingSideOf({ organizationId: 'a', byService: false }, issuer)).toBe('issuer');
    expect(bindingSideOf({ organizationId: 'b', byService: true }, issuer)).toBe('issuer');
    expect(bindingSideOf({ organizationId: 'b', byService: false }, issuer)).toBe('seller');
  });

  it.each([
    ['issuer', '2026-11-20', undefined],
    ['seller', '2026-11-20', 'EFFECTIVE_DATE_NOT_BINDABLE'],
    ['issuer', '2026-10-22', 'EFFECTIVE_DATE_NOT_BINDABLE'],
    ['seller', '2027-05-22', 'EFFECTIVE_DATE_NOT_BINDABLE'],
  ] as const)('is judged when the %s accepts a quote of %s: %s', (side, effectiveDate, code) => {
    const judged = whyNotAccept({ ...quote, effectiveDate }, { rules: binding, side, now });
    expect(judged?.code).toBe(code);
    const renewal = { ...quote, effectiveDate, type: 'RENEWAL' as const };
    expect(whyNotAccept(renewal, { rules: binding, side, now })).toBeUndefined();
  });
});

const now = new BusinessTime(new Date(`${today}T12:00:00Z`));
const quote = {
  ...{ type: 'QUOTE' as const, outcome: 'QUOTED' as const, bindable: true, premium: '1200.00' },
  ...{ requiresUnderwriterApproval: true, requiresPolicyholderAcceptance: false },
  ...{ underwriterResponse: { isApproved: true }, policyholderResponse: null },
  ...{ messages: [], expiresAt: null, packageRequestId: null, policyNumber: null, effectiveDate: today },
};

describe('a quote', () => {
  const accept = (changes: object) =>
    whyNotAccept({ ...quote, ...changes }, { rules: binding, side: 'issuer', now })?.code;

  it.each([
    ['that is approved', {}, undefined],
    ['that became a policy', { policyNumber: 'GL-1' }, 'QUOTE_ISSUED'],
    ['that has expired', { expiresAt: now }, 'QUOTE_EXPIRED'],
    ['that is valid for another second', { expiresAt: new Date(now.getTime() + 1_000) }, undefined],
    ['of a batch', { type: 'BATCH' }, 'QUOTE_NOT_BINDABLE'],
    ['of a component', { packageRequestId: 'a' }, 'QUOTE_NOT_BINDABLE'],
    ['that an underwriter declined', { underwriterResponse: { isApproved: false } }, 'QUOTE_NOT_BINDABLE'],
    ['whose client was erased', { bindable: false }, 'QUOTE_NOT_BINDABLE'],
    ['of a change that is a return', { type: 'ENDORSEMENT', premium: '-5.00' }, undefined],
  ])('%s can be accepted unless: %j', (_, changes, code) => {
    expect(accept(changes)).toBe(code);
  });

  it('is not bindable as a batch, or with amounts that do not agree', () => {
    expect(isBindable(quote)).toBe(true);
    expect(isBindable({ ...quote, type: 'BATCH' })).toBe(false);
    expect(isBindable({ ...quote, messages: [{ code: 'COVERAGES_DISAGREE_WITH_PREMIUM' }] })).toBe(false);
  });
});

describe('a financed policy', () => {
  it.each([
    ['0.01', false],
    ['8895.99', false],
    ['8896.00', true],
    ['11120.00', true],
  ])('of 11,120.00 is confirmed by %s: %s', (paid, confirmed) => {
    expect(confirmsFinancing(binding, { paid, total: '11120.00' })).toBe(confirmed);
  });

  it('has 30 days from its issue, or from a later effective date', () => {
    expect(financeDeadline(binding, { issuedOn: '2040-01-10', effectiveDate: '2040-01-01' })).toBe(
      '2040-02-10',
    );
    expect(financeDeadline(binding, { issuedOn: '2040-01-10', effectiveDate: '2040-02-01' })).toBe(
      '2040-03-03',
    );
  });

  it('waits on, if its product version was stored before there was a limit', () => {
    const product = shopProduct();
    const { binding: _, ...before } = product.policy!;
    const read = (policy: object) =>
      storedDefinition({ ...product, policy } as ProductDefinition).policy!.binding.finance;
    expect(read(before)).toEqual({ share: '0.8', days: 30, otherwise: 'WAIT' });
    expect(read(product.policy!)).toEqual({ share: '0.8', days: 30, otherwise: 'VOID' });
  });

  it.each([
    [{ backDays: { seller: -1 } }, 'binding.backDays.seller'],
    [{ aheadDays: { issuer: 3_651 } }, 'binding.aheadDays.issuer'],
    [{ unpaidIssue: 'no' }, 'binding.unpaidIssue'],
    [{ finance: { share: 0 } }, 'binding.finance.share'],
    [{ finance: { share: 1.2 } }, 'binding.finance.share'],
    [{ finance: { days: 1.5 } }, 'binding.finance.days'],
    [{ finance: { otherwise: 'HOLD' } }, 'binding.finance.otherwise'],
  ])('and every binding rule names what cannot be: %j', (rules, path) => {
    const { error } = policySettings.safeParse({ binding: rules });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
