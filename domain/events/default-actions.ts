import type { EventType } from './event-types.js';

/** Built-in actions, run before configured actions unless `batchMode` (spec 6.1). */
export type DefaultActionType =
  | 'SAVE_CLIENT'
  | 'SET_CLIENT_STATUS'
  | 'RECORD_POLICYHOLDER_RESPONSE'
  | 'QUOTE_ENDORSEMENT'
  | 'QUOTE_TRUE_UP'
  | 'ENDORSE_POLICY'
  | 'GIVE_CANCELLATION_NOTICE'
  | 'CANCEL_POLICY'
  | 'REINSTATE_POLICY'
  | 'QUOTE_RENEWAL'
  | 'SELECT_RENEWAL_QUOTE'
  | 'CANCEL_RENEWAL'
  | 'RECORD_NON_RENEWAL'
  | 'SELECT_QUOTE'
  | 'SET_UP_PAYMENT'
  | 'VERIFY_PAYMENT'
  | 'RECEIVE_PAYMENT'
  | 'SET_UP_COLLECTION'
  | 'REFUND_PAYMENT'
  | 'CREATE_POLICIES'
  | 'RECORD_POLICY_EVENT'
  | 'RECORD_POLICY_REPORT'
  | 'EVALUATE_FORM'
  | 'STORE_POLICY_DOCUMENTS';

export interface DefaultAction {
  type: DefaultActionType;
  /** What people read in the Temporal UI and in `GET /event`. */
  name: string;
}

const saveClient: DefaultAction = { type: 'SAVE_CLIENT', name: 'Save client from intake' };
const setClientStatus: DefaultAction = { type: 'SET_CLIENT_STATUS', name: "Set the client's status" };
const recordPolicyholderResponse: DefaultAction = {
  type: 'RECORD_POLICYHOLDER_RESPONSE',
  name: "Record the policyholder's response",
};

const recordPolicyReport: DefaultAction = {
  type: 'RECORD_POLICY_REPORT',
  name: 'Record the report with the policy',
};

/** What the service does of itself when an event of a type is fired. Notifications have nothing here. */
export const defaultActions: Readonly<Partial<Record<EventType, readonly DefaultAction[]>>> = {
  INTAKE_COMPLETE: [saveClient],
  CREATE_OR_UPDATE_CLIENT: [saveClient],
  CLIENT_STATUS_UPDATED: [setClientStatus],
  GET_QUOTES: [saveClient],
  SELECT_QUOTE: [{ type: 'SELECT_QUOTE', name: 'Select the quotes' }],
  POLICYHOLDER_QUOTE_ACCEPTED: [recordPolicyholderResponse],
  POLICYHOLDER_QUOTE_DECLINED: [recordPolicyholderResponse],
  CONFIGURATION_FORM_EVALUATION: [{ type: 'EVALUATE_FORM', name: 'Evaluate the form' }],
  PAYMENT_SETUP: [{ type: 'SET_UP_PAYMENT', name: 'Offer payment plans and open a payment' }],
  PAYMENT_VERIFICATION: [{ type: 'VERIFY_PAYMENT', name: 'Ask whether it was paid' }],
  PAYMENT_RECEIVED: [{ type: 'RECEIVE_PAYMENT', name: 'Apply the payment' }],
  PAYMENT_COLLECT_SETUP: [{ type: 'SET_UP_COLLECTION', name: "Open a payment for the policy's balance" }],
  PAYMENT_REFUND: [{ type: 'REFUND_PAYMENT', name: 'Pay back what is owed' }],
  POLICY_CREATE: [{ type: 'CREATE_POLICIES', name: 'Issue the policies' }],
  POLICY_EVENT_RECORD: [{ type: 'RECORD_POLICY_EVENT', name: "Record the policy's event" }],
  UPLOAD_POLICY_DOCUMENTS: [{ type: 'STORE_POLICY_DOCUMENTS', name: "Store the policy's documents" }],
  POLICY_LIMIT_CHANGED: [recordPolicyReport],
  CLAIM_NOTIFICATION: [recordPolicyReport],
  POLICY_ENDORSEMENT_QUOTING: [{ type: 'QUOTE_ENDORSEMENT', name: 'Quote the endorsement' }],
  POLICY_TRUE_UP_QUOTING: [{ type: 'QUOTE_TRUE_UP', name: 'Quote the true-up' }],
  POLICY_ENDORSE: [{ type: 'ENDORSE_POLICY', name: 'Endorse the policy' }],
  PRE_POLICY_CANCELLATION: [{ type: 'GIVE_CANCELLATION_NOTICE', name: 'Record the notice of cancellation' }],
  POLICY_CANCEL: [{ type: 'CANCEL_POLICY', name: 'Cancel the policy' }],
  POLICY_REINSTATE: [{ type: 'REINSTATE_POLICY', name: 'Reinstate the policy' }],
  POLICY_RENEWAL_QUOTING: [{ type: 'QUOTE_RENEWAL', name: 'Quote the renewal' }],
  RENEWAL_QUOTE_SELECTED: [{ type: 'SELECT_RENEWAL_QUOTE', name: 'Hold the renewal quote' }],
  CANCEL_RENEWAL: [{ type: 'CANCEL_RENEWAL', name: 'Cancel the renewal' }],
  RENEWAL_CANCELLED: [{ type: 'RECORD_NON_RENEWAL', name: 'Record the non-renewal' }],
};
