import type { DefaultActionType } from '../../domain/events/default-actions.js';
import type { DefaultActionHandler } from '../ground/default-action.js';
import { cancelPolicy } from './cancel-policy.js';
import { cancelRenewal, recordNonRenewal } from './cancel-renewal.js';
import { endorsePolicy } from './endorse-policy.js';
import { evaluateFormOfEvent } from './evaluate-form.js';
import { giveCancellationNotice } from './give-cancellation-notice.js';
import { paymentCollectSetup } from './payment-collect-setup.js';
import { paymentReceived } from './payment-received.js';
import { paymentRefund } from './payment-refund.js';
import { paymentSetup } from './payment-setup.js';
import { paymentVerification } from './payment-verification.js';
import { policyCreate } from './policy-create.js';
import { quoteEndorsement } from './quote-endorsement.js';
import { quoteRenewal } from './quote-renewal.js';
import { quoteTrueUp } from './quote-true-up.js';
import { recordEventOfPolicy } from './record-policy-event.js';
import { recordPolicyReport } from './record-policy-report.js';
import { recordPolicyholderResponse } from './record-policyholder-response.js';
import { reinstatePolicy } from './reinstate-policy.js';
import { saveClient } from './save-client.js';
import { selectQuote } from './select-quote.js';
import { selectRenewalQuote } from './select-renewal-quote.js';
import { setClientStatus } from './set-client-status.js';
import { storePolicyDocuments } from './store-policy-documents.js';

/** The built-in actions by type; `domain/events/default-actions.ts` says which event has which. */
export const defaultActionHandlers: Readonly<Record<DefaultActionType, DefaultActionHandler>> = {
  SAVE_CLIENT: saveClient,
  SET_CLIENT_STATUS: setClientStatus,
  RECORD_POLICYHOLDER_RESPONSE: recordPolicyholderResponse,
  QUOTE_ENDORSEMENT: quoteEndorsement,
  QUOTE_TRUE_UP: quoteTrueUp,
  ENDORSE_POLICY: endorsePolicy,
  GIVE_CANCELLATION_NOTICE: giveCancellationNotice,
  CANCEL_POLICY: cancelPolicy,
  REINSTATE_POLICY: reinstatePolicy,
  QUOTE_RENEWAL: quoteRenewal,
  SELECT_RENEWAL_QUOTE: selectRenewalQuote,
  CANCEL_RENEWAL: cancelRenewal,
  RECORD_NON_RENEWAL: recordNonRenewal,
  SELECT_QUOTE: selectQuote,
  SET_UP_PAYMENT: paymentSetup,
  VERIFY_PAYMENT: paymentVerification,
  RECEIVE_PAYMENT: paymentReceived,
  SET_UP_COLLECTION: paymentCollectSetup,
  REFUND_PAYMENT: paymentRefund,
  CREATE_POLICIES: policyCreate,
  RECORD_POLICY_EVENT: recordEventOfPolicy,
  RECORD_POLICY_REPORT: recordPolicyReport,
  EVALUATE_FORM: evaluateFormOfEvent,
  STORE_POLICY_DOCUMENTS: storePolicyDocuments,
};
