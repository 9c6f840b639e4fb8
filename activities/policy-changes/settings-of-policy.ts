import type { Policy } from '../../db/models/policy.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { planTermsOf } from '../../domain/billing/plan-terms.js';
import { type PolicySettings, policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { versionOfPolicy } from './rate-policy.js';

/** The policy settings of the version that a policy was sold on. */
export async function settingsOfPolicy(
  work: DefaultActionWork,
  policy: Policy,
): Promise<{ version: CatalogVersion; settings: PolicySettings; dueDays: number; isSpread: boolean }> {
  const version = await versionOfPolicy(work, policy);
  const settings = policySettingsOf(version.definition);
  const plan = planTermsOf(settings, policy.paymentPlan as PaymentPlan);
  return { version, settings, dueDays: plan?.dueDays ?? 0, isSpread: plan?.endorsements === 'SPREAD' };
}
