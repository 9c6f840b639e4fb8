import type { Path } from './change.js';

const ofPlans: Readonly<Record<string, string>> = {
  derive: 'Derived values',
  loops: 'Derived values of iterations',
  coverages: 'Coverages',
  policy: 'Steps of the policy',
  taxesAndFees: 'Taxes and fees',
  underwriting: 'Underwriting rules',
};

const ofPolicies: Readonly<Record<string, string>> = {
  paymentPlans: 'Payment plans',
  cancellation: 'Cancellation',
  renewal: 'Renewal',
};

const ofProducts: Readonly<Record<string, string>> = { display: 'Questions', lines: 'Questions' };

const ofFiles: Readonly<Record<string, string>> = {
  tables: 'Tables',
  configurations: 'Actions',
  forms: 'Forms',
  mail: 'Mails',
  overlays: 'Overlays',
};

/** The part of the product that a path belongs to. */
export function subjectOf([part, second, third]: Path): string {
  if (part === 'product') return ofProducts[String(second)] ?? 'Product';
  if (part === 'policy') return ofPolicies[String(second)] ?? 'Policies';
  if (part !== 'ratingPlans') return ofFiles[String(part)] ?? 'Product';
  if (third === undefined) return 'Rating plans';
  return `${ofPlans[third] ?? 'Settings of the plan'} (${String(second)})`;
}
