import type { ModelObject } from 'objection';
import type { PaymentSession } from '../../db/models/payment-session.js';
import type { DefaultActionWork } from '../ground/default-action.js';

export type SessionToOpen = Pick<
  PaymentSession,
  'kind' | 'clientId' | 'policyId' | 'issuingOrganizationId' | 'quoteIds' | 'plans' | 'amount' | 'currency'
> & { description: string };

/**
 * Opens a payment with the provider and returns the row of its session. An amount of zero counts as paid
 * without the provider.
 */
export async function openSession(
  { dependencies, event, actionId, now }: DefaultActionWork,
  { description, ...session }: SessionToOpen,
): Promise<ModelObject<PaymentSession>> {
  const { current } = dependencies.payments;
  const { triggerRequestId: id, organizationId } = event;
  const isFree = Number(session.amount) === 0;
  const opened = isFree
    ? { reference: null, clientSecret: null }
    : await current.open({
        idempotencyKey: `${id}:${actionId}`,
        sessionId: id,
        organizationId,
        amount: session.amount,
        currency: session.currency,
        description,
      });
  return {
    ...session,
    id,
    organizationId,
    provider: current.name,
    providerReference: opened.reference,
    clientSecret: opened.clientSecret,
    state: isFree ? 'PAID' : 'OPEN',
    paidAmount: isFree ? '0' : null,
    createdAt: now,
    verifiedAt: isFree ? now : null,
  };
}
