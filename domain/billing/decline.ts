/**
 * `SOFT`: another day may do. `HARD`, `EXPIRED`: the method is not charged any more. `AUTHENTICATION`: the policyholder's
 * bank asks for the policyholder.
 */
export type DeclineKind = 'SOFT' | 'HARD' | 'EXPIRED' | 'AUTHENTICATION';

/** Stripe's codes of declines that no retry helps; other codes may pass. */
const hard: ReadonlySet<string> = new Set([
  ...['account_closed', 'bank_account_restricted', 'card_not_supported', 'currency_not_supported'],
  ...['debit_not_authorized', 'fraudulent', 'incorrect_number', 'invalid_account', 'invalid_number'],
  ...['lost_card', 'merchant_blacklist', 'new_account_information_available', 'no_account', 'pickup_card'],
  ...['payment_method_unactivated', 'payment_method_unexpected_state', 'resource_missing', 'restricted_card'],
  ...['revocation_of_all_authorizations', 'revocation_of_authorization', 'stolen_card', 'stop_payment_order'],
  ...['transaction_not_allowed'],
]);
const expired: ReadonlySet<string> = new Set(['expired_card', 'invalid_expiry_month', 'invalid_expiry_year']);
const authentication: ReadonlySet<string> = new Set([
  'authentication_required',
  'authentication_not_handled',
  'payment_intent_authentication_failure',
]);

export function kindOfDecline(code: string): DeclineKind {
  if (expired.has(code)) return 'EXPIRED';
  if (authentication.has(code)) return 'AUTHENTICATION';
  return hard.has(code) ? 'HARD' : 'SOFT';
}
