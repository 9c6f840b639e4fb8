import type { Ioi, PaymentPlan } from 'ioi-client';

/** What a plan costs, and its first amount. */
export interface OfferedPlan {
  paymentPlan: PaymentPlan;
  totalPremium: number;
  instalments: { dueDate: string; amount: number }[];
}

export interface Purchase {
  lineId: string;
  clientId: string;
  quoteId: string;
}

/** The payment plans of a quote that can be bound. */
export async function offeredPlans(
  ioi: Ioi,
  { lineId, clientId, quoteId }: Purchase,
): Promise<OfferedPlan[]> {
  const quoteIds = [quoteId];
  await ioi.events.fire('SELECT_QUOTE', { lineId, payload: { clientId, quoteIds } });
  const { metadata } = await ioi.events.fire('PAYMENT_SETUP', { lineId, payload: { clientId, quoteIds } });
  // A finance company would pay the plan FINANCE.
  return Object.values(metadata.paymentOptions?.[quoteId] ?? {}).filter(
    ({ paymentPlan }) => paymentPlan !== 'FINANCE',
  );
}

/**
 * Pays the first amount and issues the policy; answers its id. The demo collects by invoice, so that this site says
 * itself that the payment arrived. With Stripe, its Payment Element would come between the two.
 */
export async function buy(
  ioi: Ioi,
  { lineId, clientId, quoteId }: Purchase,
  plan: PaymentPlan,
): Promise<string> {
  const quoteIds = [quoteId];
  const setup = await ioi.events.fire('PAYMENT_SETUP', {
    lineId,
    payload: { clientId, quoteIds, selectedPaymentPlans: { [quoteId]: plan } },
  });
  const { paymentTriggerRequestId } = setup.metadata.PAYMENT_SETUP ?? {};
  if (paymentTriggerRequestId) {
    await ioi.events.fire('PAYMENT_RECEIVED', { lineId, payload: { paymentTriggerRequestId } });
  }
  const issued = await ioi.events.fire('POLICY_CREATE', {
    lineId,
    payload: { clientId, quoteIds, paymentPlans: { [quoteId]: plan } },
  });
  const [policy] = issued.metadata.POLICY_CREATE?.policies ?? [];
  if (policy === undefined) throw new Error(`The quote ${quoteId} was not issued.`);
  return policy.id;
}
