// Written from the contract by `npm run docs:clients`; do not edit.

export interface AcceptedCaseFile {
  file: string;
  /** The whole file with the new results; nothing is stored. */
  text: string;
  /** The cases that expect them now. */
  cases: string[];
  /** Those to be changed by hand, such as cases whose values come from an anchor. */
  left: string[];
}

export type ActionKind = 'DEFAULT' | 'CONFIGURED';

/** `PLANNED`: it is not due yet. `SKIPPED`: its condition did not hold. `NOT_RUN`: the event ended before it was due. */
export type ActionState = 'PLANNED' | 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'SKIPPED' | 'NOT_RUN';

export interface ActivityAbout {
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  /** The event: the same of an event and of all that it made. */
  triggerRequestId?: string;
}

/** The person, the API key, or the service by itself. */
export interface ActivityAuthor {
  kind: 'USER' | 'API_KEY' | 'SERVICE';
  [key: string]: unknown;
}

export interface ActivityEntry {
  /** Of the entry; it stays the same. */
  id: string;
  /** By the test clock of a client that has one. */
  time: string;
  /** The same, if it is that of a test clock. */
  businessTime?: string;
  kind: ActivityKind;
  /** More exactly, such as the type of the event. */
  type: string;
  /** In words, in English. */
  title: string;
  author: ActivityAuthor;
  about: ActivityAbout;
  /** By which its own operation knows the record. */
  recordId?: string;
  /** What else a reader wants to know, different for each kind. */
  details: JsonObject;
}

export type ActivityKind = 'EVENT' | 'CHANGE' | 'QUOTE' | 'DECISION' | 'NOTE' | 'DOCUMENT' | 'PAYMENT' | 'REFUND' | 'STATEMENT' | 'CLIENT' | 'HOLD' | 'LOOKUP' | 'MAIL' | 'FILE' | 'TASK' | 'COLLECTION';

export interface ActivityPage {
  /** Newest first. */
  entries: ActivityEntry[];
  /** Kinds of which entries are left out, since the caller lacks a permission to read them. */
  withheld: ActivityKind[];
  /** The `cursor` of the next page, if more follow. */
  nextCursor?: string;
}

export interface Agency {
  id?: string;
  name?: string;
  [key: string]: unknown;
}

export interface AgencyCode {
  carrierId: string;
  carrierName?: string | null;
  contractCodeSetName?: string | null;
  agencyCodeData?: JsonObject | null;
}

export interface AgreedPremium {
  amount: number;
  coverages: string[];
}

export interface Answer {
  type: 'ANSWER';
  qid: string;
  answer: string;
}

export interface AnswerChoice {
  value: string;
  label: string;
}

export type AnswerEdits = { [key: string]: AnswerOrLoopEdits };

/** Answers keyed by question id. */
export type AnswerMap = { [key: string]: AnswerOrLoop };

export type AnswerOrLoop = Answer | Loop;

export type AnswerOrLoopEdits = Answer | LoopEdits;

export interface AnswerToUnderwriter {
  /** Of the question. */
  id: string;
  text?: string | null;
  /** To a question with a `questionId`. */
  answer?: string | null;
}

export type AnyDocuments = StoredDocument[] | FormReference[];

export type AnyOutcome = ChangeOutcome | RenewalOutcome;

export type AnyQuotes = Quote[];

export type AnyReturnedPremium = number;

export interface ApiKey {
  /** The key, without its secret. */
  apiKey: string;
  label: string;
  roles: string[];
  /** Beside those of the roles; `*` stands for all. */
  permissions: string[];
  /** The only event types that it can fire; absent: no restriction. */
  eventTypes?: string[];
  /** The only products that it can use; absent: no restriction. */
  productIds?: string[];
  /** Of a key for assistants: it is for `/mcp` only, and its acts are bound to this. */
  assistant?: AssistantTerms;
  /** Neither revoked nor expired. */
  active: boolean;
  createdTimestamp: string;
  /** To the minute; absent: not used. */
  lastUsedTimestamp?: string;
  expiresTimestamp?: string;
  revokedTimestamp?: string;
  /** Until then the secret before the last rotation is valid. */
  previousValidUntilTimestamp?: string;
}

export interface ApiKeyCreation {
  /** Its purpose, for people. Default: `""`. */
  label?: string | null;
  /** Sets of permissions: `GET /role` lists them. */
  roles?: Role[] | null;
  /** Beside those of the roles; `*` stands for all. */
  permissions?: GivenPermission[] | null;
  /** The only event types that it can fire; default: no restriction. */
  eventTypes?: EventType[] | null;
  /** The only products that it can use; default: no restriction. */
  productIds?: string[] | null;
  /** For assistants: the key is then for `/mcp` only, and its acts are bound to this. Default: a key for all interfaces. */
  assistant?: AssistantTerms | null;
  /** When the key ends; in the future. */
  expiresTimestamp?: string | null;
}

export interface ApiKeyPage {
  content: ApiKey[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export interface ApiKeyRotation {
  /** How long the secret before stays valid; 0 ends it at once. Default: `168`. */
  previousValidHours?: number | null;
  /** When the key ends; in the future. */
  expiresTimestamp?: string | null;
}

export interface ApiKeyWithSecret {
  /** The key, without its secret. */
  apiKey: string;
  label: string;
  roles: string[];
  /** Beside those of the roles; `*` stands for all. */
  permissions: string[];
  /** The only event types that it can fire; absent: no restriction. */
  eventTypes?: string[];
  /** The only products that it can use; absent: no restriction. */
  productIds?: string[];
  /** Of a key for assistants: it is for `/mcp` only, and its acts are bound to this. */
  assistant?: AssistantTerms;
  /** Neither revoked nor expired. */
  active: boolean;
  createdTimestamp: string;
  /** To the minute; absent: not used. */
  lastUsedTimestamp?: string;
  expiresTimestamp?: string;
  revokedTimestamp?: string;
  /** Until then the secret before the last rotation is valid. */
  previousValidUntilTimestamp?: string;
  /** Shown only this once. */
  apiSecret: string;
}

/** Of a product with overlays by state. An extension. */
export interface AppliedOverlays {
  /** The state of the risk, as answered. */
  state: string;
  /** The names of the overlays that held there; none if none did. */
  names: string[];
}

export interface ArchivedVersion {
  versionId: string;
  /** False: it was already. */
  archived: boolean;
}

/** `READ_ONLY`: what the user may read. `EACH_RELEASED`: it may prepare what the user may do; each act waits until a person releases it. `WITHIN_LIMITS`: it may act by itself, up to the limits of a day. */
export type AssistantAccess = 'READ_ONLY' | 'EACH_RELEASED' | 'WITHIN_LIMITS';

export interface AssistantAct {
  /** Also the `Idempotency-Key` of its operation, and the id of the event that it fires. */
  id: string;
  state: AssistantActState;
  title: string;
  /** What was previewed: money and words. */
  changes: string;
  /** That previewed it. */
  tool: string;
  /** The `operationId` of what it carries out. */
  operation: string;
  money?: MoneyOfAct;
  about: SubjectOfAct;
  /** The key or person that it acts as, with `kind`, `id`, `name` and `assistant`. */
  askedBy: JsonObject;
  askedTimestamp: string;
  /** Of one that waits. */
  expiresTimestamp?: string;
  /** The person who released or refused it. */
  decidedBy?: JsonObject;
  decidedTimestamp?: string;
  /** Of the person's decision. */
  reason?: string;
  endedTimestamp?: string;
  /** How it ended, in words. */
  outcome?: string;
  /** Ids of what it made. */
  result?: JsonObject;
}

export interface AssistantActPage {
  content: AssistantAct[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
  /** Today in the organization's time zone, by which limits count. */
  day: string;
  /** The 100 with the most acts. */
  today: AssistantUsage[];
}

/** `WAITING` for a person. `RUNNING`: it is being carried out. `FAILED`: nothing was done, `outcome` says why. `REFUSED`: by a person. `EXPIRED`: nobody decided in time. */
export type AssistantActState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'REFUSED' | 'EXPIRED';

export interface AssistantAllowed {
  redirectTo: string;
}

export interface AssistantConsent {
  /** The query with which the program sent the browser, as it is. */
  request: string;
  access: AssistantAccess;
  /** The most acts of a day. Default: no limit. */
  actsPerDay?: number | null;
  moneyPerDay?: MoneyPerDay | null;
}

export interface AssistantRequest {
  /** As the program calls itself. Anybody can choose any name: `redirectUri` tells more. */
  name: string;
  /** Where the browser was or is sent back. */
  redirectUri: string;
  /** Whether it asks to act, not only to read. */
  acts: boolean;
  /** Where the browser goes if the user refuses. */
  refusedTo: string;
}

export interface AssistantRequestToRead {
  /** The query with which the program sent the browser, as it is. */
  request: string;
}

export interface AssistantTerms {
  /** `true`: each act waits until a person releases it. Default: `false`. */
  needsRelease?: boolean;
  /** The most acts of a day. Default: no limit. */
  actsPerDay?: number;
  moneyPerDay?: MoneyPerDay;
}

/** Of a key, a grant or a person: what their acts of the day come to. */
export interface AssistantUsage {
  apiKey?: string;
  grantId?: string;
  personId?: string;
  name: string;
  acts: number;
  money: MoneyOfAct[];
}

/** Default: all. */
export type AttentionReason = 'CANCELLATION_NOTICE' | 'RENEWAL' | 'REINSTATEMENT' | 'PAST_DUE';

/** `OPERATOR`: at the command line. `NOBODY`: without valid credentials. */
export type AuditActorKind = 'USER' | 'API_KEY' | 'OPERATOR' | 'NOBODY';

export interface AuditEntry {
  entryId: string;
  recordedTimestamp: string;
  action: AuditedAction;
  actorKind: AuditActorKind;
  actorId: string | null;
  actorName: string | null;
  targetKind: string | null;
  targetId: string | null;
  details: JsonObject;
  /** What the records that it names are called now, by their ids: people, keys, products, policies. Absent are those that are gone, and those that the caller may not read. */
  names: { [key: string]: string };
  /** The `X-Request-Id` of the answer. */
  requestId: string | null;
  address: string | null;
  /** Equal refusals and reads of a minute are one entry. */
  occurrences: number;
}

export interface AuditPage {
  organizationId: string;
  entries: AuditEntry[];
  /** Absent on the last page. */
  nextBefore?: string;
}

export type AuditedAction = 'SIGNED_IN' | 'SIGN_IN_REFUSED' | 'SIGN_IN_LIMITED' | 'KEY_REFUSED' | 'ORGANIZATION_CREATED' | 'ORGANIZATION_CHANGED' | 'MONTH_CLOSED' | 'BORDEREAU_DECIDED' | 'COMMISSION_ADJUSTED' | 'OUTBOUND_SECRET_SHOWN' | 'USER_CREATED' | 'USER_DISABLED' | 'USER_ENABLED' | 'USER_SIGNED_OUT' | 'SESSION_ENDED' | 'ASSISTANT_CONNECTED' | 'ASSISTANT_DISCONNECTED' | 'SECOND_FACTOR_ADDED' | 'SECOND_FACTOR_REMOVED' | 'SECOND_FACTOR_RESET' | 'RECOVERY_CODE_USED' | 'PASSWORD_RESET_REQUESTED' | 'PASSWORD_CHANGED' | 'USER_ROLES_CHANGED' | 'KEY_CREATED' | 'KEY_ROTATED' | 'KEY_REVOKED' | 'SIGNING_KEY_ROTATED' | 'PRODUCT_IMPORTED' | 'PRODUCT_LICENSED' | 'LICENSE_RECEIVED' | 'CONSENT_GIVEN' | 'CONSENT_RECEIVED' | 'CONSENT_REVOKED' | 'VERSION_DEPLOYED' | 'VERSION_WITHDRAWN' | 'VERSION_ARCHIVED' | 'BOOK_SENT' | 'BOOK_CANCELED' | 'BOOK_LOADED' | 'EVENT_ACKNOWLEDGED' | 'QUOTE_DECIDED' | 'QUOTE_INFORMATION_REQUESTED' | 'QUOTE_INFORMATION_WITHDRAWN' | 'QUOTE_INFORMATION_PROVIDED' | 'QUOTE_OFFER_ANSWERED' | 'QUOTE_CONDITION_CONFIRMED' | 'QUOTE_ASSIGNED' | 'QUOTE_NOTED' | 'EFFECTIVE_DATE_CORRECTED' | 'POLICY_NUMBER_CORRECTED' | 'PAYMENT_METHOD_OPENED' | 'PAYMENT_METHOD_REMOVED' | 'COLLECTION_BEGUN' | 'COLLECTION_ENDED' | 'COLLECTION_LINK_MADE' | 'LEDGER_ENTRY_ADDED' | 'LEDGER_ENTRY_CHANGED' | 'LEDGER_ENTRY_DELETED' | 'BOOK_EXPORTED' | 'FILE_UPLOADED' | 'FILE_DELETED' | 'PAPERLESS_CONSENTED' | 'PAPERLESS_WITHDRAWN' | 'CLIENT_EXPORTED' | 'CLIENT_ERASED' | 'CLIENT_NOTED' | 'WEBHOOK_CREATED' | 'WEBHOOK_CHANGED' | 'WEBHOOK_DELETED' | 'WEBHOOK_SECRET_ROTATED' | 'CLOCK_CREATED' | 'CLOCK_CHANGED' | 'CLOCK_ADVANCED' | 'CLOCK_COPIED' | 'CLOCK_STOPPED' | 'CLOCK_DELETED' | 'JOB_CREATED' | 'JOB_PAUSED' | 'JOB_RESUMED' | 'JOB_CANCELED' | 'JOB_RETRIED' | 'HOLD_DECLARED' | 'HOLD_CHANGED' | 'HOLD_ENDED' | 'HOLD_OVERRIDDEN' | 'ASSISTANT_ACTED' | 'ASSISTANT_ACT_RELEASED' | 'ASSISTANT_ACT_REFUSED' | 'TASK_CREATED' | 'TASK_CHANGED' | 'TASK_COMPLETED' | 'TASK_REOPENED' | 'TASK_NOTED' | 'MAIL_WRITTEN' | 'MAIL_RESENT' | 'MAIL_POSTED' | 'MAIL_CANCELED' | 'MAILS_LISTED' | 'POLICIES_SEARCHED' | 'CLIENTS_LISTED' | 'QUOTES_LISTED' | 'JOB_RESULT_READ' | 'REPORT_READ' | 'RECONCILED' | 'WAREHOUSE_WRITTEN' | 'CHANGES_READ' | 'AUDIT_READ';

export type AuthorKind = 'USER' | 'API_KEY' | 'SERVICE';

export interface BatchProgress {
  batchId: string;
  totalEvents: number;
  /** Accepted or running. */
  openEvents: number;
  states: BatchStates;
  quotes: BatchQuotes;
  firstCreatedTimestamp: string;
  lastCreatedTimestamp: string;
  lastClosedTimestamp?: string;
  /** Failed events, and those in which an action failed. */
  failedEvents: number;
  /** The oldest 100 of them. */
  failedTriggerRequestIds: string[];
}

export interface BatchQuotes {
  quoted: number;
  declined: number;
}

export interface BatchStates {
  ACCEPTED: number;
  RUNNING: number;
  COMPLETED: number;
  CANCELLED: number;
  FAILED: number;
}

export interface BinaryFile {
  base64: string;
}

export interface Book {
  id: string;
  mode: BookMode;
  /** The name of the system that it comes from. */
  source: string;
  state: BookState;
  /** By the present step. */
  recordsRead: number;
  counts: BookCounts;
  /** When it was loaded: what was brought and what is here, by product, state and currency. */
  receipt?: BookReceiptRow[];
  failure?: string;
  createdTimestamp: string;
  /** The person or key that sent it. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  endedTimestamp?: string;
}

export interface BookAmount {
  brought: string;
  here: string;
}

/** What the steps have counted. Errors are exact up to 10,000; warnings are those that are listed: 1,000 codes and 1,000 ratings. */
export interface BookCounts {
  clients?: BookRecords;
  policies?: BookRecords;
  documents?: BookRecords;
  ratings?: BookRatings;
  errors: number;
  warnings: number;
}

/** Files that `documents.ndjson` names, in base64, by path. Default: `{}`. */
export type BookDocuments = { [key: string]: string };

export interface BookFigures {
  premium: BookAmount;
  written: BookAmount;
  earned: BookAmount;
  billed: BookAmount;
  paid: BookAmount;
  balance: BookAmount;
}

/** The texts of `book.json` and of NDJSON or CSV files, by name. */
export type BookFiles = { [key: string]: string };

export interface BookFinding {
  severity: BookFindingSeverity;
  /** File and line, such as `policies.ndjson:12`. */
  place: string;
  /** In the system that it comes from. */
  recordId?: string;
  message: string;
}

export interface BookFindingPage {
  content: BookFinding[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

/** `WARNING`: it is kept as it is, such as a code that the product does not know, or a term that it prices otherwise. */
export type BookFindingSeverity = 'ERROR' | 'WARNING';

/** `CHECK` writes nothing. `LOAD` writes the book if nothing is wrong with it. `LOAD_SOUND` writes the records that are sound, and names the others. */
export type BookMode = 'CHECK' | 'LOAD' | 'LOAD_SOUND';

export interface BookPage {
  content: Book[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

/** Terms, rated again by the product that is deployed here. */
export interface BookRatings {
  equal: number;
  different: number;
  notRated: number;
}

export interface BookReceiptRow {
  /** The key of the product. */
  product: string;
  /** Of the insured's address; empty if it is unknown. */
  state: string;
  currency: string;
  policies: {
    brought: number;
    here: number;
  };
  figures: BookFigures;
}

export interface BookRecords {
  inBook: number;
  /** Here before it was loaded; they stay as they are. */
  before?: number;
  /** Here after it was loaded. */
  here?: number;
}

/** A step, or an end. `REFUSED`: it has errors, and nothing of it was written. `FAILED`: see `failure`; what was written stays. `CANCELED`: by a person, likewise. */
export type BookState = 'CHECKING' | 'LOADING' | 'COMPARING' | 'DONE' | 'REFUSED' | 'FAILED' | 'CANCELED';

export interface BookToSend {
  /** Default: `"LOAD"`. */
  mode?: BookMode | null;
  files: BookFiles;
  documents?: BookDocuments | null;
}

export interface Bordereau {
  productId: string;
  insurerId: string;
  sellerId: string;
  month: string;
  /** False: rows can still come and change. */
  closed: boolean;
  /** Their names, in order. */
  columns: string[];
  /** Of all rows, whatever their state, by currency. */
  totals: BordereauTotal[];
  content: BordereauRow[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export type BordereauDecision = 'ACCEPTED' | 'DISPUTED';

/** Default: by `Accept`, else `json`. */
export type BordereauFormat = 'json' | 'csv' | 'xlsx';

export interface BordereauRow {
  policyId: string;
  termNumber: number;
  /** The ledger entry; null: commission of the term, which is for no single change. */
  entryId: string | null;
  policyNumber: string;
  /** The event that recorded the change. */
  triggerRequestId: string | null;
  /** By the names of the columns. */
  values: { [key: string]: BordereauValue };
  state: BordereauRowState;
  /** What the insurer said of it, the last one first; at most 20. */
  decisions: DecisionOnBordereauRow[];
}

export interface BordereauRowKey {
  policyId: string;
  termNumber: number;
  /** The ledger entry; null: commission of the term, which is for no single change. */
  entryId: string | null;
}

export type BordereauRowState = 'ACCEPTED' | 'DISPUTED' | 'OPEN';

export interface BordereauRowsToDecide {
  productId: string;
  sellerId: string;
  month: string;
  clockId?: string | null;
  decision: BordereauDecision;
  /** Required for a dispute. It is kept when the insured is erased. */
  reason?: string | null;
  rows: BordereauRowKey[];
}

export interface BordereauTotal {
  currency: string;
  rows: number;
  accepted: number;
  disputed: number;
  /** Written premium, as the ledger has it. */
  premium: number;
  taxesAndFees: number;
  /** As the commission statement has it for the product. */
  commission: number;
}

export type BordereauValue = string | number | null;

export interface BrokenLimit {
  /** Of an answer: its question. */
  qid?: string;
  /** The question, or the title of the derived value; absent of what the rule computes. */
  label?: string;
  answerType?: QuestionAnswerType;
  value: string;
  operator: LimitOperator;
  limit: string;
}

export type CallerKind = 'USER' | 'API_KEY';

/** Default action: Cancel the renewal. Permission: `servicing:fire`. */
export type CancelRenewalEvent = EventFrame & {
  type: 'CANCEL_RENEWAL';
  payload: CancelRenewalPayload;
};

export interface CancelRenewalPayload {
  /** The policy. */
  policyId: string;
  /** The quote that is held for the renewal; 409 where it is another one. */
  renewalId?: string | null;
  /** Recorded with the policy. */
  reason?: string | null;
  /** Recorded with the policy. */
  requestedBy?: string | null;
}

export interface CancelRenewalResult {
  policyId?: string;
}

export type CancellationLevel = 'REQUEST' | 'MAKE';

export type CancellationLevels = { [key: string]: CancellationLevel };

export type CancellationMethod = 'PRO_RATA' | 'SHORT_RATE' | 'FLAT';

export interface CancellationPreview {
  policyId: string;
  /** The first day without coverage. */
  effectiveDate: string;
  method: CancellationMethod;
  /** Whether the caller's organization may only request it: the event then asks the insurer, and changes nothing. */
  requestsOnly: boolean;
  returnedPremium: number;
  /** Of a short rate: what is kept of the unearned premium. */
  penalty: number;
  returnedTaxesAndFees: number;
  /** The first `effectiveDate` after the days of notice that the reason needs, if it is given today and by the caller. An earlier one is refused, unless a notice was given before. */
  earliestDate: string;
  daysInForce: number;
  daysOfTerm: number;
  /** Not billed yet, and not billed any more. */
  withdrawnInstalments: number;
  /** Of the cash received: what is owed to the policyholder afterwards. The rest of the return premium is merely not owed any more. */
  refundableAmount: number;
  /** The reasons of the policy's product version, by their `cancellationReasonConfigId`. */
  reasons: CancellationReason[];
  /** The statement that the event would make. */
  statement: PreviewedStatement;
  /** Of the whole account afterwards, scheduled statements included. Negative: owed to the policyholder. */
  balance: number;
}

export interface CancellationReason {
  configId: string;
  title: string;
}

/** No default action. Permission: `servicing:fire`. */
export type CancellationRequestedEvent = EventFrame & {
  type: 'CANCELLATION_REQUESTED';
  payload: PolicyNotificationPayload;
};

export interface Carrier {
  id?: string;
  name?: string;
  [key: string]: unknown;
}

export interface CaseDifference {
  key: string;
  expected: string;
  got: string | null;
}

export interface CaseFailure {
  file: string;
  line: number;
  column: number;
  case: string;
  differences: CaseDifference[];
  /** The first step of the worksheet that leads to a difference. */
  step: CaseStep | null;
  /** The first messages of the quote. */
  messages: CaseMessage[];
}

export interface CaseMessage {
  code: string;
  message: string;
}

export interface CaseStep {
  number: number;
  component?: string;
  section: string;
  step: string;
  did: string;
  after: StepResult | null;
}

export interface CauseOfChange {
  /** The event that made the change. */
  triggerRequestId?: string;
  eventType?: string;
  by: ChangedBy;
}

export interface Change {
  /** Its place in the order; `since` continues after it. */
  cursor: string;
  kind: ChangeKind;
  recordId: string;
  /** Of the record after this change; it only grows. */
  version: number;
  recordedTimestamp: string;
  /** The record was deleted, or its client erased. */
  isDeleted: boolean;
  cause: CauseOfChange;
  /** The record as it is now, by `kind` in the form in which its own operation answers it: it has this change, and perhaps later ones, which follow. Null if it is gone. */
  record: ChangedRecord | null;
}

export type ChangeKind = 'CLIENT' | 'QUOTE' | 'POLICY' | 'STATEMENT' | 'PAYMENT' | 'REFUND' | 'LEDGER_ENTRY' | 'LEDGER_LINE' | 'DOCUMENT' | 'HOLD' | 'TASK' | 'FILE' | 'MAIL';

export interface ChangeNotification {
  type: ChangeNotificationType;
  /** When the change was recorded. */
  timestamp: string;
  data: ChangeNotificationData;
}

export interface ChangeNotificationData {
  /** Its place in the feed of changes. */
  cursor: string;
  /** The kinds of records that changed. */
  kinds: Array<'CLIENT' | 'QUOTE' | 'POLICY' | 'STATEMENT' | 'PAYMENT' | 'REFUND' | 'LEDGER_ENTRY' | 'LEDGER_LINE' | 'DOCUMENT' | 'HOLD' | 'TASK' | 'FILE' | 'MAIL'>;
  firedBy: 'USER' | 'API_KEY' | 'SERVICE';
  /** The event that made the change. */
  triggerRequestId?: string;
  productId?: string;
  clientId?: string;
  policyId?: string;
  policy?: PolicyInNotification;
  /** The quote that changed. */
  quoteIds?: string[];
  holdId?: string;
  hold?: HoldInNotification;
  taskId?: string;
  task?: TaskInNotification;
  fileId?: string;
  file?: FileInNotification;
  mailId?: string;
  mail?: MailInNotification;
  /** The statements that are past due. */
  statementIds?: string[];
  /** The client's test clock. */
  clockId?: string;
  /** It was deleted, or its client erased. */
  isDeleted?: boolean;
  links: ChangeNotificationLinks;
}

export interface ChangeNotificationLinks {
  /** A path below the service's address. */
  changes?: string;
  /** A path below the service's address. */
  event?: string;
  /** A path below the service's address. */
  client?: string;
  /** A path below the service's address. */
  policy?: string;
  /** A path below the service's address. */
  quotes?: string;
  /** A path below the service's address. */
  hold?: string;
  /** A path below the service's address. */
  task?: string;
  /** A path below the service's address. */
  file?: string;
  /** A path below the service's address. */
  mail?: string;
}

export type ChangeNotificationType = 'CLIENT_CHANGED' | 'QUOTE_CHANGED' | 'POLICY_CHANGED' | 'POLICY_EXPIRED' | 'POLICY_SETTLED' | 'REINSTATEMENT_REFUSED' | 'STATEMENT_PAST_DUE' | 'HOLD_DECLARED' | 'HOLD_CHANGED' | 'HOLD_ENDED' | 'TASK_CREATED' | 'TASK_CHANGED' | 'TASK_COMPLETED' | 'FILE_UPLOADED' | 'FILE_CHANGED' | 'FILE_DELETED' | 'MAIL_SENT' | 'MAIL_FAILED' | 'MAIL_BOUNCED' | 'MAIL_CHANGED';

export interface ChangeOfTerm {
  termNumber: number;
  from: string;
  /** The first day that the change no longer covers. */
  until: string;
  /** Charged or, if negative, returned, for these days. */
  premium: number;
  taxesAndFees: number;
  termPremium: ChangedTermPremium;
}

/** `QUOTED` or `DECLINED` */
export type ChangeOutcome = 'QUOTED' | 'DECLINED' | 'FAILED';

export interface ChangePage {
  changes: Change[];
  /** The `since` of the next read. */
  next: string;
  /** There are no more for now. */
  isLast: boolean;
}

export type ChangedAnswers = { [key: string]: string };

/** The person, the API key, or the service by itself. */
export interface ChangedBy {
  kind: 'USER' | 'API_KEY' | 'SERVICE';
  [key: string]: unknown;
}

export interface ChangedDocument {
  contentId: string;
  fileName: string;
  type: DocumentType;
  contentType: string;
  size: number;
  sha256: string;
  formNumber: string | null;
  formVersion: string | null;
  /** The tag of the language in which it was made. */
  language: string | null;
  url?: string;
  createdTimestamp: string;
  clientId: string | null;
  quoteId: string | null;
  policyId: string | null;
}

export interface ChangedLedgerLine {
  /** What recorded it. */
  kind: 'RECORDED' | 'EDITED' | 'DELETED' | 'APPLIED' | 'MOVED';
  /** The code of the coverage; null for the policy as a whole. */
  coverage: string | null;
  /** The id of the iteration, such as a vehicle. */
  unit: string | null;
  /** The unit's answer to the `unitClassQuestion` of the product. */
  unitClass: string | null;
  /** The state of the insured's address. */
  state: string | null;
  /** Why it is charged. */
  basis: 'RATED' | 'AGREED' | 'BY_HAND' | 'PENALTY' | 'DIFFERENCE';
  /** A charge or, if negative, a return. */
  premium: number;
  /** A tax or fee, which is no premium. */
  charge: number;
  chargeType: string | null;
  /** Who levies the tax. */
  authority: string | null;
  /** Exposure, such as car-years, of what the product counts: charged or, if negative, taken back. Such a line has no amount. */
  exposure: number | null;
  /** Null for a line without an amount. */
  earnedFrom: string | null;
  earnedUntil: string | null;
  createdTimestamp: string;
  id: string;
  policyId: string;
  /** Null for a fee or a write-off, which are of a statement. */
  entryId: string | null;
  statementId: string | null;
  termNumber: number;
  effectiveDate: string;
}

export interface ChangedPayment {
  id: string;
  /** A reversal takes back a payment or a refund. */
  kind: PaymentKind;
  /** Received; below zero for money paid back. */
  amount: number;
  /** As reported, else the day on which it was recorded. */
  paymentDate: string;
  /** When it was recorded. */
  receivedTimestamp: string;
  /** As reported. */
  paymentMethod: PaymentMethod | null;
  /** `OFFLINE`: by hand or by invoice. */
  paymentProcessor: string;
  reference: string;
  /** As reported. */
  payer: string | null;
  /** As reported; of a refund, its reason. */
  description: string | null;
  reversedPaymentId: string | null;
  /** The statements that it was applied to. */
  statements: PaymentOfStatement[];
  /** The part that is applied to no statement. */
  unappliedAmount: number;
  /** The event that recorded it. */
  triggerRequestId: string | null;
  /** The person, the key or the service that recorded it. Null for old payments. */
  createdBy: JsonObject | null;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
  /** Null before the policy is issued. */
  policyId: string | null;
}

export type ChangedRecord = ClientWithData | Quote | Policy | ChangedStatement | ChangedPayment | ChangedRefund | LedgerEntry | ChangedLedgerLine | ChangedDocument | Hold | Task | StoredFile | Mail;

export interface ChangedRefund {
  id: string;
  policyId: string;
  /** The refunded payment; null if it is paid by hand. */
  paymentId: string | null;
  amount: number;
  state: RefundState;
  paymentProcessor: string;
  reference: string;
  reason: string | null;
  refusal: string | null;
  createdTimestamp: string;
  endedTimestamp: string | null;
}

export interface ChangedStatement {
  id: string;
  termNumber: number;
  number: number;
  kind: StatementKind;
  dueDate: string;
  amount: number;
  paidAmount: number;
  /** The open balance: the amount less payments. */
  balance: number;
  state: StatementState;
  createdTimestamp: string;
  details: JsonObject;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
  policyId: string;
}

/** The premium of the whole term, on the first of these days. */
export interface ChangedTermPremium {
  before: number;
  after: number;
}

export interface ChartOfAccounts {
  /** money received, less money paid back */
  CASH?: {
    /** Default: `Assets:Cash`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** statements billed, less payments and credits; below zero where policyholders are owed more than they owe */
  RECEIVABLE?: {
    /** Default: `Assets:Receivable:Billed`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** premium, taxes and fees that were recorded and not billed yet */
  UNBILLED?: {
    /** Default: `Assets:Receivable:Unbilled`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** payments whose policy is not issued yet */
  SUSPENSE?: {
    /** Default: `Liabilities:Suspense`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** refunds decided and not paid yet */
  REFUNDS_PAYABLE?: {
    /** Default: `Liabilities:RefundsPayable`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** taxes and fees of the rating, in an account below it for each type and authority */
  TAXES_AND_FEES_PAYABLE?: {
    /** Default: `Liabilities:TaxesAndFees`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** commissions owed to sellers, less what they have collected and not handed on */
  COMMISSION_PAYABLE?: {
    /** Default: `Liabilities:CommissionsPayable`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** premium written and not earned yet */
  UNEARNED_PREMIUM?: {
    /** Default: `Liabilities:UnearnedPremium`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** premium written */
  WRITTEN_PREMIUM?: {
    /** Default: `Income:WrittenPremium`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** the contra account of written premium, so that income is the earned premium */
  DEFERRED_PREMIUM?: {
    /** Default: `Income:WrittenPremiumDeferred`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** premium earned, posted on the last day of each month */
  EARNED_PREMIUM?: {
    /** Default: `Income:EarnedPremium`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** late fees */
  LATE_FEES?: {
    /** Default: `Income:Fees:Late`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** fees for returned payments */
  NSF_FEES?: {
    /** Default: `Income:Fees:ReturnedPayment`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** fees for paying in installments */
  INSTALLMENT_FEES?: {
    /** Default: `Income:Fees:Installment`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** commissions of sellers */
  COMMISSION_EXPENSE?: {
    /** Default: `Expenses:Commissions`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
  /** shortfalls written off */
  WRITE_OFF?: {
    /** Default: `Expenses:WriteOff`. */
    name: string;
    /** Its number in another system. */
    number?: string;
  };
}

/** Default action: Record the report with the policy. Permission: `claims:fire`. */
export type ClaimNotificationEvent = EventFrame & {
  type: 'CLAIM_NOTIFICATION';
  payload: ClaimReportPayload;
};

export interface ClaimNotificationResult {
  CLAIM_NOTIFICATION?: RecordedReport;
}

export interface ClaimReportPayload {
  /** The client. */
  clientId?: string | null;
  /** The quote's `requestId`. */
  quoteId?: string | null;
  /** The policy. */
  policyId?: string | null;
  /** The policy's number. */
  policyNumber?: string | null;
  /** The day of the policy's event; the day on which it is fired, where left out. */
  effectiveDate?: string | null;
  /** The description of the policy's event. */
  description?: string | null;
  /** Anything else, kept in the `data` of the policy's event. Fields not listed here are added to it. */
  details?: JsonObject | null;
  claimNumber?: string | null;
  lossDate?: string | null;
  reportedDate?: string | null;
  status?: string | null;
  /** Reserved or paid, in major units. */
  amount?: number | null;
}

export interface ClientErasure {
  clientId: string;
  erasedTimestamp: string;
  /** The last day until which policies are kept; null if none are kept. */
  keptUntil: string | null;
  keptPolicies: KeptPolicy[];
}

export interface ClientExport {
  exportedTimestamp: string;
  clientId: string;
  [key: string]: unknown;
}

export type ClientLanguage = string | null;

export interface ClientNote {
  id: string;
  clientId: string;
  text: string;
  /** Ids of the people whom it is for. */
  mentions: string[];
  createdTimestamp: string;
  createdBy: ActivityAuthor;
}

export interface ClientNoteToAdd {
  text: string;
  /** Ids of people of the organization, who are [notified](/docs/tasks#notifications). Default: `[]`. */
  mentions?: string[] | null;
}

export interface ClientPage {
  content: ListedClient[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export interface ClientProfile {
  clientId: string;
  clientType: ClientType;
  clientName: string | null;
  locationCode: string | null;
  clientStatus: ClientStatus;
  /** An extension: the tag of the language that it prefers. */
  language: string | null;
}

export interface ClientSave {
  /** An existing client; a client is created if it is omitted. */
  clientId?: string | null;
  /** `null` clears it; the default. */
  clientName?: string | null;
  /** For a new client, `COMMERCIAL` by default. */
  clientType?: ClientType | null;
  /** Stored as sent; organizations without location codes omit it. `null` clears it. */
  locationCode?: string | null;
  /** An extension: the language that it prefers, as a tag such as `es` or `es-MX`. Its documents are made in it, where the product has it. `null` clears it. */
  language?: ClientLanguage | null;
  /** For a new client, `LEAD` by default. */
  clientStatus?: ClientStatus | null;
  /** Replaces the whole map; empty on a new client. */
  clientData?: AnswerMap | null;
  /** Loop iterations to remove from the saved answers; unknown ids are ignored. */
  intakeLoopIterationIdsToDelete?: string[] | null;
  /** An extension: the test clock of a new client, which stays for good; an existing client takes its own only. In `DEV` and `UAT`. */
  clockId?: string | null;
}

/** `-` for descending. */
export type ClientSort = '-createdTimestamp' | 'createdTimestamp' | '-updatedTimestamp' | 'updatedTimestamp' | 'clientName' | '-clientName';

export type ClientStatus = 'LEAD' | 'CLIENT';

/** Default action: Set the client's status. Permission: `quoting:fire`. */
export type ClientStatusUpdatedEvent = EventFrame & {
  type: 'CLIENT_STATUS_UPDATED';
  payload: ClientStatusUpdatedPayload;
};

export interface ClientStatusUpdatedPayload {
  /** The client. */
  clientId: string;
  /** `LEAD` or `CLIENT`. */
  statusKey: ClientStatus;
  /** The product concerned; kept with the event. */
  productId?: string | null;
  /** Kept with the event. */
  description?: string | null;
  /** Kept with the event as it was sent. */
  clientAnswers?: JsonObject | null;
}

export type ClientType = 'COMMERCIAL' | 'PERSONAL';

/** No default action. Permission: `quoting:fire`. */
export type ClientValidationEvent = EventFrame & {
  type: 'CLIENT_VALIDATION';
  payload: ClientValidationPayload;
};

/** No default action. Permission: `quoting:fire`. */
export type ClientValidationFailedEvent = EventFrame & {
  type: 'CLIENT_VALIDATION_FAILED';
  payload: ClientValidationPayload;
};

export interface ClientValidationPayload {
  /** The client. */
  clientId: string;
  /** The answers to be screened; not saved. */
  intake: AnswerMap;
  /** Kept with the event. */
  referrer?: string | null;
}

export interface ClientWithData {
  clientId: string;
  clientName: string | null;
  clientType: ClientType;
  locationCode: string | null;
  /** An extension: the tag of the language that it prefers. */
  language: string | null;
  clientData: AnswerMap;
  /** An extension: the test clock that gives its business time. */
  clockId?: string;
  /** An extension: it grows with each change of the client. */
  version?: number;
  /** An extension: when it was changed last. */
  updatedTimestamp?: string;
}

export interface Clock {
  id: string;
  name: string;
  /** The time that it shows. */
  businessTime: string;
  state: ClockState;
  /** Waits for outside systems end when the clock passes their end; else they wait in real time. */
  waitsTimeOut: boolean;
  advance?: ClockAdvance;
  /** What an advance has been waiting for, for minutes. */
  problem?: string;
  /** In real time. */
  createdTimestamp: string;
  /** The person or key that made it. */
  createdBy: JsonObject;
  /** How many clients are bound to it. */
  clients: number;
  /** How many policies they have. */
  policies: number;
  /** When something of its policies is due next; absent if nothing is. */
  nextDueTimestamp?: string;
}

/** While it advances. */
export interface ClockAdvance {
  from: string;
  to: string;
}

export interface ClockAdvanceRequest {
  /** Not before the time of the clock, and at most ten years after it. */
  to: string;
}

export interface ClockComparison {
  content: ComparedPolicy[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  /** Of all pages, by currency. */
  totals: ComparedCurrency[];
  /** Copies that are left out: there is nothing to compare them with. */
  unpaired: number;
}

export interface ClockCopy {
  clockId: string;
  /** Of this request. */
  copyId: string;
  /** How many policies were copied. */
  policies: number;
  copies: CopiedPolicy[];
}

/** Instead of ids: the filters of the policy search. They find policies without a clock, or those of one; at most 1000. */
export interface ClockCopyFilter {
  effectiveDateFrom?: string | null;
  effectiveDateTo?: string | null;
  expirationDateFrom?: string | null;
  expirationDateTo?: string | null;
  policyNumber?: string | null;
  insuredName?: string | null;
  insuredDbaName?: string | null;
  insuredContactFirstName?: string | null;
  insuredContactLastName?: string | null;
  insuredContactEmail?: string | null;
  insuredContactPhone?: string | null;
  agencyId?: string | null;
  agencyName?: string | null;
  producerId?: string | null;
  producerFirstName?: string | null;
  producerLastName?: string | null;
  producerEmail?: string | null;
  producerPhone?: string | null;
  carrierId?: string | null;
  carrierName?: string | null;
  /** An extension: the product. */
  lineId?: string | null;
  /** An extension: the test clock. */
  clockId?: string | null;
  /** An extension: the product version of the current term. */
  productVersionId?: string | null;
  /** An extension: the organization that sold it. */
  sellerOrganizationId?: string | null;
  /** An extension: the payment status. */
  status?: PaymentStatus | null;
  /** An extension: the state today, as policies are read. */
  policyState?: PolicyState | null;
  /** An extension: the state of the insured's address, such as `TX`, as it was answered. */
  insuredState?: string | null;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string | null;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string | null;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  updatedFrom?: string | null;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  updatedTo?: string | null;
  /** Searches `policyNumber` and every text of `policyMeta`. Unless it is blank, all other text filters are ignored, whatever they hold. */
  anyMatch?: string | null;
}

export interface ClockCopyRequest {
  /** Policies that the organization sold or issued, with or without a clock. */
  policyIds?: string[] | null;
  filter?: ClockCopyFilter | null;
  /** The copies live on this version of their product, and renew with it: one that was deployed, or any version of a product of the organization. */
  productVersionId?: string | null;
  /** Of the copies' next terms. The bills of the running term stay as they are. */
  paymentPlan?: PaymentPlan | null;
}

export interface ClockCreation {
  /** For people. */
  name: string;
  /** The time that it shows; in the past, now or in the future. */
  businessTime: string;
  /** Whether waits for outside systems end when the clock passes their end. Default: `false`. */
  waitsTimeOut?: boolean | null;
}

export interface ClockPage {
  content: ListedClock[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

/** `ADVANCING`: nothing is fired at its clients until it is `READY`. */
export type ClockState = 'READY' | 'ADVANCING';

export interface ClockUpdate {
  name?: string | null;
  waitsTimeOut?: boolean | null;
  /** As it was read; changes nothing. */
  id?: unknown;
  /** As it was read; changes nothing. */
  businessTime?: unknown;
  /** As it was read; changes nothing. */
  state?: unknown;
  /** As it was read; changes nothing. */
  advance?: unknown;
  /** As it was read; changes nothing. */
  problem?: unknown;
  /** As it was read; changes nothing. */
  createdTimestamp?: unknown;
  /** As it was read; changes nothing. */
  createdBy?: unknown;
  /** As it was read; changes nothing. */
  clients?: unknown;
  /** As it was read; changes nothing. */
  policies?: unknown;
  /** As it was read; changes nothing. */
  nextDueTimestamp?: unknown;
}

export interface ClosedMonth {
  /** The closed month. */
  month: string;
  clockId: string | null;
  closedTimestamp: string;
}

export interface Colleague {
  personId: string;
  name: string;
  roles: string[];
}

export interface Colleagues {
  colleagues: Colleague[];
}

/** `chargeId`, `statementId`, `state`, `amount`, `paymentIdentifier`, the `code` and `reason` of a decline, and the policy's standing */
export interface CollectedPayment {
  policyId: string;
  policyNumber: string;
  policyState: PolicyState;
  status: PaymentStatus;
  /** Billed so far. */
  due: number;
  paid: number;
  /** Below zero: owed to the policyholder. */
  balance: number;
  chargeId: string;
  statementId: string;
  state: CollectionState;
  amount: number;
  paymentProcessor: string;
  paymentIdentifier: string | null;
  /** The provider's code of the decline. */
  code: string | null;
  reason: string | null;
}

export interface CollectionAgreement {
  paymentMethod: SavedPaymentMethod;
  /** Statements that were due before are not charged by themselves. */
  firstDay: string;
  consent: CollectionConsent;
  createdTimestamp: string;
  createdBy: JsonObject;
  endedTimestamp?: string;
  endedBy?: JsonObject;
  endReason?: string;
}

export interface CollectionConsent {
  /** When the policyholder agreed; not in the future. */
  at: string;
  /** How, such as `signed form 12` or `checkout page`. */
  source: string;
}

export interface CollectionLink {
  url: string;
  expiresTimestamp: string;
}

/** as `PAYMENT_SETUP`, with `policyId` */
export interface CollectionSession {
  paymentTriggerRequestId: string;
  paymentProcessor: string;
  paymentIdentifier: string | null;
  /** For the form of the payment provider; never in `GET /event/{triggerRequestId}`. */
  clientSecret?: string | null;
  /** Due at once, in minor units. */
  amountTotal: number;
  currency: string;
  policyId: string;
}

/** `PENDING`: being requested. `PROCESSING`: the bank answers within days. `NOT_MADE`: the provider never made it. `NOT_CHARGED`: the provider was not asked, as under a test clock. */
export type CollectionState = 'PENDING' | 'PROCESSING' | 'SUCCEEDED' | 'DECLINED' | 'NOT_MADE' | 'NOT_CHARGED';

export interface CommissionAdjustment {
  id: string;
  sellerId: string;
  policyId: string | null;
  clockId: string | null;
  currency: string;
  amount: number;
  reason: string;
  /** The statement that has it; null: the next one. */
  statementId: string | null;
  createdTimestamp: string;
  createdBy: JsonObject;
}

export type CommissionBasis = 'WRITTEN' | 'EARNED' | 'COLLECTED';

export interface CommissionLine {
  policyId: string;
  policyNumber: string;
  termNumber: number;
  /** The change that it is for, by its ledger entry; null: commission on earned or collected premium, which is for the term. */
  entryId: string | null;
  /** The event that recorded the change. */
  triggerRequestId: string | null;
  /** Of the change. */
  effectiveDate: string | null;
  /** Written, earned or collected in the month, as the license says. */
  premium: number;
  commission: number;
}

export interface CommissionLinePage {
  content: CommissionLine[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export interface CommissionOfCoverage {
  /** The share of the premium of first terms. */
  newBusiness?: CommissionRate;
  /** The share of the premium of later terms. */
  renewal?: CommissionRate;
}

export type CommissionRate = number | string;

export interface CommissionRates {
  /** Terms that begin from this day on have these rates, until the next ones; endorsements have those of their term. */
  from: string;
  /** Who collects the premium from this day on. What a seller has collected (agency bill) is netted against its commission. Default: `"INSURER"`. */
  collectedBy?: PremiumCollector | null;
  /** When commission is earned: with the premium that is written, that is earned by days, or as far as a term is paid. Default: `"WRITTEN"`. */
  basis?: CommissionBasis | null;
  /** The share of the premium of first terms. */
  newBusiness: CommissionRate;
  /** The share of the premium of later terms. */
  renewal: CommissionRate;
  /** Other shares of single coverages, by their codes. Default: `{}`. */
  coverages?: CommissionsOfCoverages | null;
  /** Amounts for each term that has premium, in addition. Default: `{}`. */
  flat?: FlatCommissions | null;
}

export interface CommissionRatesOutput {
  /** Terms that begin from this day on have these rates, until the next ones; endorsements have those of their term. */
  from: string;
  /** Who collects the premium from this day on. What a seller has collected (agency bill) is netted against its commission. Default: `"INSURER"`. */
  collectedBy: PremiumCollector;
  /** When commission is earned: with the premium that is written, that is earned by days, or as far as a term is paid. Default: `"WRITTEN"`. */
  basis: CommissionBasis;
  /** The share of the premium of first terms. */
  newBusiness: CommissionRate;
  /** The share of the premium of later terms. */
  renewal: CommissionRate;
  /** Other shares of single coverages, by their codes. Default: `{}`. */
  coverages: CommissionsOfCoverages;
  /** Amounts for each term that has premium, in addition. Default: `{}`. */
  flat: FlatCommissions;
}

export interface CommissionStatement {
  id: string;
  month: string;
  insurerId: string;
  insurerName: string;
  sellerId: string;
  sellerName: string;
  clockId: string | null;
  currency: string;
  /** The sum of the lines; negative: returned premium took it back. */
  commission: number;
  /** The adjustments by hand. */
  adjusted: number;
  /** What the seller collected and has to hand on, where its license says that it collects. */
  collected: number;
  /** Commission and adjustments, less what was collected; negative: the seller owes it. */
  payable: number;
  closedTimestamp: string;
}

export interface CommissionStatementPage {
  content: CommissionStatement[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export interface CommissionStatementWithAdjustments {
  id: string;
  month: string;
  insurerId: string;
  insurerName: string;
  sellerId: string;
  sellerName: string;
  clockId: string | null;
  currency: string;
  /** The sum of the lines; negative: returned premium took it back. */
  commission: number;
  /** The adjustments by hand. */
  adjusted: number;
  /** What the seller collected and has to hand on, where its license says that it collects. */
  collected: number;
  /** Commission and adjustments, less what was collected; negative: the seller owes it. */
  payable: number;
  closedTimestamp: string;
  adjustments: CommissionAdjustment[];
}

export interface CommissionTerms {
  rates: CommissionRates[];
}

export interface CommissionTermsOfLicense {
  rates: CommissionRatesOutput[];
}

export interface CommissionToAdjust {
  sellerId: string;
  /** A policy that the seller sold. */
  policyId?: string | null;
  clockId?: string | null;
  currency: string;
  /** Negative: taken back. Not zero. */
  amount: number;
  reason: string;
}

export type CommissionsOfCoverages = { [key: string]: CommissionOfCoverage };

export interface ComparedAmount {
  a: string;
  b: string;
  difference: string;
}

/** Absent if one of the two has no premium. */
export interface ComparedAmounts {
  premium: ComparedAmount;
  taxesAndFees: ComparedAmount;
  unexplained: string;
}

export interface ComparedAnswer {
  /** A field, `inputs.NAME` of a step, or the question. */
  field: string;
  a: unknown;
  b: unknown;
  /** Of an answer in a loop: the iteration in A, or in B if A lacks it. */
  iterationId?: string;
}

export interface ComparedCurrency {
  currency: string;
  policies: number;
  base: ComparedTotals;
  copy: ComparedTotals;
}

export interface ComparedField {
  /** A field, `inputs.NAME` of a step, or the question. */
  field: string;
  a: unknown;
  b: unknown;
}

/** Amounts are of all terms of the policy. */
export interface ComparedFigures {
  policyId: string;
  policyNumber: string;
  /** Of the current term. */
  productVersionId: string;
  policyState: PolicyState;
  termNumber: number;
  effectiveDate: string;
  expirationDate: string;
  /** The first day without coverage. */
  canceledOn?: string;
  /** Canceled for non-payment. */
  isLapsed: boolean;
  /** Written, by the ledger. */
  premium: number;
  billed: number;
  /** Received, less what was returned and refunded. */
  paid: number;
  /** Of all bills, those to come included. Negative: owed to the policyholder. */
  balance: number;
  pastDue: number;
}

export interface ComparedPolicy {
  originalPolicyId: string;
  originalPolicyNumber: string;
  base: ComparedFigures;
  copy: ComparedFigures;
}

export interface ComparedStep {
  kind: ComparedStepKind;
  /** Of a package. */
  component?: string;
  section: string;
  /** Null for a whole section or iteration. */
  step: string | null;
  op: string;
  iterationId?: string;
  within?: string[];
  /** Such as `locations #2`. */
  iteration?: string;
  differences: ComparedField[];
  /** Its effect on the premium, with later steps as in A; null for a value that later steps use. */
  explains: string | null;
  /** What later steps explain by its value, and its own effect. */
  carries: string | null;
  /** The part of it that begins at this step. */
  own: string | null;
}

export type ComparedStepKind = 'CHANGED' | 'ONLY_A' | 'ONLY_B';

export interface ComparedTotals {
  /** In force, or about to begin. */
  active: number;
  canceled: number;
  /** Of the canceled ones: for non-payment. */
  lapsed: number;
  /** Over without a cancellation. */
  expired: number;
  /** Terms after the first of each policy. */
  renewals: number;
  /** Policies with a bill that is past due. */
  late: number;
  /** Written, by the ledger. */
  premium: number;
  billed: number;
  /** Received, less what was returned and refunded. */
  paid: number;
  /** Of all bills, those to come included. Negative: owed to the policyholder. */
  balance: number;
  pastDue: number;
}

export interface ComparedValue {
  reads?: 'answer' | 'answered' | 'iterations' | 'value';
  /** The question, derived value or loop; absent of what the condition computes. */
  name?: string;
  value: string;
  operator: LimitOperator;
  limit: string;
}

export interface ComponentQuote {
  requestId: string;
  pipelineId: string;
  triggerRequestId: string;
  actionId: string;
  actionType: string;
  type: QuoteType;
  /** The product; for a package's component, its line. */
  lineId: string;
  lineName: string;
  clientId?: string;
  /** An extension: the client's test clock. */
  clockId?: string;
  clientOrganizationId: string;
  quotingOrganizationId: string;
  quotingOrganization: string;
  effectiveDate: string;
  /** Absent if the interface has no name for so many months: read `termMonths`. */
  term?: NamedTerm;
  /** An extension: the months of the term. */
  termMonths: number;
  /** Whether the reader could bind it now, or make the change that it is for. */
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriterResponse?: JsonObject;
  policyholderResponse?: JsonObject;
  /** An extension: what the underwriter has asked, offered and made a condition of. */
  underwriting?: QuoteUnderwriting;
  quoteTimestamp: string;
  quoteDetails?: QuoteDetails;
  messages: QuoteMessage[];
  metadata: QuoteMetadata;
  rawQuoteRequest?: JsonObject;
  rawQuoteDetails?: JsonObject;
  inputMappingData?: JsonObject;
  quoteIntake?: AnswerMap;
  productVersionId: string;
  versionSystemSource: VersionSystemSource;
  asRatingConfiguredAtTimestamp: string;
}

export type ComponentState = 'INCLUDED' | 'EXCLUDED' | 'DECLINED';

export interface ConcerningHold {
  id: string;
  title: string;
  /** The product; absent: all products of the organization. */
  lineId?: string;
  /** The first day, in the product's time zone. */
  firstDay: string;
  lastDay: LastDayOfHold;
  place: HoldPlace;
  coverages: string[];
  stops: HoldStops;
}

export interface ConcerningHolds {
  holds: ConcerningHold[];
}

export type Condition = { [key: string]: unknown };

export type ConditionState = 'OPEN' | 'CONFIRMED';

/** Default action: Evaluate the form. Permission: `documents:fire`. */
export type ConfigurationFormEvaluationEvent = EventFrame & {
  type: 'CONFIGURATION_FORM_EVALUATION';
  payload: ConfigurationFormEvaluationPayload;
};

export interface ConfigurationFormEvaluationPayload {
  /** The form's configuration; 404 where the product has none. */
  formConfigId: string;
  /** The client. */
  clientId: string;
  /** Required with `intakeSource` `QUOTE`. */
  quoteId?: string | null;
  /** Required with `intakeSource` `POLICY`; a `quoteId` has to be a quote of it. */
  policyId?: string | null;
  /** Whose answers: the client's, the quote's, the policy's, or those of `intake`. */
  intakeSource: IntakeSource;
  /** The format in which the form gets them. */
  intakeFormat: IntakeFormat;
  /** Required with `intakeSource` `PAYLOAD`. */
  intake?: AnswerMap | null;
}

export interface ConfigurationFormEvaluationResult {
  /** for each document made its `contentId`, `fileName`, `formNumber`, `formVersion`, `type` and `url`, and `warnings` of characters that no font has */
  forms?: FormReference[];
  /** where the form computes values */
  formValues?: JsonObject;
}

/** `KEEP_LATER`: the later change stays. `APPLY_THROUGHOUT`: this change applies from the later day, too. */
export type ConflictChoice = 'KEEP_LATER' | 'APPLY_THROUGHOUT';

export interface ConnectedAssistant {
  grantId: string;
  /** As the program calls itself. Anybody can choose any name: `redirectUri` tells more. */
  name: string;
  /** Where the browser was or is sent back. */
  redirectUri: string;
  access: AssistantAccess;
  /** The most acts of a day. Default: no limit. */
  actsPerDay?: number;
  moneyPerDay?: MoneyPerDay;
  createdTimestamp: string;
  /** Exact to a quarter of an hour. */
  lastUsedTimestamp: string;
  /** Unless it is used before; later at most 90 days after the consent. */
  endsTimestamp: string;
}

export interface ConnectedAssistants {
  /** The latest first; 50 at most. */
  assistants: ConnectedAssistant[];
}

export interface ConsentPage {
  content: ListedConsent[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export interface CopiedPolicy {
  /** The copy. */
  policyId: string;
  policyNumber: string;
  originalPolicyId: string;
  originalPolicyNumber: string;
}

export interface Coverage {
  code: string;
  title: string;
  premium: CoveragePremium;
  details: CoverageDetails;
}

export interface CoverageDetail {
  amount?: string;
  amountType?: string;
  description?: string;
  scope?: string;
  scopeLabel?: string;
}

export type CoverageDetails = { [key: string]: CoverageDetail[] };

export interface CoverageGroup {
  type: string;
  coverages: Coverage[];
}

export interface CoveragePremium {
  amount: number;
  per: TimeScale;
}

/** Default action: Save the client. Permission: `quoting:fire`. */
export type CreateOrUpdateClientEvent = EventFrame & {
  type: 'CREATE_OR_UPDATE_CLIENT';
  payload: CreateOrUpdateClientPayload;
};

export interface CreateOrUpdateClientPayload {
  /** An existing client, updated from the intake; left out, a client is created. */
  clientId?: string | null;
  /** Takes precedence over the intake's answer. */
  clientName?: string | null;
  /** An extension: the language that it prefers, as a tag; `null` clears it. */
  language?: ClientLanguage | null;
  /** The product's client type where a new client is given none. */
  clientType?: ClientType | null;
  /** Merged into the client's answers; may be `{}`. */
  intake: AnswerMap;
}

export interface CreateOrUpdateClientResult {
  /** the client's id */
  client?: string;
}

/** No default action. Permission: `servicing:fire`. */
export type CustomerRenewal90DaysOutEvent = EventFrame & {
  type: 'CUSTOMER_RENEWAL_90_DAYS_OUT';
  payload: CustomerRenewal90DaysOutPayload;
};

export interface CustomerRenewal90DaysOutPayload {
  /** The policy. */
  policyId: string;
  /** The client. */
  clientId?: string | null;
}

export interface DecidedBordereauRows {
  decided: number;
}

export interface DecisionOnAct {
  /** For the assistant and the audit log. */
  reason?: string | null;
}

export interface DecisionOnBordereauRow {
  decision: BordereauDecision;
  reason: string | null;
  decidedTimestamp: string;
  decidedBy: JsonObject;
}

export interface DeployedVersion {
  versionId: string;
  environment: Environment;
  effectiveDate: string;
  /** False: it was there already. */
  deployed: boolean;
  casesPassed?: number;
  /** What today's lint finds in a version that was deployed there before. */
  lintError?: string;
}

export interface DisabledNotification {
  type: 'WEBHOOK_DISABLED';
  timestamp: string;
  data: DisabledNotificationData;
}

export interface DisabledNotificationData {
  endpointId: string;
  reason: string;
}

export interface DocumentSnapshot {
  name?: string | null;
  extension?: string | null;
  contentId?: string | null;
  url?: string | null;
  [key: string]: unknown;
}

export interface DocumentToGenerate {
  productId: string;
  formConfigId: string;
  clientId: string;
  policyId?: string | null;
  quoteId?: string | null;
  /** Default: the form's file name. Characters that file names cannot have are removed. */
  fileName?: string | null;
  /** Selects the version of the product that covers this date. Without it: the version of the policy or the quote, else the version of today. */
  productDate?: string | null;
  /** An extension: the policy is shown as of this day, with the term, contract and answers of that day. Default: today. */
  effectiveOn?: string | null;
}

export type DocumentType = 'PDF' | 'HTML' | 'FILE';

export interface Draft {
  kind: DraftKind;
  subjectId: string;
  /** The client whom it is about, if that is known. */
  clientId: string | null;
  /** What the person knows it by. */
  title: string | null;
  /** Of the draft; 0: there is none. */
  version: number;
  /** When it was last saved. */
  updatedTimestamp: string | null;
  /** As it was sent. */
  content: JsonObject | null;
}

export interface DraftHead {
  kind: DraftKind;
  subjectId: string;
  /** The client whom it is about, if that is known. */
  clientId: string | null;
  /** What the person knows it by. */
  title: string | null;
  /** Of the draft; 0: there is none. */
  version: number;
  /** When it was last saved. */
  updatedTimestamp: string | null;
}

/** What is drafted: a sale of a product, or an endorsement of a policy. */
export type DraftKind = 'SALE' | 'ENDORSEMENT';

export interface DraftToSave {
  /** The version that it replaces; 0 for the first. Another one is 409. */
  version: number;
  /** Of a sale to an existing client. An endorsement has its policy's. Default: `null`. */
  clientId?: string | null;
  /** Default: `null`. */
  title?: string | null;
  /** Any object, of at most 262144 characters as JSON. */
  content: JsonObject;
}

export interface Drafts {
  drafts: DraftHead[];
}

/** Default action: Move the due date. Permission: `billing:fire`. */
export type DueDateMoveEvent = EventFrame & {
  type: 'DUE_DATE_MOVE';
  payload: DueDateMovePayload;
};

export interface DueDateMovePayload {
  /** The policy. */
  policyId: string;
  /** The statement. */
  statementId: string;
  /** The new last day for payment. */
  dueDate: string;
  /** Recorded with the policy's events. */
  reason: string;
}

export interface DueDateMoveResult {
  DUE_DATE_MOVE?: MovedDueDate;
}

export type DueDateOfTask = string | null;

export interface EarlierActionRun {
  /** 0 is the first run of the event. */
  run: number;
  state: ActionState;
  attempts: number;
  lastError?: string;
  startedTimestamp: string;
  endedTimestamp?: string;
}

export interface EditConflict {
  /** The question; none where the iteration is meant. */
  qid?: string;
  /** The loop that the question or iteration is in. */
  loopQid?: string;
  iterationId?: string;
  effectiveDate: string;
  /** By this change; null: cleared, or the iteration is removed. */
  value: string | null;
  laterEffectiveDate: string;
  /** By the later change; null as above. */
  laterValue: string | null;
  choice: ConflictChoice;
}

export type EditedAnswers = { [key: string]: Answer };

export interface EffectiveDateCorrection {
  policyId: string;
  effectiveDate: string;
  /** `true`: the risk is accepted. */
  riskOfChangingPolicyEffectiveDateAccepted: boolean;
  /** `true`: the risk is accepted. */
  riskOfPolicyholderConfusionAccepted: boolean;
  /** `true`: the risk is accepted. */
  existingDocsRemainUnchangedAccepted: boolean;
}

/** No default action. Permission: `servicing:fire`. */
export type EndorsementActivatedEvent = EventFrame & {
  type: 'ENDORSEMENT_ACTIVATED';
  payload: PolicyNotificationPayload;
};

export type Environment = 'DEV' | 'UAT' | 'PROD';

export interface EvaluatedForms {
  forms: FormReference[];
}

/** Somebody knows that it failed, and nothing more has to be done. */
export interface EventAcknowledgement {
  acknowledgedTimestamp: string;
  /** Who did, with `kind`, `id` and `name`. */
  acknowledgedBy: JsonObject;
  note?: string;
}

export interface EventAcknowledgementToGive {
  /** Why. */
  note?: string | null;
}

export interface EventAction {
  actionId: string;
  kind: ActionKind;
  type: string;
  name: string;
  state: ActionState;
  /** Of the latest run; 0 before the first. */
  attempts: number;
  lastError?: string;
  /** The request id for its answer through `POST /inbound`; of a rating, also its quote. */
  requestId?: string;
  /** The organization that alone may answer it. */
  answeredBy?: string;
  waitsFor?: string;
  waitsUntil?: string;
  startedTimestamp?: string;
  endedTimestamp?: string;
  /** Its failures before it was repeated. */
  earlierRuns?: EarlierActionRun[];
}

export type EventEnvelope = IntakeCompleteEvent | CreateOrUpdateClientEvent | ClientValidationEvent | ClientValidationFailedEvent | ClientStatusUpdatedEvent | GetQuotesEvent | SelectQuoteEvent | QuoteSendEvent | UnderwritingReferredEvent | UnderwritingApprovedEvent | UnderwritingDeclinedEvent | UnderwritingInformationRequestedEvent | UnderwritingInformationProvidedEvent | UnderwritingOfferedEvent | UnderwritingOfferAcceptedEvent | UnderwritingOfferDeclinedEvent | PolicyholderQuoteAcceptedEvent | PolicyholderQuoteDeclinedEvent | ConfigurationFormEvaluationEvent | PaymentSetupEvent | PaymentVerificationEvent | PaymentReceivedEvent | PaymentReversedEvent | DueDateMoveEvent | PaymentCollectSetupEvent | PaymentCollectEvent | PaymentRefundEvent | StatementCreatedEvent | PaymentReminderEvent | PolicyCreateEvent | PolicyCreatedEvent | PolicyEventRecordEvent | UploadPolicyDocumentsEvent | PolicyDocumentsUploadedEvent | PolicyDocGeneratedEvent | PolicyEndorsementQuotingEvent | PolicyEndorseEvent | EndorsementActivatedEvent | PolicyTrueUpQuotingEvent | PolicyLimitChangedEvent | ClaimNotificationEvent | PrePolicyCancellationEvent | PolicyCancelEvent | PreCancellationIssuedEvent | CancellationRequestedEvent | PolicyCanceledEvent | PolicyRewriteEvent | PolicyReinstateEvent | PolicyReinstatedEvent | CustomerRenewal90DaysOutEvent | PolicyRenewalQuotingEvent | RenewalQuoteSelectedEvent | PolicyRenewedEvent | PolicyRenewalReferredEvent | PolicyRenewalFailedEvent | PolicyRenewalQuotingFailedEvent | CancelRenewalEvent | RenewalCancelledEvent;

/** The fields that events of every type have. */
export interface EventFrame {
  /** The product whose configured workflow decides which actions run. */
  lineId: string;
  productVersionId?: string | null;
  versionSystemSource?: VersionSystemSource | null;
  /** Honored for `GET_QUOTES` and, where a carrier is asked, for `POLICY_RENEWAL_QUOTING`. Default: `false`. */
  forceSync?: boolean | null;
  source?: EventSource | null;
  agencyCodes?: AgencyCode[] | null;
  filterByOrganizations?: string[] | null;
  /** Chosen by the caller, random: any UUID but of version 8, which the service gives. */
  triggerRequestId?: string | null;
  eventTargets?: string[] | null;
  /** Default: `false`. */
  batchMode?: boolean | null;
  batchId?: string | null;
  /** Legacy selector: the configuration deployed at this time; a date means its end. A time ahead means now. */
  asConfiguredAtTimestamp?: string | null;
}

/** Paths of this interface, and external URLs. Up to 200 per list. */
export interface EventLinks {
  self: string;
  quotesOfEvent: string;
  quotes: string[];
  policies: string[];
  batch?: string;
  parent?: string;
  children: string[];
  /** The latest run's page in the Temporal UI. */
  temporal?: string;
}

export interface EventNotification {
  type: EventType;
  /** When the run ended. */
  timestamp: string;
  data: EventNotificationData;
}

export interface EventNotificationData {
  triggerRequestId: string;
  state: EventState;
  firedBy: AuthorKind;
  /** Present after a retry of failed actions. */
  retry?: number;
  productId: string;
  clientId?: string;
  policyId?: string;
  policy?: PolicyInNotification;
  /** The client's test clock. */
  clockId?: string;
  /** The time of that clock when it was fired. */
  businessTimestamp?: string;
  /** The quotes that the event is about, and those that it made. */
  quoteIds?: string[];
  batchId?: string;
  /** The event that fired this one. */
  parentTriggerRequestId?: string;
  links: NotificationLinks;
}

export interface EventPage {
  content: ListedEvent[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export interface EventRefusal {
  detail: string;
  field?: string;
  /** As in the problem that answered it. */
  code?: RefusalCode;
  /** The hold that stops it. */
  holdId?: string;
}

/** The `metadata` of a trigger result by its event's type. A default action that failed, or that `batchMode` skipped, has added nothing. */
export interface EventResults {
  INTAKE_COMPLETE: IntakeCompleteResult;
  CREATE_OR_UPDATE_CLIENT: CreateOrUpdateClientResult;
  GET_QUOTES: GetQuotesResult;
  SELECT_QUOTE: SelectQuoteResult;
  QUOTE_SEND: QuoteSendResult;
  CONFIGURATION_FORM_EVALUATION: ConfigurationFormEvaluationResult;
  PAYMENT_SETUP: PaymentSetupResult;
  PAYMENT_VERIFICATION: PaymentVerificationResult;
  PAYMENT_RECEIVED: PaymentReceivedResult;
  PAYMENT_REVERSED: PaymentReversedResult;
  DUE_DATE_MOVE: DueDateMoveResult;
  PAYMENT_COLLECT_SETUP: PaymentCollectSetupResult;
  PAYMENT_COLLECT: PaymentCollectResult;
  PAYMENT_REFUND: PaymentRefundResult;
  POLICY_CREATE: PolicyCreateResult;
  POLICY_EVENT_RECORD: PolicyEventRecordResult;
  UPLOAD_POLICY_DOCUMENTS: UploadPolicyDocumentsResult;
  POLICY_ENDORSEMENT_QUOTING: PolicyEndorsementQuotingResult;
  POLICY_ENDORSE: PolicyEndorseResult;
  POLICY_TRUE_UP_QUOTING: PolicyTrueUpQuotingResult;
  POLICY_LIMIT_CHANGED: PolicyLimitChangedResult;
  CLAIM_NOTIFICATION: ClaimNotificationResult;
  PRE_POLICY_CANCELLATION: PrePolicyCancellationResult;
  POLICY_CANCEL: PolicyCancelResult;
  POLICY_REWRITE: PolicyRewriteResult;
  POLICY_REINSTATE: PolicyReinstateResult;
  POLICY_RENEWAL_QUOTING: PolicyRenewalQuotingResult;
  RENEWAL_QUOTE_SELECTED: RenewalQuoteSelectedResult;
  CANCEL_RENEWAL: CancelRenewalResult;
  RENEWAL_CANCELLED: RenewalCancelledResult;
}

export interface EventRun {
  triggerRequestId: string;
  /** The organization that it belongs to: its own, or the other one. */
  organizationId: string;
  type: EventType;
  state: EventState;
  /** The product. */
  lineId: string;
  lineName: string;
  productVersionId: string;
  clientId?: string;
  /** The client's test clock. */
  clockId?: string;
  /** The time of that clock when it was fired. */
  businessTimestamp?: string;
  policyId?: string;
  batchId?: string;
  /** The event whose action fired this one. */
  parentTriggerRequestId?: string;
  failedActionCount: number;
  /** Who fired it, with `kind`, `id` and `name`: `SERVICE`, `USER` or `API_KEY`; `ORGANIZATION` for old events. Unlike `source`, it is not said by the caller. */
  firedBy: JsonObject;
  /** How often failed actions were retried. */
  retries: number;
  createdTimestamp: string;
  closedTimestamp?: string;
  acknowledgement?: EventAcknowledgement;
  source?: JsonObject;
  cancelRequestedTimestamp?: string;
  /** Without secrets. */
  triggerResult?: TriggerResult;
  /** Why the event was refused. */
  refusal?: EventRefusal;
  /** None of another organization's event. */
  actions: EventAction[];
  links: EventLinks;
}

export interface EventSource {
  /** Default: `"EXTERNAL"`. */
  sourceType?: SourceType | null;
  /** The authenticated organization where left out. */
  organizationId?: string | null;
  /** Required where `sourceType` is `STOREFRONT`, for `GET_QUOTES` and `SELECT_QUOTE`. */
  storefrontId?: string | null;
  personId?: string | null;
  url?: string | null;
}

/** `ACCEPTED`: no action has begun. `COMPLETED`: every action has ended, failed ones included. `FAILED`: the event was refused, an action of its own failed for good (other than saving the client), or its run was lost. */
export type EventState = 'ACCEPTED' | 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

export type EventType = 'INTAKE_COMPLETE' | 'CREATE_OR_UPDATE_CLIENT' | 'CLIENT_VALIDATION' | 'CLIENT_VALIDATION_FAILED' | 'CLIENT_STATUS_UPDATED' | 'GET_QUOTES' | 'SELECT_QUOTE' | 'QUOTE_SEND' | 'UNDERWRITING_REFERRED' | 'UNDERWRITING_APPROVED' | 'UNDERWRITING_DECLINED' | 'UNDERWRITING_INFORMATION_REQUESTED' | 'UNDERWRITING_INFORMATION_PROVIDED' | 'UNDERWRITING_OFFERED' | 'UNDERWRITING_OFFER_ACCEPTED' | 'UNDERWRITING_OFFER_DECLINED' | 'POLICYHOLDER_QUOTE_ACCEPTED' | 'POLICYHOLDER_QUOTE_DECLINED' | 'CONFIGURATION_FORM_EVALUATION' | 'PAYMENT_SETUP' | 'PAYMENT_VERIFICATION' | 'PAYMENT_RECEIVED' | 'PAYMENT_REVERSED' | 'DUE_DATE_MOVE' | 'PAYMENT_COLLECT_SETUP' | 'PAYMENT_COLLECT' | 'PAYMENT_REFUND' | 'STATEMENT_CREATED' | 'PAYMENT_REMINDER' | 'POLICY_CREATE' | 'POLICY_CREATED' | 'POLICY_EVENT_RECORD' | 'UPLOAD_POLICY_DOCUMENTS' | 'POLICY_DOCUMENTS_UPLOADED' | 'POLICY_DOC_GENERATED' | 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_ENDORSE' | 'ENDORSEMENT_ACTIVATED' | 'POLICY_TRUE_UP_QUOTING' | 'POLICY_LIMIT_CHANGED' | 'CLAIM_NOTIFICATION' | 'PRE_POLICY_CANCELLATION' | 'POLICY_CANCEL' | 'PRE_CANCELLATION_ISSUED' | 'CANCELLATION_REQUESTED' | 'POLICY_CANCELED' | 'POLICY_REWRITE' | 'POLICY_REINSTATE' | 'POLICY_REINSTATED' | 'CUSTOMER_RENEWAL_90_DAYS_OUT' | 'POLICY_RENEWAL_QUOTING' | 'RENEWAL_QUOTE_SELECTED' | 'POLICY_RENEWED' | 'POLICY_RENEWAL_REFERRED' | 'POLICY_RENEWAL_FAILED' | 'POLICY_RENEWAL_QUOTING_FAILED' | 'CANCEL_RENEWAL' | 'RENEWAL_CANCELLED';

/** Of a renewal, and of a change of a renewed term, if the plan reads values of the expiring term. */
export interface ExpiringTerm {
  /** The number of that term. */
  termNumber: number;
  effectiveDate: string;
  expirationDate: string;
  /** By name, as text: `premium`, of a whole term as the policy is on its last day; `term`, the dates; and the derived values of that day's rating. */
  values: { [key: string]: string };
  /** Why there are no derived values. */
  notRated?: string;
}

export interface Exposure {
  /** What was counted: the id of the question that asks for it. */
  type: string;
  /** As rated; it tells the iteration of a loop. 0 or more, with up to 4 decimals. */
  previousAmount: number;
  /** As counted. */
  updatedAmount: number;
}

export interface FieldError {
  field: string;
  detail: string;
  /** JSON pointer into the body (RFC 6901). */
  pointer?: string;
  /** Path or query parameter. */
  parameter?: string;
  header?: string;
  /** The file of the body, if it has files. */
  file?: string;
  /** In the file; counts from 1. */
  line?: number;
  column?: number;
  severity?: Severity;
}

export interface FigureReport {
  asOf: string;
  knownTimestamp: string;
  rows: FiguresOfLine[];
  /** One for each currency. */
  totals: FiguresTotal[];
}

export interface FiguresOfLine {
  /** The product. */
  lineId: string;
  lineName: string;
  currency: string;
  /** The premium recorded in the ledger. */
  written: number;
  /** Its part for the days up to and including the date. */
  earned: number;
  /** The rest. */
  unearned: number;
  /** The statements billed, less credits. */
  billed: number;
  /** The payments received, less refunds. */
  paid: number;
  /** The part of charges that neither payments nor credits cover, the oldest due date first. */
  due: number;
  /** The part of `due` whose due date is the date or later. */
  notYetDue: number;
  /** The part of `due` whose due date was before the date. */
  pastDue: number;
  /** The part of `pastDue` that has been due for up to 30 days. */
  pastDueTo30: number;
  /** For 31 to 60 days. */
  pastDueTo60: number;
  /** For 61 to 90 days. */
  pastDueTo90: number;
  /** For more than 90 days. */
  pastDueOver90: number;
  /** The part of payments and credits that no charge used: owed to the policyholder. */
  credit: number;
}

export interface FiguresTotal {
  currency: string;
  /** The premium recorded in the ledger. */
  written: number;
  /** Its part for the days up to and including the date. */
  earned: number;
  /** The rest. */
  unearned: number;
  /** The statements billed, less credits. */
  billed: number;
  /** The payments received, less refunds. */
  paid: number;
  /** The part of charges that neither payments nor credits cover, the oldest due date first. */
  due: number;
  /** The part of `due` whose due date is the date or later. */
  notYetDue: number;
  /** The part of `due` whose due date was before the date. */
  pastDue: number;
  /** The part of `pastDue` that has been due for up to 30 days. */
  pastDueTo30: number;
  /** For 31 to 60 days. */
  pastDueTo60: number;
  /** For 61 to 90 days. */
  pastDueTo90: number;
  /** For more than 90 days. */
  pastDueOver90: number;
  /** The part of payments and credits that no charge used: owed to the policyholder. */
  credit: number;
}

/** Without its name, which its link has. */
export interface FileInNotification {
  state: 'QUARANTINED' | 'CLEAN' | 'INFECTED' | 'UNSCANNED';
  contentType: string;
  size: number;
  version: number;
}

export type FileSharedWith = 'OWN' | 'BOTH';

/** `QUARANTINED`: not scanned yet. `INFECTED`: its bytes are gone. `UNSCANNED`: the service had no scanner. The content of `CLEAN` and `UNSCANNED` files is served. */
export type FileState = 'QUARANTINED' | 'CLEAN' | 'INFECTED' | 'UNSCANNED';

export type FlatCommission = number | string;

export interface FlatCommissions {
  /** For each first term. */
  newBusiness?: FlatCommission;
  /** For each later term. */
  renewal?: FlatCommission;
}

/** the form that a configured action evaluated */
export interface FormEvaluation {
  forms: FormReference[];
  values: JsonObject;
}

export interface FormReference {
  contentId: string;
  fileName: string;
  formNumber: string;
  formVersion: string;
  type: FormType;
  /** For `GET /download/file` (an extension). */
  url?: string;
  /** What the document could not print (an extension): characters that no font has. */
  warnings?: string[];
}

export type FormType = 'PDF' | 'HTML';

export interface FullPolicy {
  policy: Policy | null;
  quote: Quote | null;
  clientIndustryInfo: JsonObject | null;
  agencyAddressInfo: JsonObject | null;
  /** In the requested format: `DAIS` is an `AnswerMap`, `KEY_VALUE` texts by question, `PRODUCT_TREE` the question tree. */
  intakeAnswers: JsonObject | null;
  events: PolicyEvent[];
  lastStatement: PolicyStatement | null;
  collectsSecurityDeposit: boolean | null;
  financeState: PolicyFinanceState | null;
  statements: PolicyStatement[];
  clientSummary: PolicyClientSummary | null;
  commentsStats: PolicyCommentsStats | null;
}

export interface FullPolicyFlags {
  /** Default: `false`. */
  includePolicy?: boolean | null;
  /** Default: `false`. */
  includeQuote?: boolean | null;
  /** Default: `false`. */
  includeAnswers?: boolean | null;
  /** With `collectsSecurityDeposit`. Default: `false`. */
  includeFinanceState?: boolean | null;
  /** Default: `false`. */
  includePolicyEvents?: boolean | null;
  /** Default: `false`. */
  includeClientIndustryInfo?: boolean | null;
  /** Default: `false`. */
  includeAgencyInfo?: boolean | null;
  /** Default: `false`. */
  includeStatements?: boolean | null;
  /** Default: `false`. */
  includeLastStatements?: boolean | null;
  /** Default: `false`. */
  includeClientSummary?: boolean | null;
  /** Default: `true`. */
  includeCommentsStats?: boolean | null;
  /** Default: `"DAIS"`. */
  intakeFormat?: IntakeFormat | null;
  /** The day; by default today. An extension. */
  effectiveOn?: string | null;
  /** The time of knowledge; by default now. An extension. */
  knownAt?: string | null;
}

/** Default action: Save the client. Permission: `quoting:fire`. */
export type GetQuotesEvent = EventFrame & {
  type: 'GET_QUOTES';
  payload: GetQuotesPayload;
};

export interface GetQuotesPayload {
  /** The policy's first day. */
  effectiveDate: string;
  /** Answers by question id; `{}` is declined. */
  intake: AnswerMap;
  /** An existing client, updated from the intake; left out, a client is created. */
  clientId?: string | null;
  /** The rating plan's first term where left out. */
  term?: Term | null;
  /** Kept with the event. */
  referrer?: string | null;
  /** An extension: the test clock of the client that the event creates, which stays for good. In `DEV` and `UAT`. */
  clockId?: string | null;
  /** Quotes by the configuration deployed at this time; precedes the envelope's own. */
  asConfiguredAtTimestamp?: string | null;
}

export interface GetQuotesResult {
  /** the client's id */
  client?: string;
  /** with `forceSync` */
  quotes?: Quote[];
}

export interface GivenConsent {
  productId: string;
  /** Null: its owner has not imported the product yet. */
  productName: string | null;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  /** Who consents. */
  organizationId: string;
  /** False: it was already. */
  given: boolean;
}

export type GivenPermission = '*' | 'administration:read' | 'administration:write' | 'audit:read' | 'billing:fire' | 'binding:fire' | 'book:write' | 'changes:read' | 'claims:fire' | 'clients:erase' | 'clients:export' | 'clients:read' | 'clients:write' | 'clocks:read' | 'clocks:write' | 'collection:write' | 'commissions:read' | 'commissions:write' | 'documents:fire' | 'documents:generate' | 'documents:read' | 'events:read' | 'files:delete' | 'files:read' | 'files:write' | 'holds:override' | 'holds:read' | 'holds:write' | 'inbound:send' | 'mail:read' | 'mail:report' | 'mail:write' | 'policies:read' | 'policies:write' | 'postings:close' | 'products:read' | 'products:write' | 'quotes:decide' | 'quotes:read' | 'quoting:fire' | 'servicing:fire' | 'tasks:read' | 'tasks:write' | 'underwriting:fire' | 'webhooks:read' | 'webhooks:write';

export interface GrantedLicense {
  productId: string;
  organizationId: string;
  organizationName: string;
  /** False: it was already. */
  licensed: boolean;
  /** What the license grants; null: what the product usually grants. */
  authority: SellerAuthority | null;
  commission: CommissionTermsOfLicense | null;
  /** The license is new, or grants something else than before. */
  changed: boolean;
}

export interface Hold {
  id: string;
  title: string;
  /** The product; absent: all products of the organization. */
  lineId?: string;
  /** The first day, in the product's time zone. */
  firstDay: string;
  lastDay: LastDayOfHold;
  place: HoldPlace;
  coverages: string[];
  stops: HoldStops;
  /** For the organization alone. */
  reason?: string;
  state: HoldState;
  createdTimestamp: string;
  /** The person or key that declared it. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  /** It only grows. */
  version: number;
  endedTimestamp?: string;
  endedBy?: JsonObject;
}

/** `DECLINE`: no. `REFER`: an underwriter decides. `FREEZE`: not before the hold is over or overridden. */
export type HoldAction = 'DECLINE' | 'REFER' | 'FREEZE';

export interface HoldChange {
  /** Such as the name of the storm; messages have it. */
  title?: string | null;
  reason?: ReasonOfHold | null;
  /** The first day, in the product's time zone. */
  firstDay?: string | null;
  lastDay?: LastDayOfHold | null;
  place?: HoldPlaceInput | null;
  /** The codes of the coverages that it concerns; all if empty. */
  coverages?: string[] | null;
  stops?: HoldStops | null;
}

export interface HoldDeclaration {
  /** Such as the name of the storm; messages have it. */
  title: string;
  reason?: string | null;
  /** One product; by default all products of the organization. */
  lineId?: string | null;
  /** The first day, in the product's time zone. */
  firstDay: string;
  /** Default: `null`. */
  lastDay?: LastDayOfHold | null;
  place: HoldPlaceInput;
  /** The codes of the coverages that it concerns; all if empty. Default: `[]`. */
  coverages?: string[] | null;
  stops: HoldStops;
}

export interface HoldEffect {
  holdId: string;
  action: HoldAction;
  /** With its title, days and place, and what it stops. */
  message: string;
}

/** Without its place, which its link has. */
export interface HoldInNotification {
  title: string;
  firstDay: string;
  lastDay: LastDayOfHold;
  stops: HoldStops;
  version: number;
  endedTimestamp?: string;
}

export interface HoldOverride {
  id: string;
  holdId: string;
  quoteId?: string;
  policyId?: string;
  reason: string;
  createdTimestamp: string;
  /** The person or key that recorded it. */
  createdBy: JsonObject;
}

export interface HoldOverrideRequest {
  quoteId?: string | null;
  policyId?: string | null;
  reason: string;
}

export interface HoldPage {
  content: Hold[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

/** A risk is in the place if it has one of the ZIP codes or one of the counties, and one of the states. */
export interface HoldPlace {
  /** As the answers have them, such as `FL`. With ZIP codes or counties: of these states only. Default: `[]`. */
  states: string[];
  /** An answer with nine digits belongs to its first five. Default: `[]`. */
  zips: string[];
  /** By name, whatever the case, or by another code that the answers have. Default: `[]`. */
  counties: string[];
}

/** A risk is in the place if it has one of the ZIP codes or one of the counties, and one of the states. */
export interface HoldPlaceInput {
  /** As the answers have them, such as `FL`. With ZIP codes or counties: of these states only. Default: `[]`. */
  states?: string[] | null;
  /** An answer with nine digits belongs to its first five. Default: `[]`. */
  zips?: string[] | null;
  /** By name, whatever the case, or by another code that the answers have. Default: `[]`. */
  counties?: string[] | null;
}

/** Today, in the organization's time zone. `ENDED`: by a person. `OVER`: its last day has passed. */
export type HoldState = 'UPCOMING' | 'IN_FORCE' | 'OVER' | 'ENDED';

/** What it stops, and how. What is not named goes on. */
export interface HoldStops {
  /** Quotes for new policies that are made while the hold is in force. */
  newQuotes?: HoldAction;
  /** Issuing policies from quotes. */
  binding?: HoldAction;
  /** Changes, and renewals, by which a policy gets a coverage that it did not have, or one for a further location, vehicle or the like in the place, or by which the risk moves there. */
  addedCoverage?: HoldAction;
  /** Changes, and renewals, that raise a limit. */
  raisedLimits?: HoldAction;
  /** Changes, and renewals, that lower a deductible. */
  loweredDeductibles?: HoldAction;
  /** Reinstatements of canceled policies. */
  reinstatements?: HoldAction;
  /** Renewals: quotes of the next term, their selection, and the beginning of the next term. */
  renewals?: HoldAction;
}

export interface HoldWithOverrides {
  id: string;
  title: string;
  /** The product; absent: all products of the organization. */
  lineId?: string;
  /** The first day, in the product's time zone. */
  firstDay: string;
  lastDay: LastDayOfHold;
  place: HoldPlace;
  coverages: string[];
  stops: HoldStops;
  /** For the organization alone. */
  reason?: string;
  state: HoldState;
  createdTimestamp: string;
  /** The person or key that declared it. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  /** It only grows. */
  version: number;
  endedTimestamp?: string;
  endedBy?: JsonObject;
  /** The latest hundred, the newest first. */
  overrides: HoldOverride[];
}

export interface HostedVersionSegment {
  versionId: string;
  organizationId: string;
  version: string;
  buildNumber: number;
  /** In force today. */
  active: boolean;
  status: HostedVersionStatus;
  effectiveDate: string;
  expirationDate?: string;
  numberOfDays: number;
  proportionalLength: number;
  createdTimestamp: string;
  updatedTimestamp: string;
  createdBy: VersionCreator;
  messageCount: number;
  forkCount: number;
  /** Whether the caller's organization owns the version. */
  supportsRepositoryOperations: boolean;
}

export type HostedVersionStatus = 'ARCHIVED' | 'LIVE' | 'RETIRED' | 'SCHEDULED' | 'NOT_DEPLOYED';

export interface HostedVersionTimelines {
  DEV: HostedVersionSegment[];
  UAT: HostedVersionSegment[];
  PROD: HostedVersionSegment[];
}

export interface HostedVersions {
  envirnmentDeplymentTimelineMap: HostedVersionTimelines;
}

export interface ImpactAmounts {
  /** Decimal text. */
  against: string;
  /** Decimal text. */
  candidate: string;
}

export interface ImpactBin {
  from: number | null;
  to: number | null;
  quotes: number;
  premium: ImpactAmounts;
}

export interface ImpactContribution {
  title: string;
  /** Decimal text. */
  premium: string;
  /** Decimal text. */
  taxesAndFees: string;
}

export interface ImpactGroup {
  label: string;
  premium: ImpactAmounts;
  percent: string;
}

export interface ImpactReason {
  reason: string;
  risks: number;
}

export interface ImpactReport {
  candidate: ImpactVersion;
  against: ImpactVersion;
  risks: number;
  /** Risks that no plan of the product rates; the rest is without them. */
  leftOut: number;
  /** Of the term, of the risks that both versions quote. */
  premium: ImpactAmounts;
  taxesAndFees: ImpactAmounts;
  raised: number;
  lowered: number;
  unchanged: number;
  noLongerQuoted: ImpactRisks;
  newlyQuoted: ImpactRisks;
  /** Risks by the change of their premium in per cent. */
  bins: ImpactBin[];
  /** What each change of the product does, after those before it. */
  contributions: ImpactContribution[];
  splits: ImpactSplit[];
  /** Why the candidate does not quote risks, the most frequent ones. */
  reasons: ImpactReason[];
}

export interface ImpactRequest {
  /** The version that it is compared with, of the same product. */
  against: string;
  /** Quotes made on or after this day, whichever version rated them; none of test clocks. */
  from?: string | null;
  /** Policies in force on this day; none of test clocks. */
  policies?: string | null;
  /** Questions and values to split by, such as `client.state,revenue:4,years@2/5/10`. */
  by?: string | null;
}

export interface ImpactRisks {
  quotes: number;
  /** Decimal text. */
  premium: string;
}

export interface ImpactSplit {
  name: string;
  groups: ImpactGroup[];
}

export interface ImpactVersion {
  versionId: string;
  version: string;
  buildNumber: number;
}

export interface ImportedProductVersion {
  versionId: string;
  productId: string;
  key: string;
  version: string;
  buildNumber: number;
  /** False: the latest build has the same definition. */
  created: boolean;
  /** An earlier build with the same definition, which this one restores. */
  restoredBuildNumber: number | null;
  sha256: string;
  /** How many cases it passed. */
  cases: number;
  warnings: ProductFinding[];
  otherSheets: string[];
}

export interface InboundMessage {
  /** The originating request. */
  requestId: string;
  /** The data of the external system; its fields depend on the integration. */
  payload: JsonObject;
}

/** the `requestId` for `POST /inbound` by the action that waits for it */
export type InboundRequests = { [key: string]: string };

export interface InformationAnswer {
  /** Of the question. */
  id: string;
  /** To a question of the underwriter’s own words. */
  text?: string;
  /** To a question with a `questionId`. */
  answer?: string;
}

export interface InformationAnswers {
  answers: AnswerToUnderwriter[];
}

export interface InformationRequest {
  informationRequestId: string;
  state: InformationRequestState;
  questions: UnderwritersQuestion[];
  dueOn?: string;
  requestedTimestamp: string;
  /** With `kind`, `id` and `name`. */
  requestedBy: JsonObject;
  answers?: InformationAnswer[];
  answeredTimestamp?: string;
  /** With `kind`, `id` and `name`. */
  answeredBy?: JsonObject;
  withdrawnTimestamp?: string;
  /** With `kind`, `id` and `name`. */
  withdrawnBy?: JsonObject;
}

export type InformationRequestState = 'OPEN' | 'ANSWERED' | 'WITHDRAWN';

export interface InformationToRequest {
  questions: QuestionToSeller[];
  /** Until when an answer is expected. */
  dueOn?: string | null;
}

export interface Instalment {
  number: number;
  dueDate: string;
  amount: number;
  premium: number;
  taxesAndFees: number;
  instalmentFee: number;
}

export interface Insured {
  name?: string;
  dbaName?: string;
  contact?: JsonObject;
  [key: string]: unknown;
}

/** Default action: Save the client. Permission: `quoting:fire`. */
export type IntakeCompleteEvent = EventFrame & {
  type: 'INTAKE_COMPLETE';
  payload: IntakeCompletePayload;
};

export interface IntakeCompletePayload {
  /** An existing client, updated from the intake; left out, a client is created. */
  clientId?: string | null;
  /** Merged into the client's answers; may be `{}`. */
  intake: AnswerMap;
  /** Kept with the event. */
  referrer?: string | null;
}

export interface IntakeCompleteResult {
  /** the client's id */
  client?: string;
}

export type IntakeFormat = 'DAIS' | 'PRODUCT_TREE' | 'KEY_VALUE';

export type IntakeSource = 'CLIENT' | 'QUOTE' | 'POLICY' | 'PAYLOAD';

/** `clientId`, `paymentVerified` and `policies`, each with its number, dates, premium and statements, and `warnings` of other quotes of the same proposal that were bound, too */
export interface IssuedPolicies {
  clientId: string;
  paymentVerified: boolean;
  policies: IssuedPolicy[];
}

export interface IssuedPolicy {
  id: string;
  policyNumber: string;
  quoteId: string;
  productId: string;
  productName: string;
  issuingOrganizationId: string;
  status: PaymentStatus;
  policyState: PolicyState;
  effectiveDate: string;
  expirationDate: string;
  premium: number;
  premiumTerm: string;
  paymentPlan: PaymentPlan;
  balance: number;
  statements: IssuedStatement[];
  /** An extension: which policies in force were issued from other quotes of the same proposal. */
  warnings?: string[];
}

export interface IssuedStatement {
  id: string;
  number: number;
  dueDate: string;
  amount: number;
  state: StatementState;
}

export type IterationAnswers = { [key: string]: Answer };

export interface IterationEdit {
  iterationId: string;
  answers: EditedAnswers;
  /** Questions whose answers are removed. */
  cleared?: string[];
}

export interface Job {
  id: string;
  name?: string;
  type: JobEventType;
  /** The product. */
  lineId: string;
  productVersionId?: string;
  state: JobState;
  /** Rows that run beside each other. */
  fanOut: number;
  /** Of its file, in order. */
  columns: string[];
  rows: JobRows;
  createdTimestamp: string;
  /** The person or key that made it. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  /** When no row was waiting or running any more. */
  endedTimestamp?: string;
}

export interface JobCreation {
  rows: RowsOfJob;
}

/** The events that it fires. */
export type JobEventType = 'GET_QUOTES' | 'POLICY_CREATE' | 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_ENDORSE' | 'POLICY_RENEWAL_QUOTING' | 'RENEWAL_QUOTE_SELECTED' | 'CANCEL_RENEWAL' | 'PRE_POLICY_CANCELLATION' | 'POLICY_CANCEL' | 'POLICY_REINSTATE' | 'POLICY_REWRITE' | 'POLICY_EVENT_RECORD';

/** Only the rows with this outcome. */
export type JobOutcome = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';

export interface JobPage {
  content: Job[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

/** In a list as last counted, some seconds ago. */
export interface JobRows {
  /** Of the file. */
  total: number;
  /** Not fired yet. */
  waiting: number;
  /** Fired, and their events have not ended. */
  running: number;
  /** Their events completed. */
  done: number;
  /** Refused or failed; `POST /job/{jobId}/retry` runs them again. */
  failed: number;
  /** Canceled with the job before they were fired. */
  canceled: number;
}

/** `PAUSED` and `CANCELED`: no further row is fired; what runs goes on. */
export type JobState = 'RUNNING' | 'PAUSED' | 'CANCELED' | 'DONE';

export type JsonObject = { [key: string]: unknown };

export interface KeptPolicy {
  policyId: string;
  policyNumber: string;
  keptUntil: string;
}

export type KeyPairs = { [key: string]: string };

export interface KeyToken {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds: an hour, or until the secret ends. */
  expires_in: number;
}

export interface KeyTokenRequest {
  grant_type: 'client_credentials';
  /** The API key, without `Authorization`. */
  client_id?: string | null;
  client_secret?: string | null;
}

/** The days without coverage, up to but not including `until`. */
export interface LapsedDays {
  from: string;
  until: string;
}

/** The last day on which it is in force; null: until it is ended. */
export type LastDayOfHold = string | null;

export interface Ledger {
  /** The product's first evaluation form, if it has one. */
  formConfigId: string | null;
  backofficeProductId: string;
  /** Whether the product rates with its own plans. */
  rating: boolean;
  /** Those not yet included in a statement. */
  entries: LedgerEntry[];
  /** Sum of the premiums of these entries. */
  totalPremium: number;
  newLedgerEntryId?: string;
  policyClientId: string;
}

export interface LedgerEntry {
  id: string;
  policyNumber: string;
  parentPolicyId: string;
  quoteId?: string;
  organizationId: string;
  productId: string;
  premium: number;
  effectiveDate: string;
  appliedToStatement: boolean;
  eventAnswers: JsonObject;
  doc: JsonObject | null;
  additionalDocs: JsonObject[];
  statementId: string | null;
  createdTimestamp: string;
  createdBy: JsonObject | null;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
}

export interface LedgerEntryToEdit {
  id: string;
  parentPolicyId: string;
  effectiveDate: string;
  /** A charge if positive, a return if negative; 0 for no premium. */
  premium: number;
  /** The code of the coverage of the policy's contract that the premium is for; by default the policy as a whole. */
  coverage?: string | null;
  /** Ignored: the entry keeps its own. */
  quoteId?: string | null;
  /** Ignored: the entry keeps its own. */
  eventAnswers?: JsonObject | null;
}

export interface LedgerEntryToRecord {
  parentPolicyId: string;
  effectiveDate: string;
  /** A charge if positive, a return if negative; 0 for no premium. */
  premium: number;
  /** The code of the coverage of the policy's contract that the premium is for; by default the policy as a whole. */
  coverage?: string | null;
  quoteId?: string | null;
  eventAnswers?: JsonObject | null;
  /** Default: `false`. */
  appliedToStatement?: boolean | null;
}

export interface LedgerLine {
  /** What recorded it. */
  kind: 'RECORDED' | 'EDITED' | 'DELETED' | 'APPLIED' | 'MOVED';
  /** The code of the coverage; null for the policy as a whole. */
  coverage: string | null;
  /** The id of the iteration, such as a vehicle. */
  unit: string | null;
  /** The unit's answer to the `unitClassQuestion` of the product. */
  unitClass: string | null;
  /** The state of the insured's address. */
  state: string | null;
  /** Why it is charged. */
  basis: 'RATED' | 'AGREED' | 'BY_HAND' | 'PENALTY' | 'DIFFERENCE';
  /** A charge or, if negative, a return. */
  premium: number;
  /** A tax or fee, which is no premium. */
  charge: number;
  chargeType: string | null;
  /** Who levies the tax. */
  authority: string | null;
  /** Exposure, such as car-years, of what the product counts: charged or, if negative, taken back. Such a line has no amount. */
  exposure: number | null;
  earnedFrom: string;
  /** The day after the period; the same day if the amount is earned at once. */
  earnedUntil: string;
  createdTimestamp: string;
}

export interface LedgerPage {
  content: LedgerRecord[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export interface LedgerRecord {
  id: string;
  productId: string;
  parentPolicyId: string;
  policyNumber: string;
  premium: number;
  quoteId?: string;
  quoteRateMeta?: JsonObject;
  effectiveDate: string;
  eventIntakeMap: JsonObject;
  createdTimestamp: string;
  doc?: JsonObject | null;
  additionalDocs?: JsonObject[];
  /** What its premium is for, with its taxes and fees; by `includeLines`. */
  lines?: LedgerLine[];
}

export interface LedgerSearch {
  /** Default: `0`. */
  page?: number | null;
  /** Default: `20`. */
  size?: number | null;
  effectiveDateStart?: string | null;
  effectiveDateEnd?: string | null;
  /** Default: `false`. */
  includeAllEventAnswers?: boolean | null;
  /** Default: `[]`. */
  intakeQuestionIds?: string[] | null;
  /** Default: `false`. */
  includeQuoteRateMeta?: boolean | null;
  /** Default: `false`. */
  includeDocuments?: boolean | null;
  /** Default: `false`. */
  includeLines?: boolean | null;
}

export type LimitAmount = number | string;

export type LimitOperator = '<' | '<=' | '>' | '>=';

export type LineRule = { [key: string]: unknown };

export type LineRules = { [key: string]: LineRule };

export interface LinkedPassword {
  /** Of the link, after `#`. */
  token: string;
  newPassword: string;
}

/** How high rows are. */
export type ListDensity = 'COMFORTABLE' | 'COMPACT';

export interface ListedClient {
  clientId: string;
  clientType: ClientType;
  clientName: string | null;
  locationCode: string | null;
  clientStatus: ClientStatus;
  /** An extension: the tag of the language that it prefers. */
  language: string | null;
  /** Of the contact, else of the client; as it was typed. */
  phone?: string;
  /** Of the contact, else of the client. */
  email?: string;
  /** Its test clock. */
  clockId?: string;
  createdTimestamp: string;
  updatedTimestamp: string;
}

export interface ListedClock {
  id: string;
  name: string;
  /** The time that it shows. */
  businessTime: string;
  state: ClockState;
  /** Waits for outside systems end when the clock passes their end; else they wait in real time. */
  waitsTimeOut: boolean;
  advance?: ClockAdvance;
  /** What an advance has been waiting for, for minutes. */
  problem?: string;
  /** In real time. */
  createdTimestamp: string;
  /** The person or key that made it. */
  createdBy: JsonObject;
}

export interface ListedConsent {
  productId: string;
  /** Null: its owner has not imported the product yet. */
  productName: string | null;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  /** Who consents. */
  organizationId: string;
  organizationName: string;
  /** Null for the other organization. */
  givenBy: ProductActor | null;
  givenAt: string;
}

export interface ListedDeployment {
  environment: Environment;
  effectiveDate: string;
  deployedAt: string;
  deployedBy: ProductActor | null;
}

export interface ListedEvent {
  triggerRequestId: string;
  /** The organization that it belongs to: its own, or the other one. */
  organizationId: string;
  type: EventType;
  state: EventState;
  /** The product. */
  lineId: string;
  lineName: string;
  productVersionId: string;
  clientId?: string;
  /** The client's test clock. */
  clockId?: string;
  /** The time of that clock when it was fired. */
  businessTimestamp?: string;
  policyId?: string;
  batchId?: string;
  /** The event whose action fired this one. */
  parentTriggerRequestId?: string;
  failedActionCount: number;
  /** Who fired it, with `kind`, `id` and `name`: `SERVICE`, `USER` or `API_KEY`; `ORGANIZATION` for old events. Unlike `source`, it is not said by the caller. */
  firedBy: JsonObject;
  /** How often failed actions were retried. */
  retries: number;
  createdTimestamp: string;
  closedTimestamp?: string;
  acknowledgement?: EventAcknowledgement;
}

export interface ListedLicense {
  organizationId: string;
  organizationName: string;
  /** What the license grants; null: what the product usually grants. */
  authority: SellerAuthority | null;
  licensedBy: ProductActor | null;
}

export interface ListedLine {
  lineId: string;
  title: string;
  active: boolean;
  lines: ListedLine[];
}

export interface ListedProduct {
  /** The `lineId` of events and quotes. */
  productId: string;
  key: string;
  name: string;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  licensedTo: ListedLicense[];
  /** The version in force today (UTC) in this environment; null if there is none. */
  live: LiveProductVersion | null;
  /** The number of builds, those that are not listed included. */
  builds: number;
  /** The latest 100 builds and those that are deployed, latest first. */
  versions: ListedVersion[];
}

export interface ListedQuote {
  requestId: string;
  triggerRequestId: string;
  type: QuoteType;
  /** The product; for a package's component, its line. */
  lineId: string;
  lineName: string;
  clientId?: string;
  /** An extension: the client's test clock. */
  clockId?: string;
  clientOrganizationId: string;
  quotingOrganizationId: string;
  quotingOrganization: string;
  effectiveDate: string;
  /** Absent if the interface has no name for so many months: read `termMonths`. */
  term?: NamedTerm;
  /** An extension: the months of the term. */
  termMonths: number;
  /** Whether the reader could bind it now, or make the change that it is for. */
  bindable: boolean;
  underwriterResponse?: JsonObject;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  quoteTimestamp: string;
  productVersionId: string;
  outcome: QuoteOutcome;
  /** An underwriter still has to decide. */
  underReview: boolean;
  waitsFor?: QuoteWaitsFor;
  /** A policy, a renewal or a change was issued from it. */
  bound: boolean;
  /** The policy that was issued from it, or whose change or renewal it is. */
  policyId?: string;
  /** Of the whole term, before taxes and fees; absent if it was declined. */
  premium?: number;
  /** Of the whole term, not part of `premium`; absent if it was declined. */
  taxesAndFees?: number;
  /** As it was answered, else of the own client. */
  clientName?: string;
  /** Why an underwriter decides: the first 20 messages of rules, limits and holds. */
  referralReasons: string[];
  /** The values of those reasons that are over or under a limit. */
  brokenLimits: BrokenLimit[];
  /** Who reviews it; only for the quoting organization. */
  assignedTo?: Reviewer;
  assignedTimestamp?: string;
  /** The notes of underwriters; only for the quoting organization. */
  noteCount?: number;
}

/** Default: `"OPEN"`. */
export type ListedTaskState = 'OPEN' | 'COMPLETED' | 'ALL';

export interface ListedVersion {
  versionId: string;
  version: string;
  buildNumber: number;
  createdAt: string;
  /** The author. */
  createdBy: string;
  importedBy: ProductActor | null;
  archived: boolean;
  archivedBy: ProductActor | null;
  deployments: ListedDeployment[];
  lastWithdrawal: ListedWithdrawal | null;
}

export interface ListedWithdrawal {
  environment: Environment;
  effectiveDate: string;
  withdrawnAt: string;
  withdrawnBy: ProductActor | null;
}

export interface LiveProductVersion {
  versionId: string;
  version: string;
  generatesQuotes: boolean;
  /** The lines below the product. */
  lines: ListedLine[];
}

export interface Liveness {
  status: 'up';
}

export interface LoadedPremium {
  percent: number;
  amount: number;
}

/** Of the premium; below zero a credit. */
export type LoadingPercent = number | string;

export interface Loop {
  type: 'LOOP';
  qid: string;
  iterations: LoopIteration[];
}

export interface LoopDefinition {
  iterationLabel: string;
  minIterations: number;
  maxIterations?: number;
  /** For each iteration sent in `answers`, its name and the ids of the questions visible in it. */
  iterations?: VisibleIteration[];
}

export interface LoopEdits {
  type: 'LOOP';
  qid: string;
  added: LoopIteration[];
  /** The ids of the removed iterations. */
  removed: string[];
  edited: IterationEdit[];
}

export interface LoopIteration {
  iterationId: string;
  answers: IterationAnswers;
}

export interface Mail {
  id: string;
  purpose: MailPurpose;
  state: MailState;
  reason?: MailNotSentReason;
  /** The reason in words. */
  reasonText?: string;
  /** Whom it is about; the addressee, unless it is to a person. */
  clientId?: string;
  /** The addressee, if it is a person of the organization. */
  personId?: string;
  quoteId?: string;
  policyId?: string;
  statementId?: string;
  /** The event that sent it. */
  triggerRequestId?: string;
  /** The client's test clock. */
  clockId?: string;
  /** The address; absent once it was erased. */
  to?: string;
  language?: string;
  /** Once it was written. */
  subject?: string;
  /** Of subject, an empty line and text. */
  contentSha256?: string;
  documentIds: string[];
  /** The documents that were sent with it. */
  attachments: MailAttachment[];
  /** Its `Message-ID`, the same in every attempt. */
  messageId?: string;
  /** Since it was queued or last sent again. */
  attempts: number;
  resends: number;
  /** By which the mail server took it. */
  serverAnswer?: string;
  lastError?: string;
  /** What came back, the last first. */
  reports: MailReport[];
  createdTimestamp: string;
  /** The person or key that wrote it by hand; absent: the service. */
  createdBy?: JsonObject;
  nextAttemptTimestamp?: string;
  sentTimestamp?: string;
  /** As far as the receiver tells. */
  deliveredTimestamp?: string;
  /** From then on nothing else is sent to the address, until somebody has a mail sent again. */
  bouncedTimestamp?: string;
  /** The day on which it was posted. */
  postedOn?: string;
  /** Who carried it, such as `First-class mail`. */
  carrier?: string;
  /** The postal address. */
  postedTo?: string;
  /** It only grows. */
  version: number;
}

export interface MailAttachment {
  documentId: string;
  fileName: string;
  size: number;
  sha256: string;
}

/** Without its address and text, which its link has. */
export interface MailInNotification {
  purpose: MailPurpose;
  state: MailState;
  reason?: MailNotSentReason;
  version: number;
}

export interface MailList {
  content: Mail[];
  /** Absent: there are no more. */
  nextCursor?: string;
}

export type MailNotSentReason = 'NO_ADDRESS' | 'NO_SERVER' | 'CAUGHT' | 'TEST_CLOCK' | 'IMPORT' | 'ADDRESS_BOUNCED' | 'DOCUMENT_MISSING' | 'TOO_LARGE' | 'ERASED';

export interface MailPosting {
  /** Not before the day of the mail, and not later than today. */
  postedOn: string;
  /** With its number, if it has one. Default: `"First-class mail"`. */
  carrier?: string | null;
  /** By default the client's postal address. */
  address?: string | null;
}

export type MailPurpose = 'PROPOSAL' | 'POLICY_DOCUMENTS' | 'INVOICE' | 'NOTICE' | 'REMINDER' | 'RECEIPT' | 'AMOUNT_CHANGED' | 'PAYMENT_FAILED' | 'PASSWORD_RESET' | 'OTHER';

/** Of what kind it is, for lists. Events send notices. Default: `"OTHER"`. */
export type MailPurposeSent = 'PROPOSAL' | 'POLICY_DOCUMENTS' | 'INVOICE' | 'REMINDER' | 'RECEIPT' | 'AMOUNT_CHANGED' | 'PAYMENT_FAILED' | 'OTHER';

/** Where answers to its mails go; null: to their sender. */
export type MailReplyTo = string | null;

export interface MailReport {
  kind: MailReportKind;
  reason: string;
  time: string;
}

/** `DELAYED` and temporary bounces are noted only. */
export type MailReportKind = 'BOUNCED' | 'COMPLAINED' | 'DELIVERED' | 'DELAYED';

export interface MailReportSent {
  /** The mail's `messageId`, with its angle brackets. */
  messageId: string;
  kind: MailReportKind;
  /** Default: `""`. */
  reason?: string | null;
  /** Of a bounce: whether the address takes nothing. Default: `true`. */
  isPermanent?: boolean | null;
  time?: string | null;
}

export interface MailReports {
  reports?: MailReportSent[] | null;
  /** The message as it was received. */
  message?: string | null;
}

export interface MailResend {
  /** Another address. */
  to?: string | null;
}

/** `SENT`: the mail server took it. `REFUSED`: it did not, for good. `UNCONFIRMED`: nobody knows; it is not sent again by itself. `BOUNCED`, `COMPLAINED`: it came back, or its reader complained. `NOT_SENT`: see `reason`. `TO_PRINT`: it goes by post. `POSTED`: it went. */
export type MailState = 'WAITING' | 'SENDING' | 'SENT' | 'REFUSED' | 'UNCONFIRMED' | 'BOUNCED' | 'COMPLAINED' | 'NOT_SENT' | 'CANCELED' | 'TO_PRINT' | 'POSTED';

export interface MailToSend {
  clientId?: string | null;
  quoteId?: string | null;
  policyId?: string | null;
  purpose?: MailPurposeSent | null;
  /** By default the client's: `client.contact.email` or `client.email`. Not of `INVOICE` and `POLICY_DOCUMENTS`: they go to the address of the consent to paperless, and by post without one. */
  to?: string | null;
  subject: string;
  /** In Markdown. */
  text: string;
  /** Documents that are attached. Default: `[]`. */
  documentIds?: string[] | null;
}

export interface MailWithText {
  id: string;
  purpose: MailPurpose;
  state: MailState;
  reason?: MailNotSentReason;
  /** The reason in words. */
  reasonText?: string;
  /** Whom it is about; the addressee, unless it is to a person. */
  clientId?: string;
  /** The addressee, if it is a person of the organization. */
  personId?: string;
  quoteId?: string;
  policyId?: string;
  statementId?: string;
  /** The event that sent it. */
  triggerRequestId?: string;
  /** The client's test clock. */
  clockId?: string;
  /** The address; absent once it was erased. */
  to?: string;
  language?: string;
  /** Once it was written. */
  subject?: string;
  /** Of subject, an empty line and text. */
  contentSha256?: string;
  documentIds: string[];
  /** The documents that were sent with it. */
  attachments: MailAttachment[];
  /** Its `Message-ID`, the same in every attempt. */
  messageId?: string;
  /** Since it was queued or last sent again. */
  attempts: number;
  resends: number;
  /** By which the mail server took it. */
  serverAnswer?: string;
  lastError?: string;
  /** What came back, the last first. */
  reports: MailReport[];
  createdTimestamp: string;
  /** The person or key that wrote it by hand; absent: the service. */
  createdBy?: JsonObject;
  nextAttemptTimestamp?: string;
  sentTimestamp?: string;
  /** As far as the receiver tells. */
  deliveredTimestamp?: string;
  /** From then on nothing else is sent to the address, until somebody has a mail sent again. */
  bouncedTimestamp?: string;
  /** The day on which it was posted. */
  postedOn?: string;
  /** Who carried it, such as `First-class mail`. */
  carrier?: string;
  /** The postal address. */
  postedTo?: string;
  /** It only grows. */
  version: number;
  /** In Markdown; absent where it was not written yet or is not kept. */
  text?: string;
  /** The same as it is shown: a page, without scripts and pictures. */
  html?: string;
}

export interface Me {
  kind: CallerKind;
  /** Of this installation. */
  environment: Environment;
  organizationId: string;
  organizationName: string;
  /** The organization's: its business days are the days there. */
  timeZone: string;
  /** Of the person, or the label of the key. */
  name: string;
  /** Of a user. */
  personId?: string;
  /** Of a user: the name for sign-in. */
  userId?: string;
  /** Of the session that the request came with; absent for tokens and keys. */
  sessionId?: string;
  /** Of a user: whether the password needs a code beside it. */
  hasSecondFactor?: boolean;
  /** Of an API key; without its secret. */
  apiKey?: string;
  roles: string[];
  /** All that the caller has, by roles or one by one. */
  permissions: Permission[];
  /** The event types that the caller can fire. */
  events: EventType[];
  /** The only products that the API key can use; absent: no restriction. */
  productIds?: string[];
}

export type MessageSeverity = 'ERROR' | 'WARNING' | 'INFO';

/** What it moves, charged or returned; the amount is not negative. */
export interface MoneyOfAct {
  amount: string;
  currency: string;
}

/** The most money that the acts of a day move, charged or returned. With it, no act in another currency. Default: no limit. */
export interface MoneyPerDay {
  /** Of money. */
  amount: string;
  currency: string;
}

export interface MonthToClose {
  /** The month after the last closed one. The first close has everything before it, too. */
  month: string;
  /** Of the postings under this test clock. */
  clockId?: string | null;
}

/** `policyId`, `statementId`, `dueDate`, `from` and `moved` (`false` where it was due on that day already) */
export interface MovedDueDate {
  policyId: string;
  statementId: string;
  dueDate: string;
  from: string;
  moved: boolean;
}

export type NamedTerm = 'EIGHTEEN_MONTHS' | 'ANNUAL' | 'HALF_YEAR' | 'THREE_MONTHS' | 'MONTH';

export interface NextCharge {
  statementId: string;
  on: string;
  amount: number;
}

export interface Notification {
  /** It stays the same. */
  id: string;
  kind: NotificationKind;
  time: string;
  /** Later than the person has seen. */
  isNew: boolean;
  /** The record's own words: the title of a task, the beginning of a note, the subject of a mail, the name of a job, or the product. */
  title: string;
  /** Who did it, with `kind`, `id` and `name`. */
  createdBy?: JsonObject;
  about: NotificationAbout;
  /** What else a reader wants to know, different for each kind. */
  details: JsonObject;
}

export interface NotificationAbout {
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  taskId?: string;
  jobId?: string;
  mailId?: string;
}

export type NotificationKind = 'TASK_GIVEN' | 'MENTIONED' | 'JOB_ENDED' | 'REFERRAL_DECIDED' | 'MAIL_FAILED';

export interface NotificationLinks {
  /** A path below the service's address. */
  event: string;
  /** A path below the service's address. */
  quotes?: string;
  /** A path below the service's address. */
  client?: string;
  /** A path below the service's address. */
  policy?: string;
}

export type NotificationType = 'INTAKE_COMPLETE' | 'CREATE_OR_UPDATE_CLIENT' | 'CLIENT_VALIDATION' | 'CLIENT_VALIDATION_FAILED' | 'CLIENT_STATUS_UPDATED' | 'GET_QUOTES' | 'SELECT_QUOTE' | 'QUOTE_SEND' | 'UNDERWRITING_REFERRED' | 'UNDERWRITING_APPROVED' | 'UNDERWRITING_DECLINED' | 'UNDERWRITING_INFORMATION_REQUESTED' | 'UNDERWRITING_INFORMATION_PROVIDED' | 'UNDERWRITING_OFFERED' | 'UNDERWRITING_OFFER_ACCEPTED' | 'UNDERWRITING_OFFER_DECLINED' | 'POLICYHOLDER_QUOTE_ACCEPTED' | 'POLICYHOLDER_QUOTE_DECLINED' | 'CONFIGURATION_FORM_EVALUATION' | 'PAYMENT_SETUP' | 'PAYMENT_VERIFICATION' | 'PAYMENT_RECEIVED' | 'PAYMENT_REVERSED' | 'DUE_DATE_MOVE' | 'PAYMENT_COLLECT_SETUP' | 'PAYMENT_COLLECT' | 'PAYMENT_REFUND' | 'STATEMENT_CREATED' | 'PAYMENT_REMINDER' | 'POLICY_CREATE' | 'POLICY_CREATED' | 'POLICY_EVENT_RECORD' | 'UPLOAD_POLICY_DOCUMENTS' | 'POLICY_DOCUMENTS_UPLOADED' | 'POLICY_DOC_GENERATED' | 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_ENDORSE' | 'ENDORSEMENT_ACTIVATED' | 'POLICY_TRUE_UP_QUOTING' | 'POLICY_LIMIT_CHANGED' | 'CLAIM_NOTIFICATION' | 'PRE_POLICY_CANCELLATION' | 'POLICY_CANCEL' | 'PRE_CANCELLATION_ISSUED' | 'CANCELLATION_REQUESTED' | 'POLICY_CANCELED' | 'POLICY_REWRITE' | 'POLICY_REINSTATE' | 'POLICY_REINSTATED' | 'CUSTOMER_RENEWAL_90_DAYS_OUT' | 'POLICY_RENEWAL_QUOTING' | 'RENEWAL_QUOTE_SELECTED' | 'POLICY_RENEWED' | 'POLICY_RENEWAL_REFERRED' | 'POLICY_RENEWAL_FAILED' | 'POLICY_RENEWAL_QUOTING_FAILED' | 'CANCEL_RENEWAL' | 'RENEWAL_CANCELLED' | 'CLIENT_CHANGED' | 'QUOTE_CHANGED' | 'POLICY_CHANGED' | 'POLICY_EXPIRED' | 'POLICY_SETTLED' | 'REINSTATEMENT_REFUSED' | 'STATEMENT_PAST_DUE' | 'HOLD_DECLARED' | 'HOLD_CHANGED' | 'HOLD_ENDED' | 'TASK_CREATED' | 'TASK_CHANGED' | 'TASK_COMPLETED' | 'FILE_UPLOADED' | 'FILE_CHANGED' | 'FILE_DELETED' | 'MAIL_SENT' | 'MAIL_FAILED' | 'MAIL_BOUNCED' | 'MAIL_CHANGED' | 'WEBHOOK_TEST' | 'WEBHOOK_DISABLED';

export interface Notifications {
  /** Newest first. */
  notifications: Notification[];
  /** How many of these are new. */
  newCount: number;
  /** Absent: the person has not looked yet. */
  seenUntil?: string;
}

export interface NotificationsSeen {
  /** Not in the future. */
  until: string;
}

export type NotifiedType = 'INTAKE_COMPLETE' | 'CREATE_OR_UPDATE_CLIENT' | 'CLIENT_VALIDATION' | 'CLIENT_VALIDATION_FAILED' | 'CLIENT_STATUS_UPDATED' | 'GET_QUOTES' | 'SELECT_QUOTE' | 'QUOTE_SEND' | 'UNDERWRITING_REFERRED' | 'UNDERWRITING_APPROVED' | 'UNDERWRITING_DECLINED' | 'UNDERWRITING_INFORMATION_REQUESTED' | 'UNDERWRITING_INFORMATION_PROVIDED' | 'UNDERWRITING_OFFERED' | 'UNDERWRITING_OFFER_ACCEPTED' | 'UNDERWRITING_OFFER_DECLINED' | 'POLICYHOLDER_QUOTE_ACCEPTED' | 'POLICYHOLDER_QUOTE_DECLINED' | 'CONFIGURATION_FORM_EVALUATION' | 'PAYMENT_SETUP' | 'PAYMENT_VERIFICATION' | 'PAYMENT_RECEIVED' | 'PAYMENT_REVERSED' | 'DUE_DATE_MOVE' | 'PAYMENT_COLLECT_SETUP' | 'PAYMENT_COLLECT' | 'PAYMENT_REFUND' | 'STATEMENT_CREATED' | 'PAYMENT_REMINDER' | 'POLICY_CREATE' | 'POLICY_CREATED' | 'POLICY_EVENT_RECORD' | 'UPLOAD_POLICY_DOCUMENTS' | 'POLICY_DOCUMENTS_UPLOADED' | 'POLICY_DOC_GENERATED' | 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_ENDORSE' | 'ENDORSEMENT_ACTIVATED' | 'POLICY_TRUE_UP_QUOTING' | 'POLICY_LIMIT_CHANGED' | 'CLAIM_NOTIFICATION' | 'PRE_POLICY_CANCELLATION' | 'POLICY_CANCEL' | 'PRE_CANCELLATION_ISSUED' | 'CANCELLATION_REQUESTED' | 'POLICY_CANCELED' | 'POLICY_REWRITE' | 'POLICY_REINSTATE' | 'POLICY_REINSTATED' | 'CUSTOMER_RENEWAL_90_DAYS_OUT' | 'POLICY_RENEWAL_QUOTING' | 'RENEWAL_QUOTE_SELECTED' | 'POLICY_RENEWED' | 'POLICY_RENEWAL_REFERRED' | 'POLICY_RENEWAL_FAILED' | 'POLICY_RENEWAL_QUOTING_FAILED' | 'CANCEL_RENEWAL' | 'RENEWAL_CANCELLED' | 'CLIENT_CHANGED' | 'QUOTE_CHANGED' | 'POLICY_CHANGED' | 'POLICY_EXPIRED' | 'POLICY_SETTLED' | 'REINSTATEMENT_REFUSED' | 'STATEMENT_PAST_DUE' | 'HOLD_DECLARED' | 'HOLD_CHANGED' | 'HOLD_ENDED' | 'TASK_CREATED' | 'TASK_CHANGED' | 'TASK_COMPLETED' | 'FILE_UPLOADED' | 'FILE_CHANGED' | 'FILE_DELETED' | 'MAIL_SENT' | 'MAIL_FAILED' | 'MAIL_BOUNCED' | 'MAIL_CHANGED';

export type OfferState = 'OPEN' | 'ACCEPTED' | 'DECLINED';

export interface OfferedCondition {
  text: string;
  /** Days after binding; absent: to be met before it. */
  dueDays?: number | null;
}

/** Within what the product declares. */
export interface OfferedLoading {
  percent: LoadingPercent;
  reason: string;
}

export type OnCancellation = 'PRO_RATA' | 'KEPT' | 'RETURNED';

export interface OpenApiDocument {
  openapi: string;
  [key: string]: unknown;
}

export interface OpenCommission {
  sellerId: string;
  currency: string;
  /** The sum of the lines; negative: returned premium took it back. */
  commission: number;
  /** The adjustments by hand. */
  adjusted: number;
  /** What the seller collected and has to hand on, where its license says that it collects. */
  collected: number;
  /** Commission and adjustments, less what was collected; negative: the seller owes it. */
  payable: number;
}

export interface OpenCommissions {
  month: string;
  rows: OpenCommission[];
}

export interface OpenedPaymentMethod {
  id: string;
  clientId: string;
  state: PaymentMethodState;
  paymentProcessor: string;
  /** Why it is not charged, such as the code of a decline. */
  reason?: string;
  /** Such as `card` or `us_bank_account`. */
  kind?: string;
  /** The card's brand, or the bank. */
  brand?: string;
  lastFour?: string;
  /** The last month of a card, `YYYY-MM`. */
  expiry?: string;
  /** The provider's mandate of a direct debit. */
  mandate?: string;
  createdTimestamp: string;
  createdBy: JsonObject;
  clientSecret: string | null;
}

export interface Organization {
  organizationId: string;
  organizationName: string;
  /** Its business days are the days there, unless a product names another one: an IANA name. */
  timeZone: string;
  /** The accounts of its postings that are not the default ones, by role. */
  chartOfAccounts: ChartOfAccounts;
  mailReplyTo: MailReplyTo;
  signIn: OrganizationSignIn;
  createdTimestamp: string;
}

export interface OrganizationProvider {
  provider: string;
  label: string;
  issuer: string;
}

export interface OrganizationSettings {
  timeZone: string;
  /** The accounts of its postings, by role; a role that is left out has its default account. Without this field they stay. Closed months keep the accounts that they were closed with. */
  chartOfAccounts?: ChartOfAccounts | null;
  mailReplyTo?: MailReplyTo | null;
  /** As it was read; changes nothing. */
  organizationId?: unknown;
  /** As it was read; changes nothing. */
  organizationName?: unknown;
  /** As it was read; changes nothing. */
  signIn?: unknown;
  /** As it was read; changes nothing. */
  createdTimestamp?: unknown;
}

/** How its people sign in: by a password, and through which identity providers. */
export interface OrganizationSignIn {
  passwords: boolean;
  providers: OrganizationProvider[];
}

export type PackageVersions = { [key: string]: string };

export interface PageSort {
  sorted: boolean;
  unsorted: boolean;
  empty: boolean;
}

export interface Paperless {
  clientId: string;
  /** Whether what must be delivered goes by mail; `false` also where nobody has said. */
  consents: boolean;
  /** Where it goes. */
  address: string | null;
  /** All that was recorded, the latest first, at most a hundred. */
  history: PaperlessEntry[];
}

export interface PaperlessEntry {
  consents: boolean;
  /** The address that the consent is to. */
  address: string | null;
  language: string | null;
  /** How the client said so. */
  source: string;
  recordedTimestamp: string;
  /** The person or key that recorded it. */
  recordedBy: JsonObject;
}

export interface PaperlessRequest {
  consents: boolean;
  /** Required with a consent, and not allowed without. */
  address?: string | null;
  /** In which the client is written to. */
  language?: string | null;
  /** How the client said so, such as `Signed form of 3 May` or `Portal`. */
  source: string;
}

export type PartStatus = 'up' | 'down';

export interface PartnerEvaluation {
  userQuoteRequest?: JsonObject | null;
  /** `response_variables` with `$totalFinalPremium`, `$policyTermLength`, `$policyTermType`. */
  ratingResponse?: unknown;
  /** `lineItems` with `Amount`, `Description`. */
  quoteResponse?: unknown;
}

export type Parts = { [key: string]: PartStatus };

export interface PasswordChange {
  /** The present password. */
  password: string;
  newPassword: string;
  /** Of the second factor, for a user who has one: six digits, or a recovery code. */
  code?: string | null;
}

export interface PasswordLinkRequest {
  userId: string;
}

export interface PasswordReset {
  /** Generated if it is left out. */
  password?: string | null;
}

/** Default action: Charge the saved payment method. Permission: `billing:fire`. */
export type PaymentCollectEvent = EventFrame & {
  type: 'PAYMENT_COLLECT';
  payload: PaymentCollectPayload;
};

export interface PaymentCollectPayload {
  /** The policy. */
  policyId: string;
  /** The statement to charge. */
  statementId?: string | null;
  /** Instead: the earlier charge to ask about. */
  chargeId?: string | null;
}

export interface PaymentCollectResult {
  PAYMENT_COLLECT?: CollectedPayment;
}

/** Default action: Open a payment for the policy's balance. Permission: `billing:fire`. */
export type PaymentCollectSetupEvent = EventFrame & {
  type: 'PAYMENT_COLLECT_SETUP';
  payload: PaymentCollectSetupPayload;
};

export interface PaymentCollectSetupPayload {
  /** The policy. */
  policyId: string;
  /** The client. */
  clientId: string;
  /** The amount to collect, in minor units. */
  totalAmount: number;
}

export interface PaymentCollectSetupResult {
  PAYMENT_COLLECT_SETUP?: CollectionSession;
}

export type PaymentKind = 'RECEIPT' | 'REFUND' | 'REVERSAL';

export type PaymentMethod = 'ACH' | 'CARD' | 'CASH' | 'CHECK' | 'FINANCE' | 'WIRE' | 'OTHER';

export interface PaymentMethodSetup { [key: string]: never }

/** `PENDING`: the set-up is not completed. Only `ACTIVE` methods are charged. `DISPUTED`: until the dispute is closed. */
export type PaymentMethodState = 'PENDING' | 'ACTIVE' | 'DECLINED' | 'EXPIRED' | 'DISPUTED' | 'DETACHED';

export interface PaymentOfStatement {
  statementId: string;
  termNumber: number;
  number: number;
  dueDate: string;
  amount: number;
}

export interface PaymentOption {
  paymentPlan: PaymentPlan;
  /** Of all installments: premium, taxes and all fees. */
  totalPremium: number;
  premium: number;
  taxesAndFees: number;
  instalmentFees: number;
  instalments: Instalment[];
}

export type PaymentOptions = { [key: string]: PaymentOption };

/** by quote and plan `paymentPlan`, `totalPremium` and `instalments` */
export type PaymentOptionsByQuote = { [key: string]: PaymentOptions };

export type PaymentPlan = 'FULL_PAYMENT' | 'MONTHLY' | 'BI_ANNUALLY' | 'ANNUALLY' | 'FINANCE';

/** Default action: Apply the payment. Permission: `billing:fire`. */
export type PaymentReceivedEvent = EventFrame & {
  type: 'PAYMENT_RECEIVED';
  payload: PaymentReceivedPayload;
};

/** Either `paymentTriggerRequestId`, or `policyId`, `amount` and `reference`. */
export interface PaymentReceivedPayload {
  /** The session that was paid; `policyId`, `amount`, `reference` and `isRefund` are then left out. */
  paymentTriggerRequestId?: string | null;
  /** Required without a session. */
  policyId?: string | null;
  /** More than 0, in major units; required without a session. */
  amount?: number | null;
  /** Of the payment, counted once for each policy; required without a session. */
  reference?: string | null;
  /** `true` where the amount was paid back to the policyholder; not with a session. */
  isRefund?: boolean | null;
  /** How it was paid. Kept with the payment, as the next three. */
  paymentMethod?: PaymentMethod | null;
  /** Who paid, or was paid back. */
  payer?: string | null;
  /** The day of the payment, not in the future; the day on which it is recorded where left out. */
  paymentDate?: string | null;
  description?: string | null;
}

export interface PaymentReceivedResult {
  PAYMENT_RECEIVED?: ReceivedPayment;
}

/** Default action: Pay back what is owed. Permission: `billing:fire`. */
export type PaymentRefundEvent = EventFrame & {
  type: 'PAYMENT_REFUND';
  payload: PaymentRefundPayload;
};

export interface PaymentRefundPayload {
  /** The policy. */
  policyId: string;
  /** More than 0, in major units; the whole credit balance where left out. */
  amount?: number | null;
  /** Of the refund, counted once for each policy; a number is assigned where left out. */
  reference?: string | null;
  /** Recorded with the policy's events. */
  reason?: string | null;
}

export interface PaymentRefundResult {
  PAYMENT_REFUND?: RefundedPayments;
}

/** No default action. Permission: `billing:fire`. */
export type PaymentReminderEvent = EventFrame & {
  type: 'PAYMENT_REMINDER';
  payload: PaymentReminderPayload;
};

export interface PaymentReminderPayload {
  /** The statement. */
  statementId: string;
}

/** Default action: Take the payment back. Permission: `billing:fire`. */
export type PaymentReversedEvent = EventFrame & {
  type: 'PAYMENT_REVERSED';
  payload: PaymentReversedPayload;
};

export interface PaymentReversedPayload {
  /** The policy. */
  policyId: string;
  /** The payment's `reference`. */
  reference: string;
  /** More than 0, in major units; all of the payment where left out. */
  amount?: number | null;
  /** The bank's reason, recorded with the policy's events. */
  reason: string;
}

export interface PaymentReversedResult {
  PAYMENT_REVERSED?: ReversedPayment;
}

/** `paymentTriggerRequestId`, `paymentProcessor`, `paymentIdentifier`, `clientSecret`, `amountTotal` (due at once, in minor units), `currency` and `selectedPaymentPlans` */
export interface PaymentSession {
  paymentTriggerRequestId: string;
  paymentProcessor: string;
  paymentIdentifier: string | null;
  /** For the form of the payment provider; never in `GET /event/{triggerRequestId}`. */
  clientSecret?: string | null;
  /** Due at once, in minor units. */
  amountTotal: number;
  currency: string;
  selectedPaymentPlans: PlansByQuote;
}

/** Default action: Offer payment plans and open a payment. Permission: `binding:fire`. */
export type PaymentSetupEvent = EventFrame & {
  type: 'PAYMENT_SETUP';
  payload: PaymentSetupPayload;
};

export interface PaymentSetupPayload {
  /** The client. */
  clientId: string;
  /** Quotes of the client, by their `requestId`. */
  quoteIds: string[];
  /** A payment plan by quote; only quotes of `quoteIds`. */
  selectedPaymentPlans?: PlansByQuote | null;
}

export interface PaymentSetupResult {
  paymentOptions?: PaymentOptionsByQuote;
  PAYMENT_SETUP?: PaymentSession;
}

export type PaymentStatus = 'NOT_PAID' | 'UNDERPAID' | 'PAID' | 'OVERPAID';

/** Default action: Ask whether it was paid. Permission: `binding:fire` or `billing:fire`. */
export type PaymentVerificationEvent = EventFrame & {
  type: 'PAYMENT_VERIFICATION';
  payload: PaymentVerificationPayload;
};

export interface PaymentVerificationPayload {
  /** The `triggerRequestId` of the `PAYMENT_SETUP` or `PAYMENT_COLLECT_SETUP`. */
  paymentTriggerRequestId: string;
}

export interface PaymentVerificationResult {
  PAYMENT_VERIFICATION?: VerifiedPayment;
}

export type Permission = 'administration:read' | 'administration:write' | 'audit:read' | 'billing:fire' | 'binding:fire' | 'book:write' | 'changes:read' | 'claims:fire' | 'clients:erase' | 'clients:export' | 'clients:read' | 'clients:write' | 'clocks:read' | 'clocks:write' | 'collection:write' | 'commissions:read' | 'commissions:write' | 'documents:fire' | 'documents:generate' | 'documents:read' | 'events:read' | 'files:delete' | 'files:read' | 'files:write' | 'holds:override' | 'holds:read' | 'holds:write' | 'inbound:send' | 'mail:read' | 'mail:report' | 'mail:write' | 'policies:read' | 'policies:write' | 'postings:close' | 'products:read' | 'products:write' | 'quotes:decide' | 'quotes:read' | 'quoting:fire' | 'servicing:fire' | 'tasks:read' | 'tasks:write' | 'underwriting:fire' | 'webhooks:read' | 'webhooks:write';

export interface PermissionDescription {
  permission: Permission;
  allows: string;
}

export type PersonOfTask = string | null;

/** A payment plan by the quote's `requestId`. */
export type PlansByQuote = { [key: string]: PaymentPlan };

export interface Policy {
  id: string;
  policyNumber: string;
  clientId: string;
  /** An extension: the client's test clock. */
  clockId?: string;
  /** The current term's, with its changes. */
  premium: number;
  premiumTerm: string;
  effectiveDate: string;
  expirationDate: string;
  createdTimestamp: string;
  policyMeta: PolicyMeta;
  policyIntegrationData: JsonObject;
  productId: string;
  productName: string;
  /** The current term's quote. */
  quoteId: string;
  actionId: string;
  issuingOrganizationId: string;
  issuingOrganizationName: string;
  sellerOrganizationId: string;
  sellerOrganizationName: string;
  underwritingOrgId?: string;
  producerId?: string;
  status: PaymentStatus;
  policyState: PolicyState;
  standing?: StandingOfPolicy;
  /** An extension: of the current term, with its changes, not part of `premium`; without fees for late and returned payments. Absent from a read as of a day. */
  taxesAndFees?: number;
  lastDayWithCoverage: string;
  paymentPlan: string;
  policyContract: PolicyContract;
  /** An extension: the policy that this one was issued in the place of. */
  rewrittenFrom?: string;
  reinstatementWaits?: WaitingReinstatement;
  /** An extension: the policy that it was rewritten as. */
  rewrittenTo?: string;
  /** Days of the term without coverage, by day. In one of them the policy is not `ACTIVE`. An extension. */
  lapses: PolicyLapse[];
  clientIntegrationData: JsonObject;
  quoteIntegrationData: JsonObject;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
}

/** Default action: Cancel the policy. Permission: `servicing:fire`. */
export type PolicyCancelEvent = EventFrame & {
  type: 'POLICY_CANCEL';
  payload: PolicyCancelPayload;
};

export interface PolicyCancelPayload {
  /** The client. */
  clientId?: string | null;
  /** The policy. */
  policyId: string;
  /** The reason's configuration in the product, which can say how premium is returned. */
  cancellationReasonConfigId?: string | null;
  /** The first day without coverage. */
  effectiveDate: string;
  /** The label of the policy's event. */
  label?: string | null;
  /** Answers of the back office, kept as sent. `noticeSentBy` is how the notice was sent. */
  backofficeIntake?: JsonObject;
}

export interface PolicyCancelResult {
  policyId?: string;
  policyEventId?: string;
  policyState?: PolicyState;
  returnedPremium?: number;
  /** what of the cash received is owed to the policyholder */
  refundableAmount?: number;
  penalty?: number;
  /** `true` where the seller only requested it */
  requested?: boolean;
}

/** No default action. Permission: `servicing:fire`. */
export type PolicyCanceledEvent = EventFrame & {
  type: 'POLICY_CANCELED';
  payload: PolicyNotificationPayload;
};

export type PolicyChangeKind = 'ISSUE' | 'ENDORSE' | 'TRUE_UP' | 'CANCEL' | 'REINSTATE' | 'RENEW' | 'NON_RENEW' | 'CORRECT_EFFECTIVE_DATE' | 'CORRECT_NUMBER' | 'PAYMENT_PLAN';

export interface PolicyCharge {
  id: string;
  statementId: string;
  paymentMethodId: string;
  triggerRequestId: string;
  on: string;
  amount: number;
  currency: string;
  state: CollectionState;
  code?: string;
  reason?: string;
  paymentIdentifier?: string;
  /** Of `GET /policy/{policyId}/payments`. */
  paymentId?: string;
  createdTimestamp: string;
}

/** Counts the policies that the caller can see. */
export interface PolicyClientSummary {
  clientId: string;
  clientName: string | null;
  clientType: string;
  clientStatus: string;
  locationCode: string | null;
  policyCount: number;
  activePolicyCount: number;
  activePremium: number;
  firstEffectiveDate: string | null;
  createdTimestamp: string;
}

export interface PolicyCollection {
  policyId: string;
  /** Absent: there was none. */
  agreement?: CollectionAgreement;
  /** Of what is billed and scheduled; absent: nothing is charged by itself. */
  next?: NextCharge;
  /** The latest hundred, the newest first. */
  charges: PolicyCharge[];
}

export interface PolicyCollectionRequest {
  paymentMethodId: string;
  consent: CollectionConsent;
}

/** An extension. Comments are policy events of type `NOTE`. */
export interface PolicyCommentsStats {
  commentCount: number;
  lastCommentTimestamp: string | null;
}

/** The agreed terms. Empty after the erasure of the client. */
export interface PolicyContract {
  productId?: string;
  productName?: string;
  productVersionId?: string;
  productVersion?: string;
  overlays?: AppliedOverlays;
  effectiveDate?: string;
  expirationDate?: string;
  term?: Term;
  premium?: QuotePremium;
  duration?: QuoteDuration;
  coverageTypes?: CoverageGroup[];
  lapses?: PolicyLapse[];
  documents?: PolicyContractDocument[];
  [key: string]: unknown;
}

export interface PolicyContractDocument {
  contentId: string;
  name: string;
  fileName: string;
  type: string;
  formNumber?: string;
  formVersion?: string;
  /** An extension: the tag of the language in which it was made. */
  language?: string;
  url?: string;
  createdTimestamp: string;
}

/** Default action: Issue the policies. Permission: `binding:fire`. */
export type PolicyCreateEvent = EventFrame & {
  type: 'POLICY_CREATE';
  payload: PolicyCreatePayload;
};

export interface PolicyCreatePayload {
  /** The client. */
  clientId: string;
  /** Quotes of the client, by their `requestId`. */
  quoteIds: string[];
  /** `true`: 409 until the amount due at binding is paid. `false` issues without a payment, if the product allows it. Where left out, payment is required unless it is by invoice (`OFFLINE`) and the product allows unpaid policies. */
  paymentRequired?: boolean | null;
  /** A payment plan by quote, one for each of `quoteIds`. */
  paymentPlans: PlansByQuote;
}

export interface PolicyCreateResult {
  POLICY_CREATE?: IssuedPolicies;
}

/** No default action. Permission: `binding:fire`. */
export type PolicyCreatedEvent = EventFrame & {
  type: 'POLICY_CREATED';
  payload: PolicyCreatedPayload;
};

export interface PolicyCreatedPayload {
  /** The client. */
  clientId: string;
  /** The policy. */
  policyId: string;
}

export interface PolicyDifference {
  what: string;
  before: string | null;
  after: string | null;
}

/** No default action. Permission: `documents:fire`. */
export type PolicyDocGeneratedEvent = EventFrame & {
  type: 'POLICY_DOC_GENERATED';
  payload: PolicyDocumentsPayload;
};

export interface PolicyDocumentsPayload {
  /** The client. */
  clientId: string;
  /** The policy. */
  policyId: string;
  /** 1 to 50 stored files. */
  documents: StoredDocument[];
}

/** No default action. Permission: `documents:fire`. */
export type PolicyDocumentsUploadedEvent = EventFrame & {
  type: 'POLICY_DOCUMENTS_UPLOADED';
  payload: PolicyDocumentsPayload;
};

/** Default action: Endorse the policy. Permission: `servicing:fire`. */
export type PolicyEndorseEvent = EventFrame & {
  type: 'POLICY_ENDORSE';
  payload: PolicyEndorsePayload;
};

/** Either `quoteId` or `premium`. */
export interface PolicyEndorsePayload {
  /** The policy. */
  policyId: string;
  /** The endorsement's quote; required without `premium`. */
  quoteId?: string | null;
  /** The change of premium, negative for a return; required without `quoteId`. */
  premium?: number | null;
  /** The first day of the change. */
  effectiveDate: string;
  /** The label of the policy's event. */
  label?: string | null;
}

export interface PolicyEndorseResult {
  policyId?: string;
  policyEventId?: string;
  /** the change of premium; of a renewal the premium of its term */
  premium?: number;
}

/** Default action: Quote the endorsement. Permission: `servicing:fire`. */
export type PolicyEndorsementQuotingEvent = EventFrame & {
  type: 'POLICY_ENDORSEMENT_QUOTING';
  payload: PolicyEndorsementQuotingPayload;
};

export interface PolicyEndorsementQuotingPayload {
  /** The policy. */
  policyId: string;
  /** The first day of the change. */
  effectiveDate: string;
  /** The answers that change. A loop is sent whole: what differs from the loop of the day is the change. Required without `edits` and without `intakeLoopIterationIdsToDelete`. */
  intake?: AnswerMap | null;
  /** The same by cell: answers, and for loops the iterations that are added, removed and edited. What is not mentioned stays. */
  edits?: AnswerEdits | null;
  /** Iterations of loops to remove. */
  intakeLoopIterationIdsToDelete?: string[] | null;
  /** What to do where a change that takes effect on a later day edits the same; `KEEP_LATER` where left out. */
  onConflict?: ConflictChoice | null;
  /** The same for single cells; they precede `onConflict`. */
  conflictChoices?: Array<{
    /** The question; none where the iteration is meant. */
    qid?: string | null;
    /** The loop that the question or iteration is in. */
    loopQid?: string | null;
    iterationId?: string | null;
    choice: ConflictChoice;
  }> | null;
}

export interface PolicyEndorsementQuotingResult {
  policyId?: string;
  quoteId?: string;
  outcome?: ChangeOutcome;
  /** the change of premium; of a renewal the premium of its term */
  premium?: number;
  /** what the change does to the answers of its day */
  edits?: AnswerEdits;
  /** where it meets changes that take effect later */
  conflicts?: EditConflict[];
  /** an extension, of a change that begins in an earlier term: its price in each term that it reaches; `premium` is the total */
  terms?: ChangeOfTerm[];
}

export interface PolicyEvent {
  id: string;
  type: string;
  label?: string;
  description?: string;
  effectiveDate?: string;
  triggerRequestId?: string;
  createdTimestamp: string;
  createdBy?: JsonObject;
  data: JsonObject;
}

/** Default action: Record the policy's event. Permission: `servicing:fire`. */
export type PolicyEventRecordEvent = EventFrame & {
  type: 'POLICY_EVENT_RECORD';
  payload: PolicyEventRecordPayload;
};

export interface PolicyEventRecordPayload {
  /** The policy. */
  policyId: string;
  /** What happened, in capitals, for example `NOTE` or `ENDORSEMENT_ISSUED`. */
  type: string;
  label?: string | null;
  description?: string | null;
  /** The day on which the event is fired, where left out. */
  effectiveDate?: string | null;
  /** With `PRODUCER_CHANGED`: the person who is the producer from now on. */
  producerId?: string | null;
  /** With `NOTE`: ids of people of the own organization whom it is for, who are notified. */
  mentions?: string[] | null;
  /** Anything else, kept in the `data` of the policy's event. Fields not listed here are added to it. */
  details?: JsonObject | null;
}

export interface PolicyEventRecordResult {
  POLICY_EVENT_RECORD?: RecordedPolicyEvent;
}

export interface PolicyEventSnapshot {
  eventId: string;
  type: string;
  label: string;
  /** May be empty. */
  description: string;
  [key: string]: unknown;
}

export interface PolicyFinanceState {
  paymentPlan: string;
  paymentStatus: PaymentStatus;
  financeConfirmed: boolean;
  currency: string;
  /** Of all statements, including future ones. */
  billedAmount: number;
  /** Of the statements that are billed, or due by today. */
  dueAmount: number;
  paidAmount: number;
  /** Billed less paid; a negative balance is owed to the policyholder. */
  balance: number;
  /** Of credit statements: neither applied to charges nor refunded. */
  creditAmount: number;
  /** Cash that is applied to no statement. */
  unappliedAmount: number;
  /** Owed to the policyholder: the negative balance, at most the cash held. */
  refundableAmount: number;
  pastDueAmount: number;
  nextDueDate: string | null;
  /** Of all statements that are due on `nextDueDate`. */
  nextDueAmount: number | null;
  statementCount: number;
  paidStatementCount: number;
}

export interface PolicyForAttention {
  id: string;
  policyNumber: string;
  productId: string;
  productName: string;
  clientId: string;
  /** The client's test clock. */
  clockId?: string;
  insuredName?: string;
  sellerOrganizationId: string;
  issuingOrganizationId: string;
  policyState: PolicyState;
  standing: StandingOfPolicy;
  status: PaymentStatus;
  effectiveDate: string;
  expirationDate: string;
  /** The current term's, with its changes. */
  premium: number;
  /** Of the current term, not part of `premium`. */
  taxesAndFees: number;
  /** The day on which the policy is canceled unless the notice is withdrawn. */
  cancellationNoticeOn?: string;
  /** Why the renewal waits for a person, who selects a quote or decides not to renew. */
  renewalWaits?: string;
  reinstatementWaits?: WaitingReinstatement;
  /** The earliest due date that was missed. */
  pastDueSince?: string;
  pastDueAmount?: number;
}

export interface PolicyForAttentionPage {
  content: PolicyForAttention[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

/** The policy as it was when the notification was made. */
export interface PolicyInNotification {
  policyNumber: string;
  /** It only grows; the policy says its own when it is read. */
  version: number;
  policyState: PolicyState;
  premium: number;
  /** Billed less paid; negative if it is owed to the policyholder. */
  balance: number;
}

/** Days of the term without coverage. They are not charged. */
export interface PolicyLapse {
  /** The first day without coverage. */
  from: string;
  /** The day on which coverage begins again. */
  until: string;
  /** Why the policy was canceled; null if nobody stated it. */
  reason: string | null;
}

/** Default action: Record the report with the policy. Permission: `servicing:fire`. */
export type PolicyLimitChangedEvent = EventFrame & {
  type: 'POLICY_LIMIT_CHANGED';
  payload: PolicyLimitReportPayload;
};

export interface PolicyLimitChangedResult {
  POLICY_LIMIT_CHANGED?: RecordedReport;
}

export interface PolicyLimitReportPayload {
  /** The client. */
  clientId?: string | null;
  /** The quote's `requestId`. */
  quoteId?: string | null;
  /** The policy. */
  policyId?: string | null;
  /** The policy's number. */
  policyNumber?: string | null;
  /** The day of the policy's event; the day on which it is fired, where left out. */
  effectiveDate?: string | null;
  /** The description of the policy's event. */
  description?: string | null;
  /** Anything else, kept in the `data` of the policy's event. Fields not listed here are added to it. */
  details?: JsonObject | null;
  /** The coverage whose limit changed. */
  coverage?: string | null;
  /** In major units. */
  previousLimit?: number | null;
  /** In major units. */
  newLimit?: number | null;
}

/** Insured, agency, producer and carrier as of the policy’s issue. */
export interface PolicyMeta {
  /** Empty if the client was saved without a name. */
  insuredName: string;
  insured?: Insured;
  agency?: Agency;
  producer?: Producer;
  carrier?: Carrier;
  [key: string]: unknown;
}

export interface PolicyNotificationPayload {
  /** The policy. */
  policyId: string;
  /** The client. */
  clientId?: string | null;
  /** The policy's event; further fields are kept. */
  event: PolicyEventSnapshot;
  /** The policy after the change; further fields are kept. */
  policy: PolicySnapshot;
  /** Up to 50, as far as the sender knows them; further fields are kept. */
  documents?: DocumentSnapshot[] | null;
}

export interface PolicyNumberCorrection {
  policyId: string;
  newPolicyNumber: string;
  /** `true`: the risk is accepted. */
  riskOfChangingPolicyNumberAccepted: boolean;
  /** `true`: the risk is accepted. */
  riskOfPolicyholderConfusionAccepted: boolean;
  /** `true`: the risk is accepted. */
  existingDocsRemainUnchangedAccepted: boolean;
}

export interface PolicyOnDate {
  policyNumber: string | null;
  termNumber: number;
  termEffectiveDate: string;
  /** The first day after the term. */
  termExpirationDate: string;
  /** Whether the day is covered. */
  inForce: boolean;
  cancelledOn: string | null;
  /** The premium of a full term of the policy as of this day. */
  termPremium: number;
  /** The premium of the term, with every change and ledger entry known then. */
  premium: number;
  /** The premium earned before this day. */
  earnedPremium: number;
  /** The rest of the premium. */
  unearnedPremium: number;
  quoteId: string | null;
  answers: AnswerMap;
  /** The contract of this day; its `premium` is that of a whole term. Empty if unknown. */
  policyContract: PolicyContract;
  /** The insured and the other parties of this day. */
  policyMeta: PolicyMeta;
}

export interface PolicyPayment {
  id: string;
  /** A reversal takes back a payment or a refund. */
  kind: PaymentKind;
  /** Received; below zero for money paid back. */
  amount: number;
  /** As reported, else the day on which it was recorded. */
  paymentDate: string;
  /** When it was recorded. */
  receivedTimestamp: string;
  /** As reported. */
  paymentMethod: PaymentMethod | null;
  /** `OFFLINE`: by hand or by invoice. */
  paymentProcessor: string;
  reference: string;
  /** As reported. */
  payer: string | null;
  /** As reported; of a refund, its reason. */
  description: string | null;
  reversedPaymentId: string | null;
  /** The statements that it was applied to. */
  statements: PaymentOfStatement[];
  /** The part that is applied to no statement. */
  unappliedAmount: number;
  /** The event that recorded it. */
  triggerRequestId: string | null;
  /** The person, the key or the service that recorded it. Null for old payments. */
  createdBy: JsonObject | null;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
}

export interface PolicyPaymentPage {
  content: PolicyPayment[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

/** Default action: Reinstate the policy. Permission: `servicing:fire`. */
export type PolicyReinstateEvent = EventFrame & {
  type: 'POLICY_REINSTATE';
  payload: PolicyReinstatePayload;
};

export interface PolicyReinstatePayload {
  /** The policy. */
  policyId: string;
  /** The first day with coverage again; the day of the cancellation where left out. */
  effectiveDate?: string | null;
  /** The label of the policy's event. */
  label?: string | null;
}

export interface PolicyReinstateResult {
  policyId?: string;
  policyEventId?: string;
  policyState?: PolicyState;
}

/** No default action. Permission: `servicing:fire`. */
export type PolicyReinstatedEvent = EventFrame & {
  type: 'POLICY_REINSTATED';
  payload: PolicyReinstatedPayload;
};

export interface PolicyReinstatedPayload {
  /** The policy. */
  policyId: string;
}

/** No default action. Permission: `servicing:fire`. */
export type PolicyRenewalFailedEvent = EventFrame & {
  type: 'POLICY_RENEWAL_FAILED';
  payload: PolicyRenewalOutcomePayload;
};

export interface PolicyRenewalOutcomePayload {
  /** The policy. */
  policyId: string;
}

/** Default action: Quote the renewal. Permission: `servicing:fire`. */
export type PolicyRenewalQuotingEvent = EventFrame & {
  type: 'POLICY_RENEWAL_QUOTING';
  payload: PolicyRenewalQuotingPayload;
};

/** No default action. Permission: `servicing:fire`. */
export type PolicyRenewalQuotingFailedEvent = EventFrame & {
  type: 'POLICY_RENEWAL_QUOTING_FAILED';
  payload: PolicyRenewalOutcomePayload;
};

export interface PolicyRenewalQuotingPayload {
  /** The policy. */
  policyId: string;
  /** The client. */
  clientId?: string | null;
  /** An earlier quote of this renewal, whose wishes are kept: what is sent here is added to them. */
  renewalId?: string | null;
  /** The answers that change with the next term; a loop is sent whole. The others are those of the last day of the term. */
  intake?: AnswerMap | null;
  /** The same by cell: answers, and for loops the iterations that are added, removed and edited. */
  edits?: AnswerEdits | null;
  /** Iterations of loops to remove with the next term. */
  intakeLoopIterationIdsToDelete?: string[] | null;
}

export interface PolicyRenewalQuotingResult {
  policyId?: string;
  quoteId?: string;
  outcome?: RenewalOutcome;
  /** the change of premium; of a renewal the premium of its term */
  premium?: number;
  /** the wishes: what they change of the answers of the term's last day */
  edits?: AnswerEdits;
  held?: boolean;
  /** why the renewal waits for a person */
  waits?: string;
  reason?: string;
  /** with `forceSync` */
  quotes?: Quote[];
}

/** No default action. Permission: `servicing:fire`. */
export type PolicyRenewalReferredEvent = EventFrame & {
  type: 'POLICY_RENEWAL_REFERRED';
  payload: PolicyRenewalReferredPayload;
};

export interface PolicyRenewalReferredPayload {
  /** The policy. */
  policyId: string;
  /** The last quote of the renewal. */
  quoteId?: string | null;
  /** Why it waits. */
  reason?: string | null;
}

/** No default action. Permission: `servicing:fire`. */
export type PolicyRenewedEvent = EventFrame & {
  type: 'POLICY_RENEWED';
  payload: PolicyRenewalOutcomePayload;
};

/** Default action: Rewrite the policy. Permission: `servicing:fire`. */
export type PolicyRewriteEvent = EventFrame & {
  type: 'POLICY_REWRITE';
  payload: PolicyRewritePayload;
};

export interface PolicyRewritePayload {
  /** The policy. */
  policyId: string;
  /** A bindable quote of the same client and insurer, effective from the day of the rewrite. */
  quoteId: string;
  /** The new policy's payment plan. Where left out: the product's first. */
  paymentPlan?: PaymentPlan | null;
  /** Why, recorded as the reason of the cancellation. */
  reason?: string | null;
}

export interface PolicyRewriteResult {
  policyId?: string;
  policyEventId?: string;
  policyState?: PolicyState;
  returnedPremium?: number;
  /** the amount moved to the new account */
  carriedOver?: number;
  /** `true` where a renewal was held or waited for a decision */
  releasedRenewal?: boolean;
  rewrittenTo?: IssuedPolicy;
}

export interface PolicySearch {
  /** Default: `0`. */
  page?: number | null;
  /** Default: `20`. */
  size?: number | null;
  sort?: PolicySort | null;
  /** An extension: the `nextCursor` of the page before. All else must be as it was in the request that began. */
  cursor?: string | null;
  effectiveDateFrom?: string | null;
  effectiveDateTo?: string | null;
  expirationDateFrom?: string | null;
  expirationDateTo?: string | null;
  policyNumber?: string | null;
  insuredName?: string | null;
  insuredDbaName?: string | null;
  insuredContactFirstName?: string | null;
  insuredContactLastName?: string | null;
  insuredContactEmail?: string | null;
  insuredContactPhone?: string | null;
  agencyId?: string | null;
  agencyName?: string | null;
  producerId?: string | null;
  producerFirstName?: string | null;
  producerLastName?: string | null;
  producerEmail?: string | null;
  producerPhone?: string | null;
  carrierId?: string | null;
  carrierName?: string | null;
  /** An extension: the product. */
  lineId?: string | null;
  /** An extension: the test clock. */
  clockId?: string | null;
  /** An extension: the product version of the current term. */
  productVersionId?: string | null;
  /** An extension: the organization that sold it. */
  sellerOrganizationId?: string | null;
  /** An extension: the payment status. */
  status?: PaymentStatus | null;
  /** An extension: the state today, as policies are read. */
  policyState?: PolicyState | null;
  /** An extension: the state of the insured's address, such as `TX`, as it was answered. */
  insuredState?: string | null;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string | null;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string | null;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  updatedFrom?: string | null;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  updatedTo?: string | null;
  /** Searches `policyNumber` and every text of `policyMeta`. Unless it is blank, all other text filters are ignored, whatever they hold. */
  anyMatch?: string | null;
}

export interface PolicySnapshot {
  /** The same as `policyId`. */
  id: string;
  /** The policy's number. */
  policyNumber: string;
  [key: string]: unknown;
}

/** An extension: the order, `-` for descending. Default: `"-effectiveDate"`. */
export type PolicySort = '-effectiveDate' | 'effectiveDate' | 'expirationDate' | '-expirationDate' | 'policyNumber' | '-policyNumber' | 'insuredName' | '-insuredName' | 'premium' | '-premium' | 'createdTimestamp' | '-createdTimestamp' | 'updatedTimestamp' | '-updatedTimestamp';

export interface PolicyStanding {
  policyId: string;
  policyNumber: string;
  policyState: PolicyState;
  status: PaymentStatus;
  /** Billed so far. */
  due: number;
  paid: number;
  /** Below zero: owed to the policyholder. */
  balance: number;
}

export type PolicyState = 'PENDING_FINANCE_CONFIRMATION' | 'ACTIVE' | 'INACTIVE_UNSETTLED' | 'SETTLED' | 'CLOSED';

export interface PolicyStatement {
  id: string;
  termNumber: number;
  number: number;
  kind: StatementKind;
  dueDate: string;
  amount: number;
  paidAmount: number;
  /** The open balance: the amount less payments. */
  balance: number;
  state: StatementState;
  createdTimestamp: string;
  details: JsonObject;
  /** It grows with each change of the record. */
  version: number;
  /** When it was changed last, or else created. */
  updatedTimestamp: string;
}

export interface PolicySummary {
  id: string;
  policyNumber: string;
  clientId: string;
  /** An extension: the client's test clock. */
  clockId?: string;
  /** The current term's, with its changes. */
  premium: number;
  premiumTerm: string;
  effectiveDate: string;
  expirationDate: string;
  createdTimestamp: string;
  policyMeta: PolicyMeta;
  policyIntegrationData: JsonObject;
  productId: string;
  productName: string;
  /** That of the current term. */
  productVersionId: string;
  sellerOrganizationId: string;
  status: PaymentStatus;
  /** Today. */
  policyState: PolicyState;
  standing: StandingOfPolicy;
  /** An extension: of the current term, with its changes, not part of `premium`; without fees for late and returned payments. Absent from a read as of a day. */
  taxesAndFees: number;
  /** The state of the insured's address, such as `TX`; absent if unknown. */
  insuredState?: string;
}

export interface PolicySummaryPage {
  content: PolicySummary[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  /** An extension: continues after the last policy of this page; absent if none follows. */
  nextCursor?: string;
  sort: PageSort;
}

export interface PolicyTimeline {
  policyId: string;
  effectiveOn: string;
  knownAt: string;
  /** Null if nothing was known of it, or it had not begun. */
  policy: PolicyOnDate | null;
  /** The changes known then, in the order in which they were recorded. */
  changes: PolicyTimelineChange[];
}

export interface PolicyTimelineChange {
  sequence: number;
  kind: PolicyChangeKind;
  effectiveDate: string;
  recordedTimestamp: string;
  premiumChange: number;
  termPremium: number;
  quoteId: string | null;
  /** What an endorsement, a true-up or a renewal has altered, in words: the insured, answers, coverages with their limits. Null: the policy did not have it. */
  differences: PolicyDifference[];
  /** The person, the key or the service that made it. */
  createdBy: JsonObject | null;
  /** Whether it is in force on the requested day. */
  applies: boolean;
}

/** Default action: Quote the true-up. Permission: `servicing:fire`. */
export type PolicyTrueUpQuotingEvent = EventFrame & {
  type: 'POLICY_TRUE_UP_QUOTING';
  payload: PolicyTrueUpQuotingPayload;
};

export interface PolicyTrueUpQuotingPayload {
  /** The policy. */
  policyId: string;
  trueUpRequest: TrueUpRequest;
}

export interface PolicyTrueUpQuotingResult {
  policyId?: string;
  quoteId?: string;
  outcome?: ChangeOutcome;
  /** the change of premium; of a renewal the premium of its term */
  premium?: number;
  /** what the change does to the answers of its day */
  edits?: AnswerEdits;
  /** where it meets changes that take effect later */
  conflicts?: EditConflict[];
  /** an extension, of a change that begins in an earlier term: its price in each term that it reaches; `premium` is the total */
  terms?: ChangeOfTerm[];
}

export interface PolicyholderAcceptance {
  /** `true`. */
  isApproved: boolean;
  /** Who answered, or where, for example `POLICYHOLDER`. */
  responseSource: string;
  decisionTimestamp: string;
}

/** Default action: Record the policyholder's response. Permission: `binding:fire`. */
export type PolicyholderQuoteAcceptedEvent = EventFrame & {
  type: 'POLICYHOLDER_QUOTE_ACCEPTED';
  payload: PolicyholderQuoteAcceptedPayload;
};

export interface PolicyholderQuoteAcceptedPayload {
  /** The client. */
  clientId: string;
  /** The quote's `requestId`. */
  quoteId: string;
  acceptanceResponse: PolicyholderAcceptance;
  /** The quote as it was presented; further fields are kept. */
  quote?: PresentedQuote | null;
}

/** Default action: Record the policyholder's response. Permission: `binding:fire`. */
export type PolicyholderQuoteDeclinedEvent = EventFrame & {
  type: 'POLICYHOLDER_QUOTE_DECLINED';
  payload: PolicyholderQuoteDeclinedPayload;
};

export interface PolicyholderQuoteDeclinedPayload {
  /** The client. */
  clientId: string;
  /** The quote's `requestId`. */
  quoteId: string;
  acceptanceResponse: PolicyholderRefusal;
  /** The quote as it was presented; further fields are kept. */
  quote?: PresentedQuote | null;
}

export interface PolicyholderRefusal {
  /** `false`. */
  isApproved: boolean;
  /** Who answered, or where, for example `POLICYHOLDER`. */
  responseSource: string;
  decisionTimestamp: string;
}

/** As a delivery has them. */
export interface PolledHeaders {
  /** The same in every attempt: process each id once. */
  'webhook-id': string;
  /** The time of the attempt, in seconds since 1970. */
  'webhook-timestamp': string;
  /** Of the unmodified body, by each valid secret of the endpoint. */
  'webhook-signature': string;
}

export interface PolledNotification {
  deliveryId: string;
  headers: PolledHeaders;
  /** The body of a delivery, as it is signed. */
  body: string;
}

export interface PolledNotifications {
  notifications: PolledNotification[];
}

export interface Posting {
  /** As the chart of accounts names it. */
  account: string;
  /** Of the chart of accounts. */
  number: string | null;
  /** A debit above zero, a credit below. */
  amount: number;
}

/** Default: by `Accept`, else `json`. */
export type PostingFormat = 'json' | 'csv' | 'beancount';

export type PostingKind = 'WRITTEN' | 'COMMISSION' | 'COLLECTED_BY_SELLER' | 'EARNED' | 'TAX_OR_FEE' | 'LATE_FEE' | 'NSF_FEE' | 'INSTALLMENT_FEE' | 'WRITE_OFF' | 'BILLED' | 'RECEIVED' | 'HELD' | 'APPLIED' | 'RETURNED' | 'REFUND_PLANNED' | 'REFUND_PAID' | 'REFUNDED' | 'REFUND_RETURNED';

export type PostingPeriod = 'day' | 'month';

export interface PostingReport {
  from: string;
  to: string;
  by: PostingPeriod;
  /** The last day of the last closed month: up to it nothing changes any more. */
  closedThrough: string | null;
  transactions: PostingTransaction[];
}

export interface PostingTransaction {
  /** The day, or the last day of the month. */
  date: string;
  kind: PostingKind;
  description: string;
  currency: string;
  /** They sum to zero. */
  postings: Posting[];
}

/** No default action. Permission: `servicing:fire`. */
export type PreCancellationIssuedEvent = EventFrame & {
  type: 'PRE_CANCELLATION_ISSUED';
  payload: PolicyNotificationPayload;
};

/** Default action: Record the notice of cancellation. Permission: `servicing:fire`. */
export type PrePolicyCancellationEvent = EventFrame & {
  type: 'PRE_POLICY_CANCELLATION';
  payload: PrePolicyCancellationPayload;
};

export interface PrePolicyCancellationPayload {
  /** The policy. */
  policyId: string;
  /** The reason's configuration in the product. */
  configId?: string | null;
  /** The first day without coverage. */
  effectiveDate: string;
  /** The label of the policy's event. */
  label?: string | null;
  /** Answers of the back office, kept as sent. `noticeSentBy` is how the notice was sent. */
  backofficeIntake?: JsonObject;
}

export interface PrePolicyCancellationResult {
  policyId?: string;
  policyEventId?: string;
  cancelledOn?: string;
  /** the amount whose payment prevents the cancellation, for non-payment; else null */
  amountDue?: string | null;
  /** the last day for it */
  payBy?: string | null;
}

export type PremiumCollector = 'INSURER' | 'SELLER';

export interface PremiumReport {
  report: 'premium';
  asOf: string;
  by: string;
  rows: PremiumReportRow[];
  /** One for each currency. */
  totals: PremiumReportTotal[];
}

export interface PremiumReportRow {
  /** The number of the policy, as it is now. */
  policyNumber?: string | null;
  /** The id of the policy. */
  policyId?: string | null;
  /** From 1, increased by each renewal. */
  termNumber?: number | null;
  /** The first day of the term. */
  termEffectiveDate?: string | null;
  /** The product of the policy. */
  line?: string | null;
  /** The id of the product version that priced the term. */
  productVersionId?: string | null;
  /** The label of that version. */
  productVersion?: string | null;
  /** The state of the insured's address, as the policy has it now; empty if unknown. */
  state?: string | null;
  /** The state that the premium, tax or fee was rated for; empty if unknown. */
  riskState?: string | null;
  /** The code of the coverage; empty for premium of the policy as a whole. */
  coverage?: string | null;
  /** The class of the vehicle, location or other unit, by the question that the product names; empty without one. */
  unitClass?: string | null;
  /** The id of the organization that sold the policy. */
  sellerId?: string | null;
  /** Its name. */
  sellerName?: string | null;
  /** The id of the producer; empty without one. */
  producerId?: string | null;
  /** The producer's name, as the policies have it. */
  producerName?: string | null;
  /** All amounts of a row are in one currency. */
  currency?: string | null;
  /** The premium recorded in the ledger. */
  written: number;
  /** Its part for the days up to and including the date. */
  earned: number;
  /** The rest. */
  unearned: number;
  /** The price of the whole term, as the policies in force are on the date; without penalties and entries by hand. */
  inForcePremium?: number;
  /** The policies in force on the date. A policy counts in each row in which it has premium in force, and once in the total. */
  inForceCount?: number;
  /** What the products of the row count as exposure, by the name that they give it; empty if none does, or if they count differently. */
  exposureName?: string | null;
  /** The exposure of the periods that were written, such as car-years; empty without an `exposureName`. */
  writtenExposure?: number | null;
  /** Its part for the days up to and including the date. */
  earnedExposure?: number | null;
}

export interface PremiumReportTotal {
  currency: string;
  /** The premium recorded in the ledger. */
  written: number;
  /** Its part for the days up to and including the date. */
  earned: number;
  /** The rest. */
  unearned: number;
  /** The price of the whole term, as the policies in force are on the date; without penalties and entries by hand. */
  inForcePremium?: number;
  /** The policies in force on the date. A policy counts in each row in which it has premium in force, and once in the total. */
  inForceCount?: number;
  /** What the products of the row count as exposure, by the name that they give it; empty if none does, or if they count differently. */
  exposureName?: string | null;
  /** The exposure of the periods that were written, such as car-years; empty without an `exposureName`. */
  writtenExposure?: number | null;
  /** Its part for the days up to and including the date. */
  earnedExposure?: number | null;
}

export interface PresentedQuote {
  /** The same as `quoteId`. */
  requestId: string;
  /** Up to 50, as far as the sender knows them; further fields are kept. */
  documents: DocumentSnapshot[];
  [key: string]: unknown;
}

export interface PreviewedStatement {
  /** With the open entries of the ledger. */
  premium: number;
  taxesAndFees: number;
  /** Positive: to be paid. Negative: credited. */
  amount: number;
}

/** Problem details (RFC 9457). */
export interface Problem {
  /** The address of the explanation of the code. */
  type: string;
  code: ProblemCode;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  requestId: string;
  errors?: FieldError[];
  [key: string]: unknown;
}

/** Stable; a later release may add codes. */
export type ProblemCode = 'INVALID_REQUEST' | 'EFFECTIVE_DATE_NOT_COVERED' | 'PRODUCT_UNSOUND' | 'FILE_UNUSABLE' | 'UNAUTHORIZED' | 'SECOND_FACTOR_NEEDED' | 'FORBIDDEN' | 'PERMISSION_MISSING' | 'KEY_RESTRICTED' | 'NOT_IN_AUTHORITY' | 'OTHER_ORGANIZATION' | 'NOT_FOUND' | 'NO_SUCH_PATH' | 'CLIENT_NOT_FOUND' | 'PRODUCT_NOT_FOUND' | 'PRODUCT_NOT_DEPLOYED' | 'QUOTE_NOT_FOUND' | 'POLICY_NOT_FOUND' | 'EVENT_NOT_FOUND' | 'FORM_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'NO_CONSENT' | 'DUPLICATE' | 'HOLD' | 'FILE_NOT_CLEAN' | 'EVENT_REFUSED' | 'EVENT_ID_REUSED' | 'BOOK_OPEN' | 'DRAFT_CHANGED' | 'JOB_ENDED' | 'CLOCK_ADVANCING' | 'EVENT_STOPPED' | 'EVENT_RUNNING' | 'EVENT_ENDED' | 'ALREADY_ASSIGNED' | 'QUOTE_EXPIRED' | 'QUOTE_ISSUED' | 'QUOTE_NOT_BINDABLE' | 'EFFECTIVE_DATE_NOT_BINDABLE' | 'PAYMENT_MISSING' | 'POLICY_STATE' | 'INBOUND_ENDED' | 'INBOUND_DIFFERS' | 'CASES_FAIL' | 'DOCUMENT_IMPOSSIBLE' | 'ENDPOINT_DISABLED' | 'IDEMPOTENCY_KEY_BUSY' | 'ANSWER_NOT_KEPT' | 'CHANGES_NOT_KEPT' | 'PRECONDITION_FAILED' | 'BODY_TOO_SLOW' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'QUEUE_FULL' | 'SIGN_IN_LIMITED' | 'INTERNAL_ERROR' | 'UNAVAILABLE' | 'DISK_FULL' | 'EVENT_PENDING';

export interface Producer {
  id?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  [key: string]: unknown;
}

export interface Product {
  id: string;
  title: string;
  active: boolean;
  clientType: ClientType;
  type: string;
  template: boolean;
  display?: ProductSections;
  lines: Product[];
}

/** A person, an API key, or an operator at the command line. */
export interface ProductActor {
  kind: ProductActorKind;
  name: string;
  personId?: string;
  apiKey?: string;
}

export type ProductActorKind = 'USER' | 'API_KEY' | 'OPERATOR';

export interface ProductAuthority {
  productId: string;
  ownerOrganizationId: string;
  isOwner: boolean;
  /** Null for the owner. */
  authority: SellerAuthority | null;
  events: EventType[];
}

export interface ProductCaseReport {
  cases: number;
  passed: number;
  failures: CaseFailure[];
  /** With `accept`. */
  accepted?: AcceptedCaseFile[];
}

export interface ProductConsent {
  /** The organization that owns the product. */
  ownerOrganizationId: string;
}

export interface ProductDeployment {
  environment: Environment;
  effectiveDate: string;
}

export interface ProductDisplay {
  lineId: string;
  ownerOrganizationId: string;
  lineName: string;
  ocrId?: string;
  generatesQuotes: boolean;
  supportedEvents: SupportedEvents;
  /** The active lines with their sections, in reading order. */
  toc: TableOfContentsLine[];
  product: Product;
  lineRulesMap?: LineRules;
  /** Product version id by product id, for the product and each of its lines. */
  packageVersionMap?: PackageVersions;
}

export type ProductFile = string | BinaryFile;

/** By name: the product file, the CSV and Parquet files and workbooks that its tables name, and its cases (`NAME.cases.yaml`, `.csv` or `.xlsx`). A text is itself, anything else is `{ "base64": … }`. No other file is read. */
export type ProductFiles = { [key: string]: ProductFile };

export interface ProductFinding {
  severity: Severity;
  file: string;
  line: number;
  column: number;
  /** The place in the product: `product.lines[0].id`. */
  path: string;
  message: string;
}

export interface ProductImport {
  /** The name of the product file in `files`; it ends in `.yaml`, `.yml` or `.json`. */
  product: string;
  files: ProductFiles;
  /** The name of a workbook in `files` whose sheets replace the tables of the same names. */
  tables?: string | null;
  /** Who wrote it; by default the caller. */
  author?: string | null;
  /** The purpose of the version. */
  message?: string | null;
  /** The version that it is based on. */
  basedOnVersionId?: string | null;
}

export interface ProductLicense {
  organizationId: string;
  authority?: SellerAuthorityInput | null;
  /** What the organization earns; null: nothing. Absent: what was said before. */
  commission?: CommissionTerms | null;
}

export interface ProductLint {
  sound: boolean;
  errors: number;
  warnings: number;
  issues: ProductFinding[];
  /** Sheets of the workbook in `tables` that are no tables of the product. */
  otherSheets: string[];
}

export interface ProductPage {
  content: ListedProduct[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export interface ProductSections {
  sections: Section[];
}

export interface ProductTest {
  /** The name of the product file in `files`; it ends in `.yaml`, `.yml` or `.json`. */
  product: string;
  files: ProductFiles;
  /** The name of a workbook in `files` whose sheets replace the tables of the same names. */
  tables?: string | null;
  /** The names of failing cases whose new results are right: `accepted` has their files, changed. */
  accept?: string[] | null;
}

export interface ProductVersionDefinition {
  versionId: string;
  /** Of its canonical JSON at the import. */
  sha256: string;
  definition: JsonObject;
  /** With `state`: the names of the overlays that hold. */
  overlays?: string[];
}

export interface ProductWithdrawal {
  environment: Environment;
  effectiveDate?: string | null;
}

export interface ProviderLogout {
  /** A JWT, signed by the provider. */
  logout_token: string;
}

export interface Question {
  qid: string;
  lineId: string;
  question: string;
  answerType: QuestionAnswerType;
  required: boolean;
  /** Whether the question is displayed for the given answers. A question in a loop is visible if it is visible in at least one iteration, or, without iterations, by the answers outside the loop. */
  visible: boolean;
  defaultAnswer?: string;
  answerChoices?: AnswerChoice[];
  /** The bound, or the whole number below it. */
  min?: number;
  /** The bound, or the whole number above it. */
  max?: number;
  /** The bound itself, if it is not a whole number. */
  minDecimal?: number;
  /** The bound itself, if it is not a whole number. */
  maxDecimal?: number;
  /** Of a `DATE` question: `2020-01-31`, or a date that depends on the effective date, such as `effectiveDate - 16 years`, or on the day of the event, such as `today`. The units are days, months and years. */
  minDate?: string;
  /** Of a `DATE` question: `2020-01-31`, or a date that depends on the effective date, such as `effectiveDate - 16 years`, or on the day of the event, such as `today`. The units are days, months and years. */
  maxDate?: string;
  /** A loop. The answer is the `iterationId` of one of its iterations, or its number, the first being 1. */
  iterationOf?: string;
  condition?: Condition;
  /** From 1, within a line or a loop. */
  order: number;
  loopDefinitionDto?: LoopDefinition;
  loopQuestions?: QuestionInLoop[];
}

export type QuestionAnswerType = 'TEXT' | 'SELECT' | 'MULTI_SELECT' | 'BOOLEAN' | 'NUMBER' | 'MONEY' | 'PERCENT' | 'DATE';

/** A question that is asked in each iteration of a loop. */
export interface QuestionInLoop {
  qid: string;
  lineId: string;
  question: string;
  answerType: QuestionAnswerType;
  required: boolean;
  /** Whether the question is displayed for the given answers. A question in a loop is visible if it is visible in at least one iteration, or, without iterations, by the answers outside the loop. */
  visible: boolean;
  defaultAnswer?: string;
  answerChoices?: AnswerChoice[];
  /** The bound, or the whole number below it. */
  min?: number;
  /** The bound, or the whole number above it. */
  max?: number;
  /** The bound itself, if it is not a whole number. */
  minDecimal?: number;
  /** The bound itself, if it is not a whole number. */
  maxDecimal?: number;
  /** Of a `DATE` question: `2020-01-31`, or a date that depends on the effective date, such as `effectiveDate - 16 years`, or on the day of the event, such as `today`. The units are days, months and years. */
  minDate?: string;
  /** Of a `DATE` question: `2020-01-31`, or a date that depends on the effective date, such as `effectiveDate - 16 years`, or on the day of the event, such as `today`. The units are days, months and years. */
  maxDate?: string;
  /** A loop. The answer is the `iterationId` of one of its iterations, or its number, the first being 1. */
  iterationOf?: string;
  condition?: Condition;
  /** From 1, within a line or a loop. */
  order: number;
}

export interface QuestionToSeller {
  /** By which the answer names it; by default `q1`, `q2` and so on. */
  id?: string | null;
  text: string;
  /** A question of the product, outside loops: the answer is checked against it. */
  questionId?: string | null;
}

export interface QuestionsRequest {
  /** Default: `{}`. */
  answers?: AnswerMap | null;
  /** Default: `[]`. */
  skipLineQuestions?: string[] | null;
  /** Default: `false`. */
  excludeQuestions?: boolean | null;
}

/** the mail: `mailId`, its `state` (`WAITING` to be sent, `TO_PRINT`, or `NOT_SENT` with the `reason`) and `address` */
export interface QueuedMail {
  mailId: string;
  state: string;
  reason: string | null;
  address: string | null;
}

export interface Quote {
  requestId: string;
  pipelineId: string;
  triggerRequestId: string;
  actionId: string;
  actionType: string;
  type: QuoteType;
  /** The product; for a package's component, its line. */
  lineId: string;
  lineName: string;
  clientId?: string;
  /** An extension: the client's test clock. */
  clockId?: string;
  clientOrganizationId: string;
  quotingOrganizationId: string;
  quotingOrganization: string;
  effectiveDate: string;
  /** Absent if the interface has no name for so many months: read `termMonths`. */
  term?: NamedTerm;
  /** An extension: the months of the term. */
  termMonths: number;
  /** Whether the reader could bind it now, or make the change that it is for. */
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriterResponse?: JsonObject;
  policyholderResponse?: JsonObject;
  /** An extension: what the underwriter has asked, offered and made a condition of. */
  underwriting?: QuoteUnderwriting;
  quoteTimestamp: string;
  quoteDetails?: QuoteDetails;
  messages: QuoteMessage[];
  metadata: QuoteMetadata;
  rawQuoteRequest?: JsonObject;
  rawQuoteDetails?: JsonObject;
  inputMappingData?: JsonObject;
  quoteIntake: AnswerMap;
  productVersionId: string;
  versionSystemSource: VersionSystemSource;
  asRatingConfiguredAtTimestamp: string;
  /** An extension, where a quote or those of an event are read: `quoteIntake` with the default of every question that was shown and not answered, as it was rated. */
  ratedAnswers?: AnswerMap;
  /** An extension, of a single quote that an underwriter has or had to decide on: why, with the values that broke a limit and the answers that matter. */
  reasons?: ReferralReason[];
  packageQuotes?: ComponentQuote[];
  /** An extension: it grows with each change of the quote. */
  version?: number;
  /** An extension: when it was changed last. */
  updatedTimestamp?: string;
  /** Present if `preGenerateQuoteProposal` is set and the product has a proposal form (an extension). */
  quoteProposal?: FormReference;
}

export interface QuoteAssignment {
  /** Default: the caller, if it is a person. */
  personId?: string | null;
  /** The person who has it now: needed to take it from somebody else. */
  from?: string | null;
}

export interface QuoteComparison {
  /** Other inputs: product version, action, effective date, term, loading in percent. */
  givens: ComparedField[];
  answers: ComparedAnswer[];
  outcomes: ComparedField[];
  amounts?: ComparedAmounts;
  steps: ComparedStep[];
}

export interface QuoteDetails {
  premium: QuotePremium;
  duration: QuoteDuration;
  coverageTypes: CoverageGroup[];
  externalData?: JsonObject;
  /** The quote is valid until then. */
  expirationDate?: string;
}

export interface QuoteDuration {
  length: number;
  scale: TimeScale;
}

export interface QuoteMessage {
  severity: MessageSeverity;
  code: string;
  message: string;
  qid?: string;
  iterationId?: string;
  rule?: string;
  /** An extension, of a rule that refuses or refers: the values in its condition that are over or under a limit. */
  compared?: ComparedValue[];
  step?: string;
  /** In a package, the component that the message is about. */
  component?: string;
  /** The product version that the rule is of, if that is not the one that rated. */
  version?: string;
  /** The hold that stops the quote. */
  holdId?: string;
  /** In the quote of a change of a policy: the first day for which it holds, if that is later than the change. */
  from?: string;
}

export interface QuoteMetadata {
  rateMeta?: RateMeta;
  expiring?: ExpiringTerm;
  overlays?: AppliedOverlays;
  /** The components of a package's quote. */
  components?: QuotedComponent[];
  component?: string;
  state?: ComponentState;
  packagePremium?: number;
  /** The package's quote, in the quote of a component. */
  packageRequestId?: string;
  [key: string]: unknown;
}

export interface QuoteNote {
  noteId: string;
  text: string;
  /** Ids of the people whom it is for. */
  mentions: string[];
  createdTimestamp: string;
  /** Who wrote it, with `kind`, `id` and `name`. */
  createdBy: JsonObject;
}

export interface QuoteNoteToAdd {
  text: string;
  /** Ids of people of the organization, who are [notified](/docs/tasks#notifications). Default: `[]`. */
  mentions?: string[] | null;
}

export type QuoteOutcome = 'QUOTED' | 'DECLINED';

export interface QuotePage {
  content: ListedQuote[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

/** Default: `"month"`. */
export type QuotePeriod = 'day' | 'week' | 'month';

export interface QuotePremium {
  /** Premium of the whole term, before taxes and fees. Do not multiply it by the length of the duration. */
  amount: number;
  /** The duration's scale, and no divisor of the amount. */
  per: TimeScale;
  /** An extension: the term that `amount` is for, the whole of it. Absent for a change of a policy, whose amount is for the rest of the term. */
  perTerm?: Term;
  taxesAndFees?: TaxOrFee[];
  /** An extension: the underwriter's loading, below zero a credit, which `amount` includes, and its part of it as rated. It is allotted to the coverages. */
  loading?: LoadedPremium;
  /** Of a policy's contract: the part of the premium that was agreed beside the rating, and the codes of the coverages over whose premiums it lies, in proportion. */
  agreed?: AgreedPremium;
}

export interface QuoteRelease {
  /** The person who has it now: needed to take it from somebody else. */
  from?: string | null;
}

export interface QuoteReplay {
  quoteRequestId: string;
  productVersionId: string;
  result: ReplayResult;
  steps: ReplayedSteps;
  worksheetSha256: ReplayedHash;
  /** Differences in outcome, premium, coverages, messages and the like. */
  resultDifferences: ReplayedField[];
  /** The first different steps, in the order of rating. */
  stepDifferences: StepDifference[];
  /** The number of different steps. */
  stepDifferenceCount: number;
}

export interface QuoteReport {
  from: string;
  to: string;
  rows: QuotesOfPeriod[];
}

export interface QuoteReview {
  requestId: string;
  /** An underwriter still has to decide. */
  underReview: boolean;
  /** Absent: nobody. */
  assignedTo?: Reviewer;
  assignedTimestamp?: string;
  /** Oldest first. */
  notes: QuoteNote[];
}

/** Default action: Send the proposal. Permission: `quoting:fire`. */
export type QuoteSendEvent = EventFrame & {
  type: 'QUOTE_SEND';
  payload: QuoteSendPayload;
};

export interface QuoteSendPayload {
  /** The client. */
  clientId: string;
  /** The quote's `requestId`. */
  quoteId: string;
  /** Instead of the client's address. */
  to?: string | null;
}

export interface QuoteSendResult {
  QUOTE_SEND?: QueuedMail;
}

export type QuoteType = 'QUOTE' | 'PRE_ISSUE' | 'ENDORSEMENT' | 'RENEWAL' | 'TRUEUP' | 'BATCH' | 'PACKAGE_COMPONENT' | 'MICRO_QUOTE' | 'RULE_BASED_INELIGIBILITY' | 'DECLINE';

export interface QuoteUnderwriting {
  informationRequests?: InformationRequest[];
  offer?: UnderwritingOffer;
  conditions?: UnderwritingCondition[];
  /** The quote in whose place it was made. */
  replaces?: string;
  /** The quote in its place; this one cannot be bound. */
  replacedBy?: string;
  waitsFor?: QuoteWaitsFor;
}

export type QuoteWait = 'DECISION' | 'INFORMATION' | 'OFFER' | 'CONDITION';

/** An answer of the seller, its decision on an offer, or the confirmation of a condition before binding. */
export type QuoteWaitsFor = 'INFORMATION' | 'OFFER' | 'CONDITION';

export interface QuotedComponent {
  component: string;
  state: ComponentState;
  packagePremium?: number;
  lineId: string;
  requestId: string;
}

export interface QuotesOfPeriod {
  /** The product. */
  lineId: string;
  lineName: string;
  /** The first day of the period, as `createdFrom` of the list. */
  from: string;
  /** The last day of the period, as `createdTo` of the list. */
  to: string;
  /** New business: `type=QUOTE` of the list. */
  quoted: number;
  /** Declined in rating: `outcome=DECLINED` of the list. */
  declined: number;
  /** Those of `quoted` with `underReview=true`. */
  underReview: number;
  /** Those of `quoted` with `bound=true`, whenever they were bound. */
  bound: number;
}

export interface QuotesOfTrigger {
  quoted: Quote[];
  declined: Quote[];
}

/** Totals and derived values of the rating, as text. */
export type RateMeta = { [key: string]: string };

export interface Readiness {
  status: ReadinessStatus;
  parts: Parts;
}

export type ReadinessStatus = 'ready' | 'not ready';

export type ReasonOfHold = string | null;

export interface ReceivablesReport {
  report: 'receivables';
  asOf: string;
  by: ReportGrouping;
  rows: ReceivablesReportRow[];
  /** One for each currency. */
  totals: ReceivablesReportTotal[];
}

export interface ReceivablesReportRow {
  /** The number of the policy, as it is now. */
  policyNumber?: string | null;
  /** The id of the policy. */
  policyId?: string | null;
  /** From 1, increased by each renewal. */
  termNumber?: number | null;
  /** The first day of the term. */
  termEffectiveDate?: string | null;
  /** The product of the policy. */
  line?: string | null;
  /** The state of the insured's address, as the policy has it now; empty if unknown. */
  state?: string | null;
  /** All amounts of a row are in one currency. */
  currency?: string | null;
  /** The statements billed, less credits. */
  billed: number;
  /** The payments received, less refunds. */
  paid: number;
  /** The part of charges that neither payments nor credits cover, the oldest due date first. */
  due: number;
  /** The part of `due` whose due date was before the date. */
  pastDue: number;
  /** The part of payments and credits that no charge used: owed to the policyholder. */
  credit: number;
}

export interface ReceivablesReportTotal {
  currency: string;
  /** The statements billed, less credits. */
  billed: number;
  /** The payments received, less refunds. */
  paid: number;
  /** The part of charges that neither payments nor credits cover, the oldest due date first. */
  due: number;
  /** The part of `due` whose due date was before the date. */
  pastDue: number;
  /** The part of payments and credits that no charge used: owed to the policyholder. */
  credit: number;
}

/** `applied` (`false` where it was applied before, or nothing was owed), `amount` and the standing of the `policies` */
export interface ReceivedPayment {
  paymentTriggerRequestId?: string;
  paymentProcessor?: string;
  paymentIdentifier?: string | null;
  currency?: string;
  policyId?: string;
  reference?: string;
  applied: boolean;
  amount: number;
  policies: PolicyStanding[];
}

/** `policyId`, `eventId` and `type` */
export interface RecordedPolicyEvent {
  policyId: string;
  eventId: string;
  type: string;
}

/** `policyId` and `eventId` */
export interface RecordedReport {
  policyId: string;
  eventId: string;
}

export interface RecoveryCodes {
  recoveryCodes: string[];
  accessToken: string;
  idToken: string;
}

export interface ReferralReason {
  /** What the rule, the limit or the hold says. */
  text: string;
  /** That of its message. */
  code: string;
  /** The underwriting rule. */
  rule?: string;
  holdId?: string;
  /** In a package, the component whose rule it is. */
  component?: string;
  /** The values that are over or under a limit of the rule. */
  compared: BrokenLimit[];
  /** The answers that the rule’s condition comes from, at most 20. */
  answers: ReferringAnswer[];
}

export interface ReferralReport {
  asOf: string;
  rows: ReferralsOfAge[];
}

export interface ReferralsOfAge {
  /** The product. */
  lineId: string;
  lineName: string;
  /** The first day on which they were made; absent for the oldest. */
  from?: string;
  /** The last day on which they were made. */
  to: string;
  count: number;
}

export interface ReferringAnswer {
  qid: string;
  label: string;
  answerType: QuestionAnswerType;
  /** As it was rated. */
  answer: string;
  /** As people write it. */
  text: string;
  iterationId?: string;
  /** The name of the iteration. */
  iteration?: string;
}

export interface Refund {
  paymentProcessor: string;
  paymentIdentifier: string;
  amount: number;
  status: string;
  /** The `reference` of the payment. */
  refundedPayment: string | null;
}

export type RefundState = 'PENDING' | 'DONE' | 'REFUSED';

/** `policyId`, `amount`, the `refunds` and the policy's standing */
export interface RefundedPayments {
  policyId: string;
  policyNumber: string;
  policyState: PolicyState;
  status: PaymentStatus;
  /** Billed so far. */
  due: number;
  paid: number;
  /** Below zero: owed to the policyholder. */
  balance: number;
  amount: number;
  refunds: Refund[];
}

export type RefusalCode = 'EFFECTIVE_DATE_NOT_BINDABLE' | 'HOLD' | 'PAYMENT_MISSING' | 'POLICY_STATE' | 'QUOTE_EXPIRED' | 'QUOTE_ISSUED' | 'QUOTE_NOT_BINDABLE';

export interface ReinstatementPreview {
  policyId: string;
  /** The first day with coverage again. */
  effectiveDate: string;
  /** Charged again, without the days of the lapse. */
  premium: number;
  taxesAndFees: number;
  lapse?: LapsedDays;
  /** What would stop the event today; empty if nothing does. It is judged again when the event is fired. */
  holds: HoldEffect[];
  /** The statement that the event would make. */
  statement: PreviewedStatement;
  /** Of the whole account afterwards, scheduled statements included. Negative: owed to the policyholder. */
  balance: number;
}

/** Default action: Record the non-renewal. Permission: `servicing:fire`. */
export type RenewalCancelledEvent = EventFrame & {
  type: 'RENEWAL_CANCELLED';
  payload: RenewalCancelledPayload;
};

export interface RenewalCancelledPayload {
  /** The policy. */
  policyId: string;
  /** The client. */
  clientId?: string | null;
  /** The label of the policy's event. */
  label?: string | null;
}

export interface RenewalCancelledResult {
  policyId?: string;
}

/** `QUOTED`, `DECLINED`, `FAILED`, or `ASKED` where a carrier has not answered yet */
export type RenewalOutcome = 'QUOTED' | 'DECLINED' | 'FAILED' | 'ASKED';

/** Default action: Hold the renewal quote. Permission: `servicing:fire`. */
export type RenewalQuoteSelectedEvent = EventFrame & {
  type: 'RENEWAL_QUOTE_SELECTED';
  payload: RenewalQuoteSelectedPayload;
};

export interface RenewalQuoteSelectedPayload {
  /** The policy. */
  policyId: string;
  /** The quote's `requestId`. */
  quoteId: string;
}

export interface RenewalQuoteSelectedResult {
  policyId?: string;
  quoteId?: string;
}

export type ReplayResult = 'identical' | 'different';

export interface ReplayedField {
  /** A field of the quote or the step, or `inputs.NAME`. */
  field: string;
  stored: unknown;
  replayed: unknown;
}

export interface ReplayedHash {
  stored: string;
  replayed: string;
}

/** The number of steps. */
export interface ReplayedSteps {
  stored: number;
  replayed: number;
}

export type ReportFormat = 'json' | 'csv' | 'xlsx';

export type ReportGrouping = 'term' | 'policy' | 'line' | 'state';

export interface ReportedMails {
  mails: Array<Mail | null>;
}

export interface Requote {
  /** Takes over the answers of the quote. By default the quote's client, unless its answers changed since; a new one if it has none. */
  clientId?: string | null;
  /** By default that of the quote. */
  effectiveDate?: string | null;
}

export interface ResetPassword {
  personId: string;
  /** The generated password, which is shown only this once; absent if the request had one. */
  password?: string;
}

export interface RetentionOfPeriod {
  /** The product. */
  lineId: string;
  lineName: string;
  /** The first day of the period. */
  from: string;
  /** The last day of the period. */
  to: string;
  /** The terms that end in the period, as their policies have them. */
  ending: number;
  /** Those that the next term follows, unless it was canceled from its first day. */
  renewed: number;
  /** Those that were canceled before their end, and not renewed. */
  canceled: number;
  /** Those that are over and were not renewed. */
  notRenewed: number;
  /** Those that end later than today and are not renewed yet. */
  pending: number;
}

export interface RetentionReport {
  from: string;
  to: string;
  rows: RetentionOfPeriod[];
}

/** `policyId`, `reference`, `applied` (`false` where it was taken back before), `amount`, `nsfFee` and the standing of the `policies` */
export interface ReversedPayment {
  policyId: string;
  reference: string;
  applied: boolean;
  amount: number;
  nsfFee: number;
  policies: PolicyStanding[];
}

export interface Reviewer {
  personId: string;
  name: string;
}

export interface RewritePreview {
  policyId: string;
  quoteId: string;
  /** The quote's: the first day of the new policy, and the first without the old one. */
  effectiveDate: string;
  returnedPremium: number;
  returnedTaxesAndFees: number;
  /** Not billed yet, and not billed any more. */
  withdrawnInstalments: number;
  /** What is paid out of the old account into the new one. */
  carriedOver: number;
  /** Whether a renewal is held, or waits for a decision, and is released. */
  releasesRenewal: boolean;
  /** Of the new policy's term. */
  newPremium: number;
  newTaxesAndFees: number;
  /** What would stop the event today; empty if nothing does. It is judged again when the event is fired. */
  holds: HoldEffect[];
  /** The statement that the cancellation would make. */
  statement: PreviewedStatement;
  /** Of the old account afterwards. Positive: still due by the policyholder. */
  balance: number;
}

export type Role = 'admin' | 'underwriter' | 'producer' | 'billing' | 'service' | 'author' | 'read-only';

export type RoleOfTask = Role | null;

export interface RolePermissions {
  role: Role;
  permissions: Permission[];
  /** The event types that it can fire. */
  events: EventType[];
}

export interface Roles {
  roles: RolePermissions[];
  permissions: PermissionDescription[];
}

/** CSV with a header, or NDJSON, as a text; or a list of objects. */
export type RowsOfJob = string | JsonObject[];

export interface SavedPaymentMethod {
  id: string;
  clientId: string;
  state: PaymentMethodState;
  paymentProcessor: string;
  /** Why it is not charged, such as the code of a decline. */
  reason?: string;
  /** Such as `card` or `us_bank_account`. */
  kind?: string;
  /** The card's brand, or the bank. */
  brand?: string;
  lastFour?: string;
  /** The last month of a card, `YYYY-MM`. */
  expiry?: string;
  /** The provider's mandate of a direct debit. */
  mandate?: string;
  createdTimestamp: string;
  createdBy: JsonObject;
}

export interface SavedPaymentMethods {
  paymentMethods: SavedPaymentMethod[];
}

export interface SavedView {
  /** The list, such as `policies`. */
  list: string;
  name: string;
  /** The list's filters with their values. */
  filters: { [key: string]: string };
  /** As the list takes it; absent: its own. */
  sort?: string;
  /** The columns that are shown, in their order; absent: those of the list. */
  columns?: string[];
  density?: ListDensity;
  viewId: string;
}

export interface SavedViewSettings {
  /** The list, such as `policies`. */
  list: string;
  name: string;
  /** The list's filters with their values. */
  filters: { [key: string]: string };
  /** As the list takes it; absent: its own. */
  sort?: string | null;
  /** The columns that are shown, in their order; absent: those of the list. */
  columns?: string[] | null;
  density?: ListDensity | null;
}

export interface SavedViews {
  views: SavedView[];
}

export interface SecondFactorConfirmation {
  code: string;
}

export interface SecondFactorRemoval {
  /** The present password. */
  password: string;
  code: string;
}

export interface SecondFactorRequest {
  /** The present password. */
  password: string;
}

export interface SecondFactorSecret {
  /** In base 32, to be typed. */
  secret: string;
  /** The same as `otpauth://…`, for a link or a QR code. */
  address: string;
}

export interface Section {
  title: string;
  subsections: Subsection[];
}

export interface SectionTitle {
  title: string;
  subsections: SubsectionTitle[];
}

/** Default action: Select the quotes. Permission: `binding:fire`. */
export type SelectQuoteEvent = EventFrame & {
  type: 'SELECT_QUOTE';
  payload: SelectQuotePayload;
};

export interface SelectQuotePayload {
  /** The client. */
  clientId: string;
  /** Quotes of the client, by their `requestId`. */
  quoteIds: string[];
}

export interface SelectQuoteResult {
  SELECT_QUOTE?: SelectedQuotes;
}

export interface SelectedQuote {
  quoteId: string;
  lineId: string;
  lineName: string;
  effectiveDate: string;
  premium: number;
  expirationDate: string | null;
}

/** `clientId` and `quotes`, each with `quoteId`, `lineId`, `lineName`, `effectiveDate`, `premium` and `expirationDate` */
export interface SelectedQuotes {
  clientId: string;
  quotes: SelectedQuote[];
}

export interface SellerAuthority {
  /** Quote, save clients from intakes, and open payments. Default: `false`. */
  quote: boolean;
  /** Issue policies whose amount due at binding is paid. Default: `false`. */
  bindPaid: boolean;
  /** Issue policies before that amount is paid. Default: `false`. */
  bindUnpaid: boolean;
  /** Report payments as received and as returned, where the seller collects them (agency bill). Default: `false`. */
  recordPayments: boolean;
  /** Quote endorsements and true-ups, and make those that were quoted. Default: `false`. */
  endorse: boolean;
  /** Reinstate canceled policies, and withdraw notices of cancellation. Default: `false`. */
  reinstate: boolean;
  /** Quote renewals, select them, and decide not to renew. Default: `false`. */
  renew: boolean;
  /** Record notes, claims and other reports with policies, and upload documents. Default: `false`. */
  report: boolean;
  /** Days that the first day of a policy, an endorsement, a cancellation or a reinstatement may lie in the past. Default: `1`. */
  backDateDays: number;
  /** By return method: `MAKE` cancels and gives notices, `REQUEST` only asks the insurer to. `FLAT` is a cancellation from the first day of the policy's term. Default: `{}`. */
  cancel: CancellationLevels;
  /** Amounts above which a quote needs the approval of an underwriter of the insurer. Default: `{}`. */
  limits: SellerLimits;
}

export interface SellerAuthorityInput {
  /** Quote, save clients from intakes, and open payments. Default: `false`. */
  quote?: boolean | null;
  /** Issue policies whose amount due at binding is paid. Default: `false`. */
  bindPaid?: boolean | null;
  /** Issue policies before that amount is paid. Default: `false`. */
  bindUnpaid?: boolean | null;
  /** Report payments as received and as returned, where the seller collects them (agency bill). Default: `false`. */
  recordPayments?: boolean | null;
  /** Quote endorsements and true-ups, and make those that were quoted. Default: `false`. */
  endorse?: boolean | null;
  /** Reinstate canceled policies, and withdraw notices of cancellation. Default: `false`. */
  reinstate?: boolean | null;
  /** Quote renewals, select them, and decide not to renew. Default: `false`. */
  renew?: boolean | null;
  /** Record notes, claims and other reports with policies, and upload documents. Default: `false`. */
  report?: boolean | null;
  /** Days that the first day of a policy, an endorsement, a cancellation or a reinstatement may lie in the past. Default: `1`. */
  backDateDays?: number | null;
  /** By return method: `MAKE` cancels and gives notices, `REQUEST` only asks the insurer to. `FLAT` is a cancellation from the first day of the policy's term. Default: `{}`. */
  cancel?: CancellationLevels | null;
  /** Amounts above which a quote needs the approval of an underwriter of the insurer. Default: `{}`. */
  limits?: SellerLimits | null;
}

export interface SellerLimits {
  /** The largest premium of a term. */
  premium?: LimitAmount;
  /** The largest limit of a coverage. */
  coverage?: LimitAmount;
}

export interface SentProduct {
  /** The name of the product file in `files`; it ends in `.yaml`, `.yml` or `.json`. */
  product: string;
  files: ProductFiles;
  /** The name of a workbook in `files` whose sheets replace the tables of the same names. */
  tables?: string | null;
}

export interface Session {
  sessionId: string;
  personId: string;
  method: SignInMethod;
  /** From where. */
  address: string;
  /** What the browser says of itself. */
  userAgent: string;
  /** Whether the request came with it. */
  isCurrent: boolean;
  createdTimestamp: string;
  /** Exact to two minutes. */
  lastUsedTimestamp: string;
  /** However much it is used. */
  endsTimestamp: string;
}

export interface SessionRequest {
  userId: string;
  password: string;
  /** Of the second factor, for a user who has one: six digits, or a recovery code. */
  code?: string | null;
}

export interface Sessions {
  /** The latest first; 50 at most. */
  sessions: Session[];
}

export type Severity = 'ERROR' | 'WARNING';

/** How the person signed in. */
export type SignInMethod = 'PASSWORD' | 'SINGLE_SIGN_ON';

export interface SignOnProvider {
  provider: string;
  /** For a button. */
  label: string;
}

export interface SignOns {
  /** Whether anybody can sign in by a password. */
  passwords: boolean;
  providers: SignOnProvider[];
}

export interface SimilarDecision {
  /** The quote that was decided. */
  requestId: string;
  type: QuoteType;
  clientName?: string;
  effectiveDate: string;
  /** Of the term, before taxes and fees. */
  premium?: number;
  isApproved: boolean;
  decidedTimestamp: string;
  /** With `kind`, `id` and `name`. */
  decidedBy: JsonObject;
  underwriterNotes?: string;
  /** The rules that referred both quotes. */
  rules: string[];
  brokenLimits: BrokenLimit[];
  offer?: SimilarOffer;
  bound: boolean;
}

export interface SimilarDecisions {
  decisions: SimilarDecision[];
}

/** What was offered in its place, of one approved with changes. */
export interface SimilarOffer {
  premium?: number;
  loadingPercent?: number;
  answers?: { [key: string]: string };
  conditions: string[];
}

export type SourceType = 'TEST' | 'COPILOT' | 'STOREFRONT' | 'EXTERNAL' | 'INTERNAL_CALL' | 'SCHEDULED_AUTOMATION';

/** An extension: how the policy stands today. Absent from a read as of a day. */
export interface StandingOfPolicy {
  type: StandingType;
  /** The day that the type names. A day that ends cover is the first without it. */
  on: string;
  /** Of `CANCELS`: only notice was given; a payment or a person can prevent it. */
  isNotice?: boolean;
  /** Of `RENEWS`: of the next term, without taxes and fees. */
  premium?: number;
  /** Of `RENEWS`. */
  taxesAndFees?: number;
}

/** `AWAITS_FINANCING`: it begins once its finance company confirms; `on` is its first day; `STARTS`: it was issued ahead, and covers from `on`; `IN_FORCE`: it covers; its term ends on `on`; `RENEWAL_WAITS`: it covers, and its renewal on `on` waits for a person; `RENEWS`: it is renewed on `on` by the held quote, for its `premium` and `taxesAndFees`; `EXPIRES`: it is not renewed, and covers until `on`; `CANCELS`: it is canceled on `on`, of which notice was given or which is decided; `LAPSED`: it does not cover now, and does again from `on`; `CANCELED`: it was canceled on `on`; `EXPIRED`: its last term ended on `on` */
export type StandingType = 'AWAITS_FINANCING' | 'STARTS' | 'IN_FORCE' | 'RENEWAL_WAITS' | 'RENEWS' | 'EXPIRES' | 'CANCELS' | 'LAPSED' | 'CANCELED' | 'EXPIRED';

/** No default action. Permission: `billing:fire`. */
export type StatementCreatedEvent = EventFrame & {
  type: 'STATEMENT_CREATED';
  payload: StatementCreatedPayload;
};

export interface StatementCreatedPayload {
  /** The statement. */
  statementId: string;
}

export type StatementKind = 'INSTALMENT' | 'ENDORSEMENT' | 'CANCELLATION' | 'TRUE_UP' | 'REINSTATEMENT' | 'NSF_FEE' | 'LATE_FEE' | 'WRITE_OFF';

export type StatementState = 'SCHEDULED' | 'DUE' | 'PAID' | 'PAST_DUE' | 'VOID';

export interface StepDifference {
  kind: StepDifferenceKind;
  /** Number of the step in its worksheet, from 1. */
  number: number;
  /** Of a package. */
  component?: string;
  section: string;
  step: string;
  op: string;
  iterationId?: string;
  /** The iterations around it, from the outside in. */
  within?: string[];
  fields: ReplayedField[];
}

export type StepDifferenceKind = 'CHANGED' | 'ONLY_STORED' | 'ONLY_REPLAYED';

export type StepResult = string | boolean;

export interface StoredDocument {
  /** The file name, without a path. */
  name: string;
  extension: string;
  /** The stored file. */
  contentId: string;
  /** Where to fetch it. */
  url?: string;
}

export interface StoredFile {
  fileId: string;
  /** As it was given, without what file names cannot have. */
  fileName: string;
  /** Of its content, whatever the request said. */
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  state: FileState;
  /** Whose people uploaded it. */
  organizationId: string;
  sharedWith: FileSharedWith;
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  taskId?: string;
  /** An event, such as a claim notification. */
  triggerRequestId?: string;
  createdTimestamp: string;
  /** Who uploaded it; for the own organization alone. */
  createdBy?: JsonObject;
  /** It only grows. */
  version: number;
  /** Where its bytes are, below the address of the service. */
  contentPath: string;
}

export interface StoredFilePage {
  content: StoredFile[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export interface StripeWebhookTaken {
  received: boolean;
  fired?: string;
}

export interface SubjectOfAct {
  clientId?: string;
  quoteId?: string;
  policyId?: string;
}

export interface SubjectOfNewTask {
  clientId?: string | null;
  quoteId?: string | null;
  policyId?: string | null;
  /** Of an event. */
  triggerRequestId?: string | null;
}

export interface SubjectOfTask {
  /** Also of the quote, policy or event. */
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  /** Of an event. */
  triggerRequestId?: string;
}

export interface Subsection {
  title: string;
  questions: Question[];
}

export interface SubsectionTitle {
  title: string;
}

/** Event types by configuration id. */
export type SupportedEvents = { [key: string]: EventType[] };

export interface TableOfContentsLine {
  lineId: string;
  title: string;
  sections: SectionTitle[];
}

export interface Task {
  id: string;
  title: string;
  state: TaskState;
  about: SubjectOfTask;
  owner?: TaskOwner;
  role?: string;
  dueOn?: string;
  priority: TaskPriority;
  madeBy: TaskMaker;
  /** What completes it by itself. */
  waitsFor?: string;
  /** The client's test clock. */
  clockId?: string;
  createdTimestamp: string;
  /** The person, the key, or the service. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  /** It only grows. */
  version: number;
  completedTimestamp?: string;
  completedBy?: JsonObject;
  /** Why it is done. */
  completion?: string;
}

export interface TaskChange {
  title?: string;
  personId?: PersonOfTask | null;
  role?: RoleOfTask | null;
  dueOn?: DueDateOfTask | null;
  priority?: TaskPriority;
}

/** Without its title, which its link has. */
export interface TaskInNotification {
  state: TaskState;
  madeBy: 'PERSON' | 'PRODUCT' | 'SERVICE';
  priority: TaskPriority;
  personId?: string;
  role?: string;
  dueOn?: string;
  version: number;
}

/** `PERSON`: a person or an API key. `PRODUCT`: a rule or an action of a product. `SERVICE`: the service. */
export type TaskMaker = 'PERSON' | 'PRODUCT' | 'SERVICE';

export interface TaskNote {
  noteId: string;
  text: string;
  /** Ids of the people whom it is for. */
  mentions: string[];
  createdTimestamp: string;
  /** Who wrote it, with `kind`, `id` and `name`. */
  createdBy: JsonObject;
}

export interface TaskNoteToAdd {
  text: string;
  /** Ids of people of the organization, who are [notified](/docs/tasks#notifications). Default: `[]`. */
  mentions?: string[] | null;
}

/** Absent: anybody of the role, or of the organization. */
export interface TaskOwner {
  personId: string;
  name: string;
}

export interface TaskPage {
  content: Task[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export type TaskPriority = 'LOW' | 'NORMAL' | 'HIGH';

export type TaskState = 'OPEN' | 'COMPLETED';

export interface TaskToCreate {
  title: string;
  about: SubjectOfNewTask;
  /** A person of the organization. */
  personId?: string | null;
  role?: Role | null;
  dueOn?: string | null;
  /** Default: `NORMAL`. */
  priority?: TaskPriority | null;
}

export interface TaskWithNotes {
  id: string;
  title: string;
  state: TaskState;
  about: SubjectOfTask;
  owner?: TaskOwner;
  role?: string;
  dueOn?: string;
  priority: TaskPriority;
  madeBy: TaskMaker;
  /** What completes it by itself. */
  waitsFor?: string;
  /** The client's test clock. */
  clockId?: string;
  createdTimestamp: string;
  /** The person, the key, or the service. */
  createdBy: JsonObject;
  updatedTimestamp: string;
  /** It only grows. */
  version: number;
  completedTimestamp?: string;
  completedBy?: JsonObject;
  /** Why it is done. */
  completion?: string;
  /** Oldest first. */
  notes: TaskNote[];
}

export interface TaxOrFee {
  type: string;
  amount: number;
  /** Who levies it. */
  authority?: string;
  /** What a cancellation returns of it; `PRO_RATA` if omitted. */
  onCancellation?: OnCancellation;
}

export interface TaxesReport {
  report: 'taxes';
  asOf: string;
  by: string;
  rows: TaxesReportRow[];
  /** One for each currency. */
  totals: TaxesReportTotal[];
}

export interface TaxesReportRow {
  /** The product of the policy. */
  line?: string | null;
  /** The id of the product version that priced the term. */
  productVersionId?: string | null;
  /** The label of that version. */
  productVersion?: string | null;
  /** The state of the insured's address, as the policy has it now; empty if unknown. */
  state?: string | null;
  /** The state that the premium, tax or fee was rated for; empty if unknown. */
  riskState?: string | null;
  /** The id of the organization that sold the policy. */
  sellerId?: string | null;
  /** Its name. */
  sellerName?: string | null;
  /** The id of the producer; empty without one. */
  producerId?: string | null;
  /** The producer's name, as the policies have it. */
  producerName?: string | null;
  /** The type of the tax or fee. */
  type?: string | null;
  /** Who levies it; empty if the product names nobody. */
  authority?: string | null;
  /** All amounts of a row are in one currency. */
  currency?: string | null;
  /** `charged` less `returned`. */
  written: number;
  /** What changes of policies charged, and late and returned-payment fees. */
  charged: number;
  /** What changes returned, and fees taken back. */
  returned: number;
  /** The part of `written` for the days up to and including the date; what is kept on cancellation is earned at once, what is returned in full at the end of coverage. */
  earned: number;
  /** The rest of `written`. */
  unearned: number;
}

export interface TaxesReportTotal {
  currency: string;
  /** `charged` less `returned`. */
  written: number;
  /** What changes of policies charged, and late and returned-payment fees. */
  charged: number;
  /** What changes returned, and fees taken back. */
  returned: number;
  /** The part of `written` for the days up to and including the date; what is kept on cancellation is earned at once, what is returned in full at the end of coverage. */
  earned: number;
  /** The rest of `written`. */
  unearned: number;
}

/** A name of the interface, or the number of months (an extension): from `2_MONTHS` to `120_MONTHS`. A length that has a name is written by it. */
export type Term = string;

export interface TestNotification {
  type: 'WEBHOOK_TEST';
  timestamp: string;
  data: TestNotificationData;
}

export interface TestNotificationData {
  endpointId: string;
}

export type TimeScale = 'YEAR' | 'MONTH';

export interface TokenPair {
  accessToken: string;
  idToken: string;
}

export interface TokenRequest {
  userId: string;
  password: string;
  grantType: 'PASSWORD';
  /** Of the second factor, for a user who has one: six digits, or a recovery code. */
  code?: string | null;
}

export interface TrialRating {
  actionId: string;
  type: QuoteType;
  quotingOrganizationId: string;
  quotingOrganization: string;
  /** Absent if the interface has no name for so many months: read `termMonths`. */
  term?: NamedTerm;
  /** An extension: the months of the term. */
  termMonths: number;
  /** Whether the reader could bind it now, or make the change that it is for. */
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  quoteDetails?: QuoteDetails;
  messages: QuoteMessage[];
  /** The name of the rating action. */
  actionName: string;
}

export interface TrialRatings {
  productVersionId: string;
  /** The terms of its plans, which can be asked for; the first is the default. */
  terms: Term[];
  ratings: TrialRating[];
  carriers: number;
}

export interface TrialRequest {
  effectiveDate: string;
  /** By default the first one of the plan. */
  term?: Term | null;
  intake: AnswerMap;
}

/** The answers of the event's actions: `EventResults` has the fields of each event type. Further fields are those that the product's configured actions name; one of the same name replaces the event's own. */
export interface TriggerMetadata {
  /** the client's id */
  client?: string;
  quotes?: AnyQuotes;
  SELECT_QUOTE?: SelectedQuotes;
  QUOTE_SEND?: QueuedMail;
  /** for each document made its `contentId`, `fileName`, `formNumber`, `formVersion`, `type` and `url`, and `warnings` of characters that no font has */
  forms?: FormReference[];
  /** where the form computes values */
  formValues?: JsonObject;
  paymentOptions?: PaymentOptionsByQuote;
  PAYMENT_SETUP?: PaymentSession;
  PAYMENT_VERIFICATION?: VerifiedPayment;
  PAYMENT_RECEIVED?: ReceivedPayment;
  PAYMENT_REVERSED?: ReversedPayment;
  DUE_DATE_MOVE?: MovedDueDate;
  PAYMENT_COLLECT_SETUP?: CollectionSession;
  PAYMENT_COLLECT?: CollectedPayment;
  PAYMENT_REFUND?: RefundedPayments;
  POLICY_CREATE?: IssuedPolicies;
  POLICY_EVENT_RECORD?: RecordedPolicyEvent;
  documents?: AnyDocuments;
  policyId?: string;
  quoteId?: string;
  outcome?: AnyOutcome;
  /** the change of premium; of a renewal the premium of its term */
  premium?: number;
  edits?: AnswerEdits;
  conflicts?: EditConflict[];
  terms?: ChangeOfTerm[];
  policyEventId?: string;
  POLICY_LIMIT_CHANGED?: RecordedReport;
  CLAIM_NOTIFICATION?: RecordedReport;
  cancelledOn?: string;
  /** the amount whose payment prevents the cancellation, for non-payment; else null */
  amountDue?: string | null;
  /** the last day for it */
  payBy?: string | null;
  policyState?: PolicyState;
  returnedPremium?: AnyReturnedPremium;
  refundableAmount?: number;
  penalty?: number;
  /** `true` where the seller only requested it */
  requested?: boolean;
  /** the amount moved to the new account */
  carriedOver?: number;
  releasedRenewal?: boolean;
  rewrittenTo?: IssuedPolicy;
  held?: boolean;
  waits?: string;
  reason?: string;
  formEvaluation?: FormEvaluation;
  inboundRequests?: InboundRequests;
  [key: string]: unknown;
}

export interface TriggerResult {
  triggerRequestId: string;
  /** Configured actions dispatched; default actions are not counted. */
  executedActionCount: number;
  /** Dispatched actions whose type has a response. */
  expectedResponseCount: number;
  metadata: TriggerMetadata;
}

export interface TrueUpRequest {
  /** The first day that the counted amounts apply to. */
  effectiveDate: string;
  /** 1 to 1,000, each type and previous amount once. */
  exposures: Exposure[];
  /** Kept with the event. */
  requestedBy?: string | null;
}

export interface UnderwriterChanges {
  /** Answers to questions of the product, such as another limit or deductible. */
  answers?: ChangedAnswers | null;
  loading?: OfferedLoading | null;
  conditions?: OfferedCondition[] | null;
}

export interface UnderwriterDecision {
  isApproved: boolean;
  underwriterNotes?: string | null;
  /** Replaced by the authenticated person, whatever it is. */
  underwriterId?: string | null;
  underwriter?: JsonObject | null;
  /** Replaced by `UNDERWRITER`, whatever it is. */
  responseSource?: string | null;
  /** Replaced by the server time, whatever it is. */
  decisionTimestamp?: string | null;
  /** An extension: approves with changes. The quote with them is offered to the seller, who accepts or declines. */
  changes?: UnderwriterChanges | null;
  /** Answers for a configured policy-event gap form. */
  gapAnswers?: JsonObject | null;
}

export interface Underwriters {
  underwriters: Reviewer[];
}

export interface UnderwritersQuestion {
  id: string;
  text: string;
  /** A question of the product; an answer that differs from the quote’s makes a new quote. */
  questionId?: string;
}

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingApprovedEvent = EventFrame & {
  type: 'UNDERWRITING_APPROVED';
  payload: UnderwritingDecidedPayload;
};

export interface UnderwritingAskedPayload {
  /** The client. */
  clientId?: string | null;
  /** The quote's `requestId`. */
  quoteId: string;
}

export interface UnderwritingCondition {
  conditionId: string;
  text: string;
  /** Days after binding; absent: to be met before it. */
  dueDays?: number;
  state: ConditionState;
  confirmedTimestamp?: string;
  /** With `kind`, `id` and `name`. */
  confirmedBy?: JsonObject;
}

export interface UnderwritingDecidedPayload {
  /** The client. */
  clientId?: string | null;
  /** The quote's `requestId`. */
  quoteId?: string | null;
  /** The policy. */
  policyId?: string | null;
  /** The policy's number. */
  policyNumber?: string | null;
}

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingDeclinedEvent = EventFrame & {
  type: 'UNDERWRITING_DECLINED';
  payload: UnderwritingDecidedPayload;
};

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingInformationProvidedEvent = EventFrame & {
  type: 'UNDERWRITING_INFORMATION_PROVIDED';
  payload: UnderwritingAskedPayload;
};

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingInformationRequestedEvent = EventFrame & {
  type: 'UNDERWRITING_INFORMATION_REQUESTED';
  payload: UnderwritingAskedPayload;
};

export interface UnderwritingLoading {
  /** Of the premium; below zero a credit. */
  percent: number;
  reason: string;
}

/** What the quote changes of the one that the underwriter approved with changes. */
export interface UnderwritingOffer {
  state: OfferState;
  /** The changed answers, by question. */
  answers?: { [key: string]: string };
  loading?: UnderwritingLoading;
  offeredTimestamp: string;
  /** With `kind`, `id` and `name`. */
  offeredBy: JsonObject;
  answeredTimestamp?: string;
  /** With `kind`, `id` and `name`. */
  answeredBy?: JsonObject;
}

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingOfferAcceptedEvent = EventFrame & {
  type: 'UNDERWRITING_OFFER_ACCEPTED';
  payload: UnderwritingAskedPayload;
};

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingOfferDeclinedEvent = EventFrame & {
  type: 'UNDERWRITING_OFFER_DECLINED';
  payload: UnderwritingAskedPayload;
};

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingOfferedEvent = EventFrame & {
  type: 'UNDERWRITING_OFFERED';
  payload: UnderwritingAskedPayload;
};

/** No default action. Permission: `underwriting:fire`. */
export type UnderwritingReferredEvent = EventFrame & {
  type: 'UNDERWRITING_REFERRED';
  payload: UnderwritingReferredPayload;
};

export interface UnderwritingReferredPayload {
  /** The client. */
  clientId: string;
  /** The quote's `requestId`. */
  quoteId: string;
  /** Where the quote changes or renews a policy. */
  policyId?: string | null;
}

export interface Upcoming {
  policyId: string;
  /** The day as of which the list is made. */
  today: string;
  /** The last day that the list covers: the end of the next term; of a policy that has ended, 366 days from today. */
  until: string;
  /** Whether the service does nothing with the policy after `until`, as far as is known today. */
  isComplete: boolean;
  content: UpcomingEntry[];
}

export type UpcomingCondition = 'PAID' | 'UNPAID' | 'ACCEPTED' | 'DECIDED';

export interface UpcomingEntry {
  /** The day; today for what is overdue. */
  on: string;
  type: UpcomingType;
  /** The same in words. */
  description: string;
  /** It does not happen if one of these comes true before: `PAID`, what is owed is paid in time; `UNPAID`, it is not; `ACCEPTED`, a renewal quote is selected; `DECIDED`, somebody decides otherwise about the renewal, or it cannot be renewed as it is. Empty if it depends on nothing. */
  unless: UpcomingCondition[];
  /** Of a statement: what is billed, open or written off; else null. */
  amount: number | null;
  /** Of a statement that is billed: the last day to pay. */
  dueDate: string | null;
  /** Of a notice: the first day without coverage. */
  cancellationDate: string | null;
  /** Null also for the late fee of a statement that is not past due yet. */
  statementId: string | null;
  /** The renewal quote that is held, or that expires. */
  quoteId: string | null;
  /** Of `POLICY_RENEWED` with a held quote: what would stop the next term from beginning on that day, as far as is known; else empty. */
  holds: HoldEffect[];
  /** The event of the notice by which the policy is canceled. */
  noticeId: string | null;
  termNumber: number;
}

/** The event that is fired or recorded then. What ends (`AUDIT_WINDOW_ENDS`, `REINSTATEMENT_ENDS`, `QUOTE_EXPIRES`) ends after the day. */
export type UpcomingType = 'STATEMENT_CREATED' | 'SHORTFALL_WRITTEN_OFF' | 'CHARGE_ANNOUNCED' | 'PAYMENT_COLLECT' | 'STATEMENT_PAST_DUE' | 'PRE_POLICY_CANCELLATION' | 'CANCELLATION_NOTICE_WITHDRAWN' | 'POLICY_CANCEL' | 'POLICY_ACTIVATED' | 'CHANGE_IN_FORCE' | 'COVERAGE_ENDS' | 'COVERAGE_RESUMES' | 'CUSTOMER_RENEWAL_90_DAYS_OUT' | 'PAYMENT_REMINDER' | 'POLICY_RENEWAL_QUOTING' | 'QUOTE_EXPIRES' | 'POLICY_RENEWED' | 'POLICY_EXPIRED' | 'AUDIT_WINDOW_ENDS' | 'REINSTATEMENT_ENDS' | 'POLICY_SETTLED' | 'POLICY_CLOSED';

/** Default action: Store the policy's documents. Permission: `documents:fire`. */
export type UploadPolicyDocumentsEvent = EventFrame & {
  type: 'UPLOAD_POLICY_DOCUMENTS';
  payload: UploadPolicyDocumentsPayload;
};

export interface UploadPolicyDocumentsPayload {
  /** The client. */
  clientId: string;
  /** The policy. */
  policyId: string;
  description?: string | null;
  /** 1 to 50 files; together at most the size of a request, 10 MiB. */
  documents: UploadedDocument[];
}

export interface UploadPolicyDocumentsResult {
  /** as in `POLICY_DOCUMENTS_UPLOADED` */
  documents?: StoredDocument[];
}

export interface UploadedDocument {
  /** The file name, without a path. */
  name: string;
  /** `pdf`, an image, an office document, `txt`, `csv` or `eml`. */
  extension: string;
  /** For example `application/pdf`; `application/octet-stream` where it is unknown. */
  mimeType: string;
  /** The file in base64, with padding. */
  base64EncodedFile: string;
}

export interface User {
  personId: string;
  /** The name for sign-in. */
  userId: string;
  firstName: string;
  lastName: string;
  /** Where links for a new password go. */
  email?: string;
  roles: string[];
  /** Beside those of the roles; `*` stands for all. */
  permissions: string[];
  /** A disabled user cannot sign in. */
  active: boolean;
  createdTimestamp: string;
  disabledTimestamp?: string;
}

export interface UserCreation {
  /** The name for sign-in, unique in the installation whatever its case. */
  userId: string;
  /** Default: `""`. */
  firstName?: string | null;
  /** Default: `""`. */
  lastName?: string | null;
  /** Where links for a new password go; without it none is sent. */
  email?: string | null;
  /** Sets of permissions: `GET /role` lists them. */
  roles?: Role[] | null;
  /** Beside those of the roles; `*` stands for all. */
  permissions?: GivenPermission[] | null;
  /** Generated if it is left out. */
  password?: string | null;
}

export interface UserPage {
  content: UserWithSignIn[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
  totalIsExact: boolean;
}

export interface UserRoles {
  /** Sets of permissions: `GET /role` lists them. */
  roles: Role[];
  /** Beside those of the roles; `*` stands for all. */
  permissions?: GivenPermission[] | null;
  /** Where links for a new password go; those that were sent count no more when it changes. It stays if it is left out. */
  email?: string | null;
  /** As it was read; changes nothing. */
  personId?: unknown;
  /** As it was read; changes nothing. */
  userId?: unknown;
  /** As it was read; changes nothing. */
  firstName?: unknown;
  /** As it was read; changes nothing. */
  lastName?: unknown;
  /** As it was read; changes nothing. */
  active?: unknown;
  /** As it was read; changes nothing. */
  createdTimestamp?: unknown;
  /** As it was read; changes nothing. */
  disabledTimestamp?: unknown;
}

export interface UserSignIn {
  /** The last time, as far as the audit log goes back; absent: not known. */
  lastTimestamp?: string;
  /** Absent for a token. */
  lastMethod?: SignInMethod;
  /** Whether the password needs a code beside it. */
  hasSecondFactor: boolean;
  /** The identity provider that knows the user. */
  issuer?: string;
}

export interface UserWithPassword {
  personId: string;
  /** The name for sign-in. */
  userId: string;
  firstName: string;
  lastName: string;
  /** Where links for a new password go. */
  email?: string;
  roles: string[];
  /** Beside those of the roles; `*` stands for all. */
  permissions: string[];
  /** A disabled user cannot sign in. */
  active: boolean;
  createdTimestamp: string;
  disabledTimestamp?: string;
  /** The generated password, which is shown only this once; absent if the request had one. */
  password?: string;
}

export interface UserWithSignIn {
  personId: string;
  /** The name for sign-in. */
  userId: string;
  firstName: string;
  lastName: string;
  /** Where links for a new password go. */
  email?: string;
  roles: string[];
  /** Beside those of the roles; `*` stands for all. */
  permissions: string[];
  /** A disabled user cannot sign in. */
  active: boolean;
  createdTimestamp: string;
  disabledTimestamp?: string;
  signIn: UserSignIn;
}

/** `paymentTriggerRequestId`, `paymentVerified`, `paymentProcessor`, `paymentIdentifier`, `amount` (minor units) and `currency` */
export interface VerifiedPayment {
  paymentTriggerRequestId: string;
  paymentVerified: boolean;
  paymentProcessor: string;
  paymentIdentifier: string | null;
  amount: number;
  currency: string;
}

export interface VersionCreator {
  personId?: string;
  name: string;
}

export type VersionSystemSource = 'BUILDER' | 'HOSTING';

export interface VisibleIteration {
  iterationId: string;
  /** What a person calls it: `2019 Toyota Camry`, by the answers that the product names it by, else `Vehicle 1`. */
  name: string;
  visibleQuestions: string[];
}

/** An extension: a hold stopped the reinstatement by a payment. When it is over or overridden, `POLICY_REINSTATE` reinstates the policy, also after the days within which that is possible otherwise; `PAYMENT_REFUND` pays back. */
export interface WaitingReinstatement {
  holdId: string;
  /** With the title, days and place of the hold. */
  reason: string;
  /** What is owed back to the policyholder. */
  amount: number;
}

export interface WebhookDelivery {
  deliveryId: string;
  endpointId: string;
  /** The event; a test has none. */
  triggerRequestId?: string;
  /** An event type, `WEBHOOK_TEST` or `WEBHOOK_DISABLED`. */
  eventType: string;
  /** The `webhook-id` header of every attempt. */
  messageId: string;
  state: WebhookDeliveryState;
  attempts: number;
  /** The status of the last answer. */
  lastStatus?: number;
  lastError?: string;
  lastAttemptTimestamp?: string;
  nextAttemptTimestamp?: string;
  createdTimestamp: string;
  endedTimestamp?: string;
}

export interface WebhookDeliveryPage {
  content: WebhookDelivery[];
  /** The current page, zero-based. */
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

export type WebhookDeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';

export interface WebhookDeliveryWithBody {
  deliveryId: string;
  endpointId: string;
  /** The event; a test has none. */
  triggerRequestId?: string;
  /** An event type, `WEBHOOK_TEST` or `WEBHOOK_DISABLED`. */
  eventType: string;
  /** The `webhook-id` header of every attempt. */
  messageId: string;
  state: WebhookDeliveryState;
  attempts: number;
  /** The status of the last answer. */
  lastStatus?: number;
  lastError?: string;
  lastAttemptTimestamp?: string;
  nextAttemptTimestamp?: string;
  createdTimestamp: string;
  endedTimestamp?: string;
  body: WebhookNotification;
}

export interface WebhookEndpoint {
  endpointId: string;
  /** Absent if it is polled. */
  url?: string;
  isPolled: boolean;
  description: string;
  eventTypes: string[];
  active: boolean;
  /** Why the service disabled it. */
  disabledReason?: string;
  /** No notification has been accepted since; absent if the last one was. */
  failingSinceTimestamp?: string;
  /** The result of the last attempt, if it failed. */
  lastError?: string;
  /** The endpoint failed several times in a row: the time of the next attempt. */
  pausedUntilTimestamp?: string;
  createdTimestamp: string;
  updatedTimestamp: string;
}

export interface WebhookEndpointCreation {
  /** `https`, with a host on the public internet that the installation allows. */
  url?: string | null;
  /** Instead of a `url`: nothing is sent; the notifications are taken by `POST /webhook/endpoint/{endpointId}/poll`. Default: `false`. */
  isPolled?: boolean | null;
  /** For people. Default: `""`. */
  description?: string | null;
  /** The types of its notifications, of events and of changes; empty for every type. */
  eventTypes?: NotifiedType[] | null;
  /** A disabled endpoint gets no notifications. Default: `true`. */
  active?: boolean | null;
}

export interface WebhookEndpointUpdate {
  /** `https`, with a host on the public internet that the installation allows. */
  url?: string | null;
  /** For people. */
  description?: string | null;
  /** The types of its notifications, of events and of changes; empty for every type. */
  eventTypes?: NotifiedType[] | null;
  /** A disabled endpoint gets no notifications. */
  active?: boolean | null;
  /** As it was read; changes nothing. */
  endpointId?: unknown;
  /** As it was read; changes nothing. */
  isPolled?: unknown;
  /** As it was read; changes nothing. */
  disabledReason?: unknown;
  /** As it was read; changes nothing. */
  failingSinceTimestamp?: unknown;
  /** As it was read; changes nothing. */
  lastError?: unknown;
  /** As it was read; changes nothing. */
  pausedUntilTimestamp?: unknown;
  /** As it was read; changes nothing. */
  createdTimestamp?: unknown;
  /** As it was read; changes nothing. */
  updatedTimestamp?: unknown;
}

export interface WebhookEndpointWithSecret {
  endpointId: string;
  /** Absent if it is polled. */
  url?: string;
  isPolled: boolean;
  description: string;
  eventTypes: string[];
  active: boolean;
  /** Why the service disabled it. */
  disabledReason?: string;
  /** No notification has been accepted since; absent if the last one was. */
  failingSinceTimestamp?: string;
  /** The result of the last attempt, if it failed. */
  lastError?: string;
  /** The endpoint failed several times in a row: the time of the next attempt. */
  pausedUntilTimestamp?: string;
  createdTimestamp: string;
  updatedTimestamp: string;
  /** The secret that signs notifications. It is shown only this once. */
  secret: string;
}

/** The body of a delivery. */
export type WebhookNotification = EventNotification | ChangeNotification | TestNotification | DisabledNotification;

export interface WebhookPoll {
  /** The `deliveryId`s of notifications that were taken before. Default: `[]`. */
  accepted?: string[] | null;
  /** Default: `20`. */
  size?: number | null;
}

export interface WebhookReplay {
  /** The time since which it is replayed. */
  from?: string | null;
  /** Instead of a time: a place in the feed of changes. */
  since?: string | null;
  /** Instead of them: the `nextCursor` of the replay before. */
  cursor?: string | null;
}

export interface WebhookReplayed {
  /** The number of notifications. */
  queued: number;
  /** The `cursor` of the next replay; absent if it is the last. */
  nextCursor?: string;
  /** There are no more. */
  isLast: boolean;
}

export interface WebhookSecret {
  endpointId: string;
  /** The secret that signs notifications. It is shown only this once. */
  secret: string;
  previousValidUntilTimestamp: string;
}

export interface WebhookSecretRotation {
  /** How long earlier secrets stay valid; 0 ends them at once. Default: `24`. */
  previousValidHours?: number | null;
}

export interface WithdrawnVersion {
  versionId: string;
  environment: Environment;
  withdrawn: number;
}

/** The query of "List what assistants did and ask to do". */
export interface ListAssistantActsQuery {
  state?: AssistantActState;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Read the audit log". */
export interface GetAuditLogQuery {
  action?: AuditedAction;
  /** A person's id, an API key, or an operator's account. */
  actorId?: string;
  targetId?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  recordedFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  recordedTo?: string;
  /** `nextBefore` of the page before. */
  before?: string;
  /** Default: `100`. */
  size?: number;
}

/** The query of "List the books that were sent". */
export interface ListBooksQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "What is wrong in a book". */
export interface ListBookFindingsQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List clients". */
export interface ListClientsQuery {
  clientId?: string;
  /** A part of the name, in upper or lower case; three characters at least. */
  clientName?: string;
  /** A part of the name or of a mail address, in upper or lower case, or a phone number, however it is typed; three characters at least. */
  anyMatch?: string;
  clientType?: ClientType;
  clientStatus?: ClientStatus;
  locationCode?: string;
  /** The test clock. */
  clockId?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  updatedFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  updatedTo?: string;
  /** `-` for descending. */
  sort?: ClientSort;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "What has happened to a client". */
export interface ListClientActivityQuery {
  /** Separated by commas. Default: all: EVENT, CHANGE, QUOTE, DECISION, NOTE, DOCUMENT, PAYMENT, REFUND, STATEMENT, CLIENT, HOLD, LOOKUP, MAIL, FILE, TASK, COLLECTION. */
  kinds?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  from?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  to?: string;
  /** Default: `50`. */
  size?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** The query of "List test clocks". */
export interface ListClocksQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Compare copies with their originals". */
export interface GetClockComparisonQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
  /** Another clock: compares with the latest copy of the same original under it. */
  with?: string;
}

/** The query of "List the people of your organization". */
export interface ListColleaguesQuery {
  /** What a first name, a last name or a user id begins with, regardless of case. */
  search?: string;
  /** Default: `50`. */
  size?: number;
}

/** The query of "Download a rating worksheet as a PDF". */
export interface DownloadWorksheetPdfQuery {
  /** Default: `false`. */
  verbose?: boolean;
}

/** The query of "Download a stored file". */
export interface DownloadFileQuery {
  /** The full URL of the file. */
  path: string;
}

/** The query of "List events, newest first". */
export interface ListEventsQuery {
  type?: EventType;
  lineId?: string;
  clientId?: string;
  /** The test clock. */
  clockId?: string;
  policyId?: string;
  batchId?: string;
  state?: EventState;
  /** Whether an action failed, in whatever state the event is. */
  failedActions?: boolean;
  /** Whether somebody acknowledged what failed. */
  acknowledged?: boolean;
  /** Whether an action waits, such as for the answer of a carrier. */
  waiting?: boolean;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List files". */
export interface ListFilesQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  taskId?: string;
  /** An event, such as a claim notification. */
  triggerRequestId?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
}

/** The query of "Upload a file". */
export interface UploadFileQuery {
  /** Characters that file names cannot have are removed. */
  fileName: string;
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  taskId?: string;
  /** An event, such as a claim notification. */
  triggerRequestId?: string;
  /** `BOTH`: the insurer and the seller see it; `OWN`: the own organization. Default: `"OWN"`. */
  sharedWith?: FileSharedWith;
}

/** The query of "Delete a file". */
export interface DeleteFileQuery {
  /** Why, for the audit log. */
  reason?: string;
}

/** The query of "List holds". */
export interface ListHoldsQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
  /** Those that concern the product. */
  lineId?: string;
  /** `true`: those that are in force today, in the organization's time zone. */
  inForce?: 'true' | 'false';
}

/** The query of "The holds that concern a product, a quote or a policy". */
export interface GetConcerningHoldsQuery {
  lineId?: string;
  quoteId?: string;
  policyId?: string;
}

/** The query of "List jobs". */
export interface ListJobsQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Make a job: an event for each row of a file". */
export interface CreateJobQuery {
  /** The event that is fired for each row. */
  type: 'GET_QUOTES' | 'POLICY_CREATE' | 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_ENDORSE' | 'POLICY_RENEWAL_QUOTING' | 'RENEWAL_QUOTE_SELECTED' | 'CANCEL_RENEWAL' | 'PRE_POLICY_CANCELLATION' | 'POLICY_CANCEL' | 'POLICY_REINSTATE' | 'POLICY_REWRITE' | 'POLICY_EVENT_RECORD';
  /** The product that the rows are about. */
  lineId: string;
  /** By default the version that is deployed when a row is fired. */
  productVersionId?: string;
  /** For people. */
  name?: string;
  /** How many rows run beside each other. Default: `8`. */
  fanOut?: number;
}

/** The query of "Download the result of a job". */
export interface GetJobResultQuery {
  /** CSV, or an object a line. Default: `"csv"`. */
  format?: 'csv' | 'ndjson';
  /** Only the rows with this outcome. */
  outcome?: JobOutcome;
  /** Only the rows after the one with this number. Default: `0`. */
  after?: number;
  /** So many rows at most. Default: `100000`. */
  size?: number;
}

/** The query of "List API keys". */
export interface ListApiKeysQuery {
  /** `false`: those that are revoked or have expired. */
  active?: 'true' | 'false';
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List mails". */
export interface ListMailsQuery {
  clientId?: string;
  policyId?: string;
  quoteId?: string;
  /** Those that it was attached to: its deliveries. */
  documentId?: string;
  state?: MailState;
  purpose?: MailPurpose;
  /** Default: `100`. */
  size?: number;
  /** The `nextCursor` of the last answer: the list goes on from there. */
  cursor?: string;
}

/** The query of "What waits for you since you last looked". */
export interface ListMyNotificationsQuery {
  /** Default: `50`. */
  size?: number;
}

/** The query of "List your views". */
export interface ListMyViewsQuery {
  /** The list, such as `policies`. */
  list?: string;
}

/** The query of "List policies under notice of cancellation, with amounts past due, or whose renewal or reinstatement waits for a person". */
export interface ListPoliciesForAttentionQuery {
  /** Default: all. */
  reason?: AttentionReason;
  /** The product. */
  lineId?: string;
  /** With `reason=PAST_DUE`: only policies with a statement past due whose due date is this day or later. */
  dueFrom?: string;
  /** The same, this day or earlier. */
  dueTo?: string;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Read a full policy". */
export interface GetPolicyQuery {
  /** The day; by default today. An extension. */
  effectiveOn?: string;
  /** The time of knowledge; by default now. An extension. */
  knownAt?: string;
}

/** The query of "What has happened to a policy". */
export interface ListPolicyActivityQuery {
  /** Separated by commas. Default: all: EVENT, CHANGE, QUOTE, DECISION, NOTE, DOCUMENT, PAYMENT, REFUND, STATEMENT, CLIENT, HOLD, LOOKUP, MAIL, FILE, TASK, COLLECTION. */
  kinds?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  from?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  to?: string;
  /** Default: `50`. */
  size?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** The query of "List a policy's payments". */
export interface ListPolicyPaymentsQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Preview the return premium of a cancellation". */
export interface PreviewCancellationQuery {
  /** The first day without coverage. */
  effectiveDate: string;
  /** One of the reasons of the product. */
  cancellationReasonConfigId?: string;
}

/** The query of "Preview the charge of a reinstatement". */
export interface PreviewReinstatementQuery {
  /** Default: the day of the cancellation. */
  effectiveDate?: string;
}

/** The query of "Preview the money of a rewrite". */
export interface PreviewRewriteQuery {
  /** The quote that is to take its place. */
  quoteId: string;
}

/** The query of "Read a policy as it was on a day, and as it was known at a time". */
export interface GetPolicyTimelineQuery {
  /** The day; by default today. An extension. */
  effectiveOn?: string;
  /** The time of knowledge; by default now. An extension. */
  knownAt?: string;
}

/** The query of "List products". */
export interface ListProductsQuery {
  /** One product. */
  lineId?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List consents". */
export interface ListConsentsQuery {
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "Read the definition of a version". */
export interface GetProductVersionQuery {
  /** A state where the product is sold: the definition with the overlays that hold there. */
  state?: string;
  /** With `state`: the first day of the term, by default today. */
  on?: string;
}

/** The query of "List quotes". */
export interface ListQuotesQuery {
  /** Whether an underwriter still has to decide. */
  underReview?: boolean;
  /** What it waits for: the underwriter (`DECISION`), an answer of the seller (`INFORMATION`), its decision on an offer (`OFFER`), or the confirmation of a condition before binding (`CONDITION`). */
  waitsFor?: QuoteWait;
  /** `DECLINED`: declined in rating. */
  outcome?: QuoteOutcome;
  /** The product. */
  lineId?: string;
  /** One type of quote, such as `QUOTE` for new business. */
  type?: QuoteType;
  /** Whether a policy, a renewal or a change was issued from it. */
  bound?: boolean;
  /** The batch of the event that made it. */
  batchId?: string;
  /** The event that made it. */
  triggerRequestId?: string;
  /** The policy that was issued from it, or that it is about: its changes and renewals, bound or not. */
  policyId?: string;
  /** Quotes that the organization itself made, and that are assigned to a person: `me`, an id, or `nobody`. */
  assignedTo?: string;
  clientId?: string;
  /** A part of the client's name, in upper or lower case; three characters at least. Of another organization's client, also of the name in its answers. */
  clientName?: string;
  /** The test clock. */
  clockId?: string;
  /** Inclusive. */
  effectiveDateFrom?: string;
  /** Inclusive. */
  effectiveDateTo?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** Default: `false`. */
  oldestFirst?: boolean;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "What has happened to a quote". */
export interface ListQuoteActivityQuery {
  /** Separated by commas. Default: all: EVENT, CHANGE, QUOTE, DECISION, NOTE, DOCUMENT, PAYMENT, REFUND, STATEMENT, CLIENT, HOLD, LOOKUP, MAIL, FILE, TASK, COLLECTION. */
  kinds?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  from?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  to?: string;
  /** Default: `50`. */
  size?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** The query of "List earlier decisions on quotes that the same rules referred". */
export interface ListSimilarDecisionsQuery {
  /** Default: `10`. */
  size?: number;
}

/** The query of "Read a quote". */
export interface GetQuoteQuery {
  /** Default: `false`. */
  includeRawData?: boolean;
}

/** The query of "Read the quotes of a fired event". */
export interface GetQuotesOfEventQuery {
  /** Default: `false`. */
  preGenerateQuoteProposal?: boolean;
}

/** The query of "Report: figures of the book at once". */
export interface GetFiguresQuery {
  /** The last day of what is earned, billed, paid and due; default today. */
  asOf?: string;
  /** What was recorded at this time or later does not count: the earned premium of a past day as it is known now, or as it was known then. Default: the end of `asOf` in the organization's time zone. `written` is all that was recorded by then. Statements and payments are recorded on their day. */
  knownAt?: string;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
}

/** The query of "Report: double-entry postings". */
export interface GetPostingsQuery {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** A transaction of each kind a day or a month; `month` takes whole months. Default: `"month"`. */
  by?: 'day' | 'month';
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
  /** Default: by `Accept`, else `json`. */
  format?: PostingFormat;
}

/** The query of "Report: written, earned and unearned premium as of a date". */
export interface GetPremiumReportQuery {
  /** The date of the report, default today. It includes what was recorded by the end of this day in the organization's time zone. */
  asOf?: string;
  /** What a row is about. `term` (a row for each policy and term) or `policy`; or one or two of `coverage`, `unitClass`, `riskState`, `state`, `line`, `productVersion`, `seller` and `producer`, with a comma between them. `riskState` is the state that each amount was rated for; `state` is that of the insured's address, as the policy has it now. `term`, `policy`, `line` and `state` alone have no premium in force. Default: `"term"`. */
  by?: string;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
  /** Default: by `Accept`, else `json`. */
  format?: ReportFormat;
}

/** The query of "Report: quotes to binds". */
export interface GetQuoteReportQuery {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  by?: QuotePeriod;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
}

/** The query of "Report: billed, paid and due as of a date". */
export interface GetReceivablesReportQuery {
  /** The date of the report, default today. It includes what was recorded by the end of this day in the organization's time zone. */
  asOf?: string;
  /** What a row is about; `term`: a row for each policy and term. Default: `"term"`. */
  by?: ReportGrouping;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
  /** Default: by `Accept`, else `json`. */
  format?: ReportFormat;
}

/** The query of "Report: referrals by age". */
export interface GetReferralReportQuery {
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
}

/** The query of "Report: retention". */
export interface GetRetentionReportQuery {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  by?: QuotePeriod;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
}

/** The query of "Report: taxes and fees charged, earned and returned as of a date". */
export interface GetTaxesReportQuery {
  /** The date of the report, default today. It includes what was recorded by the end of this day in the organization's time zone. */
  asOf?: string;
  /** What a row is about: one to three of `type`, `authority`, `riskState`, `state`, `line`, `productVersion`, `seller` and `producer`, with commas between them. `riskState` is the state that each amount was rated for; `state` is that of the insured's address, as the policy has it now. Default: `"type,authority"`. */
  by?: string;
  /** Only what has this test clock, as of its time. Without it, what has a test clock is left out. */
  clockId?: string;
  /** Default: by `Accept`, else `json`. */
  format?: ReportFormat;
}

/** The query of "Sign in through an identity provider". */
export interface BeginSignOnQuery {
  /** A page of the console: where the sign-in leads. Default: `"/console"`. */
  returnTo?: string;
}

/** The query of "Come back from an identity provider". */
export interface FinishSignOnQuery {
  state: string;
}

/** The query of "List tasks". */
export interface ListTasksQuery {
  state?: ListedTaskState;
  /** `me`: the caller, who must be a person. `none`: those without an owner. */
  owner?: string;
  /** Separated by commas: admin, underwriter, producer, billing, service, author, read-only. */
  role?: string;
  /** Those with a note that mentions the person. */
  mentions?: string;
  /** Also about its quotes, policies and events. */
  clientId?: string;
  quoteId?: string;
  policyId?: string;
  /** Of an event. */
  triggerRequestId?: string;
  priority?: TaskPriority;
  /** Due on this day or later. */
  dueFrom?: string;
  /** Due before this day. */
  dueBefore?: string;
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** `true`: due before today, in the organization's time zone or by the test clock. `false`: all others. */
  overdue?: boolean;
  /** Only what has this test clock, by its time. Without it, what has a test clock is left out, unless a client, quote, policy or event is named. */
  clockId?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List users". */
export interface ListUsersQuery {
  /** `false`: those that are disabled. */
  active?: 'true' | 'false';
  /** Inclusive; a date stands for its start in the organization's time zone. */
  createdFrom?: string;
  /** Inclusive; a date stands for its end in the organization's time zone. */
  createdTo?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}

/** The query of "List deliveries". */
export interface ListWebhookDeliveriesQuery {
  endpointId?: string;
  state?: WebhookDeliveryState;
  eventType?: NotificationType;
  triggerRequestId?: string;
  /** Inclusive. */
  createdFrom?: string;
  /** Exclusive. */
  createdTo?: string;
  /** Zero-based. Default: `0`. */
  page?: number;
  /** Default: `20`. */
  size?: number;
}
