import { z } from 'zod';

/** How a term's premium can be paid; a product says which of them it offers. */
export const paymentPlans = ['FULL_PAYMENT', 'MONTHLY', 'BI_ANNUALLY', 'ANNUALLY', 'FINANCE'] as const;
export const paymentPlan = z.enum(paymentPlans).meta({ id: 'PaymentPlan' });
export type PaymentPlan = z.infer<typeof paymentPlan>;

/** Months from one instalment to the next; null where there is only one. A finance company pays at once. */
export const monthsBetweenInstalments: { readonly [plan in PaymentPlan]: number | null } = {
  FULL_PAYMENT: null,
  MONTHLY: 1,
  BI_ANNUALLY: 6,
  ANNUALLY: 12,
  FINANCE: null,
};
