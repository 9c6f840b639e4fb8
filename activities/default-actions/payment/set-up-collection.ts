import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import { PaymentSession } from '../../../db/models/payment-session.js';
import { amountOfMinorUnits } from '../../../domain/billing/payment-options.js';
import { Decimal } from '../../../domain/expression/index.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { missing, refused } from '../../ground/failures.js';
import { openSession } from '../../payments/open-session.js';
import { policyOfEvent } from '../../policy-changes/policy-of-event.js';

/** Opens a payment session for an issued policy's balance, or a part of it. */
export const setUpCollection: DefaultActionHandler<'SET_UP_COLLECTION'> = async (work) => {
  const { dependencies, event, now } = work;
  const { policyId, clientId, totalAmount } = envelopeOf(event, 'PAYMENT_COLLECT_SETUP').payload;
  const policy = await policyOfEvent(dependencies.db, event, policyId);
  if (policy.clientId !== clientId) throw refused('is not the client of the policy', 'payload.clientId');
  const version = await dependencies.catalog.version(policy.productVersionId);
  if (version === null) throw missing('product version', policy.productVersionId);
  const { balance } = await standingOfPolicy(dependencies.db, policyId, now.today);
  const { currency } = policySettingsOf(version.definition);
  const amount = amountOfMinorUnits(totalAmount, currency);
  if (Decimal.of(amount).greaterThan(balance)) {
    throw refused(`only ${exactText(Decimal.max(0, balance))} of the policy is open`, 'payload.totalAmount');
  }
  const session = await openSession(work, {
    kind: 'COLLECT',
    clientId,
    policyId,
    quoteIds: [],
    plans: {},
    amount,
    issuingOrganizationId: policy.issuingOrganizationId,
    currency,
    description: `${policy.productName} ${policy.policyNumber}`,
  });
  return async (trx) => {
    await PaymentSession.query(trx).insert(session);
    return {
      clientId,
      policyId,
      metadata: answers('PAYMENT_COLLECT_SETUP', {
        PAYMENT_COLLECT_SETUP: {
          paymentTriggerRequestId: session.id,
          paymentProcessor: session.provider,
          paymentIdentifier: session.providerReference,
          clientSecret: session.clientSecret,
          amountTotal: totalAmount,
          currency: session.currency,
          policyId,
        },
      }),
    };
  };
};
