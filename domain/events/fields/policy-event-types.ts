/** The types of policy events that the service records, each by the event, task or correction that causes it. */
export const policyEventTypes = [
  'POLICY_ISSUED',
  'POLICY_RENEWED',
  'POLICY_ACTIVATED',
  'POLICY_EXPIRED',
  'POLICY_CLOSED',
  'ENDORSEMENT_ISSUED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_NOTICE',
  'CANCELLATION_NOTICE_WITHDRAWN',
  'NOTICE_DELIVERED',
  'POLICY_CANCELED',
  'POLICY_REINSTATED',
  'REINSTATEMENT_REFUSED',
  'RENEWAL_REQUESTED',
  'RENEWAL_QUOTED',
  'RENEWAL_QUOTING_FAILED',
  'RENEWAL_QUOTE_SELECTED',
  'RENEWAL_REFERRED',
  'RENEWAL_CANCELLED',
  'EFFECTIVE_DATE_CORRECTED',
  'POLICY_NUMBER_CORRECTED',
  'STATEMENT_PAST_DUE',
  'SHORTFALL_WRITTEN_OFF',
  'DUE_DATE_MOVED',
  'PAYMENT_RECEIVED',
  'PAYMENT_REFUND',
  'PAYMENT_REVERSED',
  'PAYMENT_DISPUTED',
  'COLLECTION_BEGUN',
  'COLLECTION_ENDED',
  'CHARGE_ANNOUNCED',
  'CHARGE_DECLINED',
  'DOCUMENT_GENERATED',
  'DOCUMENT_UPLOADED',
  'POLICY_LIMIT_CHANGED',
  'CLAIM_NOTIFICATION',
] as const;
export const policyEventTypeNames: ReadonlySet<string> = new Set(policyEventTypes);
export type PolicyEventType = (typeof policyEventTypes)[number];

/** The contract of `POLICY_EVENT_RECORD` names it as an example: endorsements made elsewhere are recorded so. */
const open: ReadonlySet<string> = new Set<PolicyEventType>(['ENDORSEMENT_ISSUED']);

const reserved = new Set<string>(policyEventTypes.filter((type) => !open.has(type)));

/** Whether only the service records policy events of a type, so that nobody else can claim that it happened. */
export const isReserved = (type: string): boolean => reserved.has(type);

/** The type of `POLICY_EVENT_RECORD` that gives a policy another producer. */
export const producerChanged = 'PRODUCER_CHANGED';
