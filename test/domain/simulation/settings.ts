import { policySettings } from '../../../domain/policy/policy-settings.js';
import { product } from './steps.js';

/** The reasons that cancel pro rata; without one, at short rate by a penalty. */
export const proRataReason = '7a6d0a4e-57f4-4ac0-8f0b-9b8b9df0b6a1';
export const notPaidReason = '7a6d0a4e-57f4-4ac0-8f0b-9b8b9df0b6a2';

/** The settings of the simulated product. No policy is canceled for non-payment by itself. */
export const simulatedSettings = () =>
  policySettings.parse({
    paymentPlans: (['FULL_PAYMENT', 'MONTHLY', 'BI_ANNUALLY'] as const).map((plan) => ({
      ...{ plan, dueDays: product.dueDays, instalmentFee: 2 },
      ...(plan === 'MONTHLY' && { endorsements: 'SPREAD' as const }),
    })),
    billing: {
      nsfFee: { amount: product.nsfFee },
      lateFee: { amount: product.lateFee },
      shortfallTolerance: product.tolerance,
    },
    cancellation: {
      method: 'SHORT_RATE',
      shortRatePenalty: product.penalty,
      reasons: [
        { configId: proRataReason, title: 'Pro rata', method: 'PRO_RATA' },
        { configId: notPaidReason, title: 'Not paid', ground: 'NON_PAYMENT', method: 'PRO_RATA' },
      ],
      reinstatementDays: product.reinstatementDays,
      reinstatementByPayment: {
        days: product.reinstatementByPayment.days,
        fees: [...product.reinstatementByPayment.fees],
      },
    },
    audit: { windowDays: product.auditDays },
    renewal: { automatic: true },
    closeAfterDays: 3_650,
  });
