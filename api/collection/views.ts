import type { Collection } from '../../db/models/collection.js';
import type { SavedMethod } from '../../db/models/saved-method.js';
import type { ChargeView, SavedMethodView } from './schemas.js';

/** A payment method, as its client's organization reads it. */
export function methodView(method: SavedMethod): SavedMethodView {
  const { id, clientId, state, provider, reason, kind, brand, lastFour, expiry, createdAt, createdBy } =
    method;
  return {
    id,
    clientId,
    state,
    paymentProcessor: provider,
    ...(reason !== null && { reason }),
    ...(kind !== null && { kind }),
    ...(brand !== null && { brand }),
    ...(lastFour !== null && { lastFour }),
    ...(expiry !== null && { expiry }),
    ...(method.mandateReference !== null && { mandate: method.mandateReference }),
    createdTimestamp: createdAt.toISOString(),
    createdBy,
  };
}

/** A charge, as both organizations of its policy read it. */
export function chargeView(charge: Collection): ChargeView {
  const { id, statementId, methodId, triggerRequestId, onDay, amount, currency, state, createdAt } = charge;
  const { code, reason, providerReference, paymentId } = charge;
  return {
    id,
    statementId,
    paymentMethodId: methodId,
    triggerRequestId,
    on: onDay,
    amount: Number(amount),
    currency,
    state,
    ...(code !== null && { code }),
    ...(reason !== null && { reason }),
    ...(providerReference !== null && { paymentIdentifier: providerReference }),
    ...(paymentId !== null && { paymentId }),
    createdTimestamp: createdAt.toISOString(),
  };
}
