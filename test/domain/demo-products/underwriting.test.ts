import { describe, expect, it } from 'vitest';
import { quote, rate, rules } from './rating-support.js';

describe('general-liability underwriting', () => {
  it('declines for claims', () => {
    const result = rate('general-liability', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toContain('too-many-claims');
  });

  it('refers for experience and for uninsured subcontractors', () => {
    const result = quote('general-liability', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['adverse-experience', 'uninsured-subcontractors']);
    expect(result.premium).toBe('27239.00');
  });

  it('refuses a prohibited class before rating', () => {
    const change = { 'client.industry.naics': '561612', 'operations.alcoholShare': null };
    const result = rate('general-liability', 'quoted', { change });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY' });
    expect(rules(result)).toEqual(['prohibited-class']);
  });

  it('declines a young business in a high hazard class', () => {
    const change = { 'client.industry.naics': '722410', 'business.yearsInBusiness': '1' };
    expect(rules(rate('general-liability', 'quoted', { change }))).toEqual(['new-high-hazard-business']);
  });

  it('asks the policyholder to accept that terrorism is not covered, and leaves that coverage out', () => {
    const result = quote('general-liability', 'quoted', { change: { 'coverage.terrorism': 'false' } });
    expect(result.requiresPolicyholderAcceptance).toBe(true);
    expect(result.premium).toBe('10979.00');
    expect(result.coverages.map(({ code }) => code)).not.toContain('TERRORISM');
  });

  it('says that products are excluded', () => {
    const result = quote('general-liability', 'quoted', { change: { 'coverage.products': 'false' } });
    expect(result.messages).toMatchObject([{ severity: 'INFO', rule: 'products-excluded' }]);
    // Without products, $1,257, and one percent of them in the terrorism premium.
    expect(result.premium).toBe('9810.00');
  });
});

describe('business-package underwriting', () => {
  it('declines for an unprotected combustible building', () => {
    const result = rate('business-package', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(result.messages).toMatchObject([
      { code: 'UNDERWRITING_DECLINE', rule: 'unprotected-combustible-building', component: 'property' },
      { code: 'COMPONENT_DECLINED', message: 'the package is declined because Property declined' },
    ]);
  });

  it('refers for high values', () => {
    const result = quote('business-package', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['large-values']);
    expect(result.premium).toBe('17846.00');
  });

  it('refuses large sales before it rates any component', () => {
    const result = rate('business-package', 'quoted', { change: { 'business.annualSales': '26000000' } });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY', components: [] });
    expect(rules(result)).toEqual(['large-sales']);
  });

  it('refers for experience once, for the package and not for each component', () => {
    const change = { 'losses.count': '2', 'losses.incurred': '30000' };
    const result = quote('business-package', 'quoted', { change });
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(result.messages).toMatchObject([{ rule: 'adverse-experience' }]);
    expect(result.messages[0]?.component).toBeUndefined();
  });
});

describe('cyber underwriting', () => {
  it('declines many records without multi-factor authentication', () => {
    const result = rate('cyber', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toContain('no-mfa-with-many-records');
  });

  it('refers for the highest limit', () => {
    const result = quote('cyber', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['high-limit']);
    expect(result.premium).toBe('24235.87');
  });
});

describe('personal-auto underwriting', () => {
  it('declines for driving under the influence', () => {
    const result = rate('personal-auto', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toContain('recent-influence');
  });

  it('refers for a vehicle of high value', () => {
    const result = quote('personal-auto', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['high-value-vehicle']);
    expect(result.premium).toBe('2498.50');
  });

  it('refuses limits below the minimum of the state before rating', () => {
    const result = rate('personal-auto', 'quoted', { change: { 'coverage.biLimit': '25000/50000' } });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY' });
    expect(rules(result)).toEqual(['below-minimum-limits', 'uninsured-above-liability']);
  });

  it('asks the policyholder to reject protection in writing', () => {
    const result = quote('personal-auto', 'quoted', { change: { 'coverage.pipLimit': 'NONE' } });
    expect(result.requiresPolicyholderAcceptance).toBe(true);
    expect(rules(result)).toEqual(['protection-rejected']);
  });
});
