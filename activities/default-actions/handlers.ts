import type { DefaultActionType } from '../../domain/events/catalog.js';
import type { DefaultActionHandler } from '../ground/default-action.js';
import { cancelPolicy } from './cancellation/cancel-policy.js';
import { giveCancellationNotice } from './cancellation/give-cancellation-notice.js';
import { reinstatePolicy } from './cancellation/reinstate-policy.js';
import { endorsePolicy } from './change/endorse-policy.js';
import { quoteEndorsement } from './change/quote-endorsement.js';
import { quoteTrueUp } from './change/quote-true-up.js';
import { saveClient } from './client/save-client.js';
import { setClientStatus } from './client/set-client-status.js';
import { evaluateRequestedForm } from './documents/evaluate-requested-form.js';
import { storePolicyDocuments } from './documents/store-policy-documents.js';
import { collectPayment } from './payment/collect-payment.js';
import { moveStatementDueDate } from './payment/move-statement-due-date.js';
import { receivePayment } from './payment/receive-payment.js';
import { refundPayment } from './payment/refund-payment.js';
import { reversePaymentOfPolicy } from './payment/reverse-payment.js';
import { setUpCollection } from './payment/set-up-collection.js';
import { setUpPayment } from './payment/set-up-payment.js';
import { verifyPayment } from './payment/verify-payment.js';
import { issuePolicies } from './policy/issue-policies.js';
import { recordPolicyEvent } from './policy/record-policy-event.js';
import { recordPolicyReport } from './policy/record-policy-report.js';
import { rewritePolicy } from './policy/rewrite-policy.js';
import { recordPolicyholderResponse } from './quote/record-policyholder-response.js';
import { selectQuotes } from './quote/select-quotes.js';
import { sendProposal } from './quote/send-proposal.js';
import { cancelRenewal, recordNonRenewal } from './renewal/cancel-renewal.js';
import { quoteRenewal } from './renewal/quote-renewal.js';
import { selectRenewalQuote } from './renewal/select-renewal-quote.js';

/** The built-in actions by type; the event's declaration (`domain/events/declarations`) names its own. */
export const defaultActionHandlers: {
  readonly [Action in DefaultActionType]: DefaultActionHandler<Action>;
} = {
  SAVE_CLIENT: saveClient,
  SET_CLIENT_STATUS: setClientStatus,
  RECORD_POLICYHOLDER_RESPONSE: recordPolicyholderResponse,
  QUOTE_ENDORSEMENT: quoteEndorsement,
  QUOTE_TRUE_UP: quoteTrueUp,
  ENDORSE_POLICY: endorsePolicy,
  GIVE_CANCELLATION_NOTICE: giveCancellationNotice,
  CANCEL_POLICY: cancelPolicy,
  REWRITE_POLICY: rewritePolicy,
  REINSTATE_POLICY: reinstatePolicy,
  QUOTE_RENEWAL: quoteRenewal,
  SELECT_RENEWAL_QUOTE: selectRenewalQuote,
  CANCEL_RENEWAL: cancelRenewal,
  RECORD_NON_RENEWAL: recordNonRenewal,
  SELECT_QUOTE: selectQuotes,
  SEND_PROPOSAL: sendProposal,
  SET_UP_PAYMENT: setUpPayment,
  VERIFY_PAYMENT: verifyPayment,
  RECEIVE_PAYMENT: receivePayment,
  REVERSE_PAYMENT: reversePaymentOfPolicy,
  MOVE_DUE_DATE: moveStatementDueDate,
  SET_UP_COLLECTION: setUpCollection,
  COLLECT_PAYMENT: collectPayment,
  REFUND_PAYMENT: refundPayment,
  CREATE_POLICIES: issuePolicies,
  RECORD_POLICY_EVENT: recordPolicyEvent,
  RECORD_POLICY_REPORT: recordPolicyReport,
  EVALUATE_FORM: evaluateRequestedForm,
  STORE_POLICY_DOCUMENTS: storePolicyDocuments,
};
