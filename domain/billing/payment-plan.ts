import { z } from 'zod';

/** The ways to pay a term's premium; a product chooses which of them it offers. */
export const paymentPlans = ['FULL_PAYMENT', 'MONTHLY', 'BI_ANNUALLY', 'ANNUALLY', 'FINANCE'] as const;
export const paymentPlan = z.enum(paymentPlans).meta({ id: 'PaymentPlan' });
export type PaymentPlan = z.infer<typeof paymentPlan>;

/** Months between installments; null for a single payment. A finance company pays at once. */
export const monthsBetweenInstalments: { readonly [plan in PaymentPlan]: number | null } = {
  FULL_PAYMENT: null,
  MONTHLY: 1,
  BI_ANNUALLY: 6,
  ANNUALLY: 12,
  FINANCE: null,
};
