// Written from the contract by `npm run docs:clients`; do not edit.
import type { Answered } from '../core/answered.js';
import type { Http, RequestOptions } from '../core/http.js';
import { byCursor, byCursorOrNumber, byNumber, byTime, type List } from '../core/list.js';
import { Resource } from '../core/resource.js';
import type {
  ActivityEntry,
  ActivityPage,
  AnswerMap,
  ApiKey,
  ApiKeyCreation,
  ApiKeyPage,
  ApiKeyRotation,
  ApiKeyWithSecret,
  ArchivedVersion,
  AssistantAct,
  AssistantActPage,
  AssistantAllowed,
  AssistantConsent,
  AssistantRequest,
  AssistantRequestToRead,
  AuditEntry,
  AuditPage,
  BatchProgress,
  BeginSignOnQuery,
  Book,
  BookFinding,
  BookFindingPage,
  BookPage,
  BookToSend,
  CancellationPreview,
  ClientErasure,
  ClientExport,
  ClientNote,
  ClientNoteToAdd,
  ClientPage,
  ClientProfile,
  ClientSave,
  ClientWithData,
  Clock,
  ClockAdvanceRequest,
  ClockComparison,
  ClockCopy,
  ClockCopyRequest,
  ClockCreation,
  ClockPage,
  ClockUpdate,
  ClosedMonth,
  Colleagues,
  CollectionLink,
  ComparedPolicy,
  ConcerningHolds,
  ConnectedAssistants,
  ConsentPage,
  CreateJobQuery,
  DecisionOnAct,
  DeleteFileQuery,
  DeployedVersion,
  DocumentToGenerate,
  DownloadFileQuery,
  DownloadWorksheetPdfQuery,
  Draft,
  DraftToSave,
  Drafts,
  EffectiveDateCorrection,
  EvaluatedForms,
  EventAcknowledgementToGive,
  EventPage,
  EventRun,
  FigureReport,
  FinishSignOnQuery,
  FullPolicy,
  FullPolicyFlags,
  GetAuditLogQuery,
  GetClockComparisonQuery,
  GetConcerningHoldsQuery,
  GetFiguresQuery,
  GetJobResultQuery,
  GetPolicyQuery,
  GetPolicyTimelineQuery,
  GetPostingsQuery,
  GetPremiumReportQuery,
  GetProductVersionQuery,
  GetQuoteQuery,
  GetQuoteReportQuery,
  GetQuotesOfEventQuery,
  GetReceivablesReportQuery,
  GetReferralReportQuery,
  GetRetentionReportQuery,
  GetTaxesReportQuery,
  GivenConsent,
  GrantedLicense,
  Hold,
  HoldChange,
  HoldDeclaration,
  HoldOverride,
  HoldOverrideRequest,
  HoldPage,
  HoldWithOverrides,
  HostedVersions,
  ImpactReport,
  ImpactRequest,
  ImportedProductVersion,
  InboundMessage,
  InformationAnswers,
  InformationToRequest,
  Job,
  JobCreation,
  JobPage,
  JsonObject,
  KeyPairs,
  KeyToken,
  KeyTokenRequest,
  Ledger,
  LedgerEntryToEdit,
  LedgerEntryToRecord,
  LedgerPage,
  LedgerRecord,
  LedgerSearch,
  LinkedPassword,
  ListApiKeysQuery,
  ListAssistantActsQuery,
  ListBookFindingsQuery,
  ListBooksQuery,
  ListClientActivityQuery,
  ListClientsQuery,
  ListClocksQuery,
  ListColleaguesQuery,
  ListConsentsQuery,
  ListEventsQuery,
  ListFilesQuery,
  ListHoldsQuery,
  ListJobsQuery,
  ListMailsQuery,
  ListMyNotificationsQuery,
  ListMyViewsQuery,
  ListPoliciesForAttentionQuery,
  ListPolicyActivityQuery,
  ListPolicyPaymentsQuery,
  ListProductsQuery,
  ListQuoteActivityQuery,
  ListQuotesQuery,
  ListSimilarDecisionsQuery,
  ListTasksQuery,
  ListUsersQuery,
  ListWebhookDeliveriesQuery,
  ListedClient,
  ListedClock,
  ListedConsent,
  ListedEvent,
  ListedProduct,
  ListedQuote,
  Mail,
  MailList,
  MailPosting,
  MailReports,
  MailResend,
  MailToSend,
  MailWithText,
  Me,
  MonthToClose,
  Notifications,
  NotificationsSeen,
  OpenedPaymentMethod,
  Organization,
  OrganizationSettings,
  Paperless,
  PaperlessRequest,
  PartnerEvaluation,
  PasswordChange,
  PasswordLinkRequest,
  PasswordReset,
  PaymentMethodSetup,
  Policy,
  PolicyCollection,
  PolicyCollectionRequest,
  PolicyForAttention,
  PolicyForAttentionPage,
  PolicyNumberCorrection,
  PolicyPayment,
  PolicyPaymentPage,
  PolicySearch,
  PolicySummary,
  PolicySummaryPage,
  PolicyTimeline,
  PolledNotifications,
  PostingReport,
  PremiumReport,
  PreviewCancellationQuery,
  PreviewReinstatementQuery,
  PreviewRewriteQuery,
  ProductAuthority,
  ProductCaseReport,
  ProductConsent,
  ProductDeployment,
  ProductDisplay,
  ProductImport,
  ProductLicense,
  ProductLint,
  ProductPage,
  ProductTest,
  ProductVersionDefinition,
  ProductWithdrawal,
  ProviderLogout,
  QuestionsRequest,
  Quote,
  QuoteAssignment,
  QuoteComparison,
  QuoteNoteToAdd,
  QuotePage,
  QuoteRelease,
  QuoteReplay,
  QuoteReport,
  QuoteReview,
  QuotesOfTrigger,
  ReceivablesReport,
  RecoveryCodes,
  ReferralReport,
  ReinstatementPreview,
  ReportedMails,
  Requote,
  ResetPassword,
  RetentionReport,
  RewritePreview,
  Roles,
  SavedPaymentMethod,
  SavedPaymentMethods,
  SavedView,
  SavedViewSettings,
  SavedViews,
  SecondFactorConfirmation,
  SecondFactorRemoval,
  SecondFactorRequest,
  SecondFactorSecret,
  SentProduct,
  Session,
  SessionRequest,
  Sessions,
  SignOns,
  SimilarDecisions,
  StoredFile,
  StoredFilePage,
  Task,
  TaskChange,
  TaskNoteToAdd,
  TaskPage,
  TaskToCreate,
  TaskWithNotes,
  TaxesReport,
  TokenPair,
  TrialRatings,
  TrialRequest,
  TriggerResult,
  UnderwriterDecision,
  Underwriters,
  Upcoming,
  UploadFileQuery,
  User,
  UserCreation,
  UserPage,
  UserRoles,
  UserWithPassword,
  UserWithSignIn,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryWithBody,
  WebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookPoll,
  WebhookReplay,
  WebhookReplayed,
  WebhookSecret,
  WebhookSecretRotation,
  WithdrawnVersion,
} from './types.js';

export class AssistantsOperations extends Resource {
  /**
   * List what assistants did and ask to do.
   *
   * The acts of the organization's assistants, the latest first, and what they come to today. It counts and pages up to 10,000: narrow longer lists by `state`. An extension.
   *
   * Permission: `tasks:read`.
   */
  list(query?: ListAssistantActsQuery, options?: RequestOptions): List<AssistantActPage, AssistantAct> {
    return this.pages({ method: 'GET', path: '/ioi/v3/assistant/act', query }, { in: 'query', items: (page: AssistantActPage) => page.content, next: byNumber }, options);
  }

  /**
   * Read an act of an assistant.
   *
   * What it changes or has changed, for whom, and who decided on it. An extension.
   *
   * Permission: `tasks:read`.
   */
  get(actId: string, options?: RequestOptions): Answered<AssistantAct> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/assistant/act/${encodeURIComponent(actId)}` }, options);
  }

  /**
   * Refuse an act of an assistant.
   *
   * Nothing is done. Safe to repeat. An extension.
   *
   * Permission: `tasks:write`.
   */
  refuse(actId: string, body: DecisionOnAct = {}, options?: RequestOptions): Answered<AssistantAct> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/assistant/act/${encodeURIComponent(actId)}/refuse`, body, isKeyed: true }, options);
  }

  /**
   * Release an act of an assistant.
   *
   * It is previewed again, and carried out as the key that asked for it if nothing has changed since. Only a person who may do it themselves releases it, within 7 days. Safe to repeat. An extension.
   *
   * Permission: `tasks:write`.
   */
  release(actId: string, body: DecisionOnAct = {}, options?: RequestOptions): Answered<AssistantAct> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/assistant/act/${encodeURIComponent(actId)}/release`, body, isKeyed: true }, options);
  }
}

export class AuditOperations extends Resource {
  /**
   * Read the audit log.
   *
   * The entries of the organization, the latest first. The actions:
   *
   * - `SIGNED_IN`: a user signed in
   * - `SIGN_IN_REFUSED`: a sign-in was refused: an unknown user id, a wrong password, or a disabled user
   * - `SIGN_IN_LIMITED`: a sign-in was refused because too many had failed
   * - `KEY_REFUSED`: a known API key was refused: a wrong secret, expired or revoked
   * - `ORGANIZATION_CREATED`: an organization was created
   * - `ORGANIZATION_CHANGED`: an organization's settings were changed
   * - `MONTH_CLOSED`: a month of an organization's postings was closed
   * - `BORDEREAU_DECIDED`: rows of a seller's bordereau were accepted or disputed
   * - `COMMISSION_ADJUSTED`: a seller's commission was adjusted by hand
   * - `OUTBOUND_SECRET_SHOWN`: the secret that signs outbound requests was shown
   * - `USER_CREATED`: a user was created
   * - `USER_DISABLED`: a user was disabled
   * - `USER_ENABLED`: a user was enabled
   * - `USER_SIGNED_OUT`: a user's tokens and sessions were ended
   * - `SESSION_ENDED`: one session of a user was ended, by the user or somebody else
   * - `ASSISTANT_CONNECTED`: a user allowed an assistant to work for them
   * - `ASSISTANT_DISCONNECTED`: an assistant's access was ended: by the user, by somebody else, by itself, or as a token was used twice
   * - `SECOND_FACTOR_ADDED`: a user added a second factor to the password
   * - `SECOND_FACTOR_REMOVED`: a user removed the own second factor
   * - `SECOND_FACTOR_RESET`: a user's second factor was removed by somebody else
   * - `RECOVERY_CODE_USED`: a recovery code was used instead of the second factor
   * - `PASSWORD_RESET_REQUESTED`: a link for a new password was mailed, as somebody asked for it
   * - `PASSWORD_CHANGED`: a user's password was replaced
   * - `USER_ROLES_CHANGED`: a user's roles and permissions were replaced
   * - `KEY_CREATED`: an API key was created
   * - `KEY_ROTATED`: an API key got another secret
   * - `KEY_REVOKED`: an API key was revoked
   * - `SIGNING_KEY_ROTATED`: the key that signs tokens was replaced
   * - `PRODUCT_IMPORTED`: a version of a product was imported
   * - `PRODUCT_LICENSED`: a product was licensed to another organization
   * - `LICENSE_RECEIVED`: the organization got a license, or another grant with it
   * - `CONSENT_GIVEN`: the organization consented that another one's product quotes in its name
   * - `CONSENT_RECEIVED`: another organization consented that a product quotes in its name
   * - `CONSENT_REVOKED`: such a consent was withdrawn
   * - `VERSION_DEPLOYED`: a version was deployed
   * - `VERSION_WITHDRAWN`: a version was withdrawn
   * - `VERSION_ARCHIVED`: a version was archived
   * - `BOOK_SENT`: a book of policies was sent, to be checked or loaded
   * - `BOOK_CANCELED`: a book of policies was canceled
   * - `BOOK_LOADED`: policies of another system were loaded
   * - `EVENT_ACKNOWLEDGED`: a failed event was acknowledged
   * - `QUOTE_DECIDED`: an underwriter decided on a quote
   * - `QUOTE_INFORMATION_REQUESTED`: an underwriter asked for information about a quote
   * - `QUOTE_INFORMATION_WITHDRAWN`: an underwriter withdrew such a request
   * - `QUOTE_INFORMATION_PROVIDED`: a seller answered such a request
   * - `QUOTE_OFFER_ANSWERED`: a seller accepted or declined an underwriter's offer
   * - `QUOTE_CONDITION_CONFIRMED`: the insurer confirmed a condition of a quote
   * - `QUOTE_ASSIGNED`: a quote under review was assigned to a person, or released
   * - `QUOTE_NOTED`: an underwriter wrote a note on a quote
   * - `EFFECTIVE_DATE_CORRECTED`: a policy's effective date was corrected
   * - `POLICY_NUMBER_CORRECTED`: a policy's number was corrected
   * - `PAYMENT_METHOD_OPENED`: the set-up of a client's payment method was opened
   * - `PAYMENT_METHOD_REMOVED`: a client's payment method was removed
   * - `COLLECTION_BEGUN`: the automatic collection of a policy was begun or changed
   * - `COLLECTION_ENDED`: the automatic collection of a policy was ended
   * - `COLLECTION_LINK_MADE`: a policyholder's link to the collection was made
   * - `LEDGER_ENTRY_ADDED`: an entry was added to a policy's ledger by hand
   * - `LEDGER_ENTRY_CHANGED`: an entry of a policy's ledger was changed by hand
   * - `LEDGER_ENTRY_DELETED`: an entry of a policy's ledger was deleted by hand
   * - `BOOK_EXPORTED`: a book of policies was exported to files
   * - `FILE_UPLOADED`: a file was uploaded
   * - `FILE_DELETED`: a file was deleted, with its bytes
   * - `PAPERLESS_CONSENTED`: a client's consent to paperless delivery was recorded
   * - `PAPERLESS_WITHDRAWN`: the withdrawal of a client's consent to it was recorded
   * - `CLIENT_EXPORTED`: a client's data were exported
   * - `CLIENT_ERASED`: a client was erased
   * - `CLIENT_NOTED`: a note was added to a client
   * - `WEBHOOK_CREATED`: a webhook endpoint was created
   * - `WEBHOOK_CHANGED`: a webhook endpoint was changed
   * - `WEBHOOK_DELETED`: a webhook endpoint was deleted
   * - `WEBHOOK_SECRET_ROTATED`: a webhook endpoint got another secret
   * - `CLOCK_CREATED`: a test clock was made
   * - `CLOCK_CHANGED`: a test clock's name or settings were changed
   * - `CLOCK_ADVANCED`: an advance of a test clock was begun
   * - `CLOCK_COPIED`: policies were copied under a test clock
   * - `CLOCK_STOPPED`: an advance of a test clock was stopped
   * - `CLOCK_DELETED`: a test clock was deleted, with everything of it
   * - `JOB_CREATED`: a job was made, which fires an event for each row of a file
   * - `JOB_PAUSED`: a job was paused
   * - `JOB_RESUMED`: a job was resumed
   * - `JOB_CANCELED`: a job was canceled
   * - `JOB_RETRIED`: the failed rows of a job were run again
   * - `HOLD_DECLARED`: a hold was declared, which stops business in a place
   * - `HOLD_CHANGED`: a hold's days, place or stops were changed
   * - `HOLD_ENDED`: a hold was ended
   * - `HOLD_OVERRIDDEN`: a hold was overridden for a quote or a policy
   * - `ASSISTANT_ACTED`: an assistant did what it had previewed, or asked that a person releases it
   * - `ASSISTANT_ACT_RELEASED`: a person released an assistant's act
   * - `ASSISTANT_ACT_REFUSED`: a person refused an assistant's act
   * - `TASK_CREATED`: a task was made by hand
   * - `TASK_CHANGED`: a task's title, owner, role, due date or priority was changed
   * - `TASK_COMPLETED`: a task was completed by hand
   * - `TASK_REOPENED`: a completed task was opened again
   * - `TASK_NOTED`: a note was written on a task
   * - `MAIL_WRITTEN`: a mail was written by hand
   * - `MAIL_RESENT`: a mail was sent again
   * - `MAIL_POSTED`: it was recorded that a mail was printed and posted
   * - `MAIL_CANCELED`: a mail that waited was canceled
   * - `MAILS_LISTED`: mails were listed
   * - `POLICIES_SEARCHED`: policies were searched
   * - `CLIENTS_LISTED`: clients were listed
   * - `QUOTES_LISTED`: quotes were listed
   * - `JOB_RESULT_READ`: the result of a job was downloaded
   * - `REPORT_READ`: a report was read
   * - `RECONCILED`: the installation was mended after a restore
   * - `WAREHOUSE_WRITTEN`: the records were written to a warehouse
   * - `CHANGES_READ`: the feed of changes was read
   * - `AUDIT_READ`: the audit log was read
   *
   * Permission: `audit:read`.
   */
  log(query?: GetAuditLogQuery, options?: RequestOptions): List<AuditPage, AuditEntry> {
    return this.pages({ method: 'GET', path: '/ioi/v3/audit', query }, { in: 'query', items: (page: AuditPage) => page.entries, next: byCursor('before', (page: AuditPage) => page.nextBefore) }, options);
  }
}

export class BooksOperations extends Resource {
  /**
   * List the books that were sent.
   *
   * Those of the organization, the latest first. An extension.
   *
   * Permission: `book:write`.
   */
  list(query?: ListBooksQuery, options?: RequestOptions): List<BookPage, Book> {
    return this.pages({ method: 'GET', path: '/ioi/v3/book', query }, { in: 'query', items: (page: BookPage) => page.content, next: byNumber }, options);
  }

  /**
   * Send a book: policies of another system, with all that was done to them.
   *
   * The files of the folder that `book load` reads, by their names. It is checked, loaded and compared in the background: read it until it has ended. Its files are deleted then. No documents are made, no notifications are sent, no numbers are spent. What is here stays as it is, so a book may be sent again. At most 50 MiB, and one at a time; larger ones are loaded with the command. An extension.
   *
   * Permission: `book:write`.
   */
  send(body: BookToSend, options?: RequestOptions): Answered<Book> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/book', body, isKeyed: true }, options);
  }

  /**
   * Read a book that was sent.
   *
   * Its state, its counts and, when it was loaded, its receipt. An extension.
   *
   * Permission: `book:write`.
   */
  get(bookId: string, options?: RequestOptions): Answered<Book> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/book/${encodeURIComponent(bookId)}` }, options);
  }

  /**
   * Cancel a book that is checked or loaded.
   *
   * For good. The records that are being written are still written, no others; what was written stays. The same book may be sent again, which goes on. Safe to repeat. An extension.
   *
   * Permission: `book:write`.
   */
  cancel(bookId: string, options?: RequestOptions): Answered<Book> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/book/${encodeURIComponent(bookId)}/cancel`, isKeyed: true }, options);
  }

  /**
   * What is wrong in a book.
   *
   * By file and line, in the order in which it was found: by the check, the load and the comparison. The first 10,000 of each step are kept. An extension.
   *
   * Permission: `book:write`.
   */
  listFindings(bookId: string, query?: ListBookFindingsQuery, options?: RequestOptions): List<BookFindingPage, BookFinding> {
    return this.pages({ method: 'GET', path: `/ioi/v3/book/${encodeURIComponent(bookId)}/findings`, query }, { in: 'query', items: (page: BookFindingPage) => page.content, next: byNumber }, options);
  }
}

export class ClientsOperations extends Resource {
  /**
   * List clients.
   *
   * An extension. The clients of the organization without their answers, the latest created first unless `sort` says otherwise; with `updatedFrom` or `updatedTo` the latest changed first. Totals are exact up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, too: continue with `createdTo`, or `updatedTo`, of the last client read. An API key that is restricted to products finds the clients of its quotes, policies and events.
   *
   * Permission: `clients:read`.
   */
  list(query?: ListClientsQuery, options?: RequestOptions): List<ClientPage, ListedClient> {
    return this.pages({ method: 'GET', path: '/ioi/v3/client', query }, { in: 'query', items: (page: ClientPage) => page.content, next: query?.sort ? byNumber : (query?.updatedFrom ?? query?.updatedTo) ? byTime('updatedTo', (item: ListedClient) => item.updatedTimestamp) : byTime('createdTo', (item: ListedClient) => item.createdTimestamp), id: (item) => item.clientId }, options);
  }

  /**
   * Create or update a client.
   *
   * Without `clientId` a client of the authenticated organization is created, by default a `COMMERCIAL` `LEAD` without name, location code or answers. With the `clientId` of an existing client each field in the request replaces the stored one, and a missing field stays; `clientData` replaces the whole map; then the loop iterations in `intakeLoopIterationIdsToDelete` are removed. Every change of answers keeps the previous version.
   *
   * Permission: `clients:write`.
   *
   * Specification: 4.2.
   */
  put(body: ClientSave = {}, options?: RequestOptions): Answered<ClientProfile> {
    return this.http.json({ method: 'PUT', path: '/ioi/v3/client', body, isKeyed: true }, options);
  }

  /**
   * What has happened to a client.
   *
   * An extension: what has happened, from every source in one list. What the caller may not read is left out, and `withheld` says so. See [activity](/docs/activity).
   *
   * Permission: `clients:read`.
   */
  listActivity(clientId: string, query?: ListClientActivityQuery, options?: RequestOptions): List<ActivityPage, ActivityEntry> {
    return this.pages({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/activity`, query }, { in: 'query', items: (page: ActivityPage) => page.entries, next: byCursor('cursor', (page: ActivityPage) => page.nextCursor) }, options);
  }

  /**
   * Add a note to a client.
   *
   * An extension. Only the client's organization reads it, in the client's activity. A client takes 10000 notes.
   *
   * Permission: `clients:write`.
   */
  addNote(clientId: string, body: ClientNoteToAdd, options?: RequestOptions): Answered<ClientNote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/note`, body, isKeyed: true }, options);
  }

  /**
   * Erase a client.
   *
   * Erases the profile, all answers, the contents of events, quotes that were never bound and documents, for good. Policies are kept with their quotes, documents and money for the time that the installation sets, and are erased after it. Afterwards the client is found by nothing but this endpoint and its export. To erase it again is safe.
   *
   * Permission: `clients:erase`.
   */
  erase(clientId: string, options?: RequestOptions): Answered<ClientErasure> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/erase`, isKeyed: true }, options);
  }

  /**
   * Export everything about a client.
   *
   * One JSON object with what the organization reads about the client by `GET`, with the same fields: the client and its earlier answers, and a list each of events, quotes, reviews, policies, their timelines, ledgers and payments, and documents, which `GET /file` downloads. An erased client is null, with what is kept of its records.
   *
   * Permission: `clients:export`.
   */
  export(clientId: string, options?: RequestOptions): Answered<ClientExport> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/export` }, options);
  }

  /**
   * Read a client's consent to paperless delivery.
   *
   * With all that was recorded of it. An extension.
   *
   * Permission: `clients:read`.
   */
  paperless(clientId: string, options?: RequestOptions): Answered<Paperless> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/paperless` }, options);
  }

  /**
   * Record a client's consent to paperless delivery, or its withdrawal.
   *
   * Policy documents, invoices and notices go by mail to the address of the consent. Without one they are to be printed. The consent is to its address: when the client's own address changes, they go on going to this one until another consent is recorded. The same again changes nothing. An extension.
   *
   * Permission: `clients:write`.
   */
  putPaperless(clientId: string, body: PaperlessRequest, options?: RequestOptions): Answered<Paperless> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/paperless`, body, isKeyed: true }, options);
  }

  /**
   * List a client's saved payment methods.
   *
   * The latest hundred, the newest first. An extension.
   *
   * Permission: `clients:read`.
   */
  listPaymentMethods(clientId: string, options?: RequestOptions): Answered<SavedPaymentMethods> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/payment-method` }, options);
  }

  /**
   * Open the set-up of a client's payment method.
   *
   * The payer's browser completes it with the `clientSecret`, in the provider's form: the service sees no number. It is `ACTIVE` once the provider says so, or `…/verify` has asked. An extension.
   *
   * Permission: `collection:write`.
   */
  openPaymentMethod(clientId: string, body: PaymentMethodSetup = {}, options?: RequestOptions): Answered<OpenedPaymentMethod> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/payment-method`, body, isKeyed: true }, options);
  }

  /**
   * Remove a client's payment method.
   *
   * Detaches it at the provider, and ends the collection of policies that were charged to it. An extension.
   *
   * Permission: `collection:write`.
   */
  removePaymentMethod(clientId: string, paymentMethodId: string, options?: RequestOptions): Answered<SavedPaymentMethod> {
    return this.http.json({ method: 'DELETE', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/payment-method/${encodeURIComponent(paymentMethodId)}` }, options);
  }

  /**
   * Ask the provider about a payment method.
   *
   * Takes over what the provider says of it: completed, detached, another expiry. An extension.
   *
   * Permission: `collection:write`.
   */
  verifyPaymentMethod(clientId: string, paymentMethodId: string, options?: RequestOptions): Answered<SavedPaymentMethod> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/payment-method/${encodeURIComponent(paymentMethodId)}/verify`, isKeyed: true }, options);
  }

  /**
   * Read a client and its latest answers.
   *
   * The product must be visible to the caller. The answers are the whole map of the client, not only those to the questions of that product: a form shows and saves the map that it is given, and saving replaces it.
   *
   * Permission: `clients:read`.
   *
   * Specification: 4.2.
   */
  get(clientId: string, productId: string, options?: RequestOptions): Answered<ClientWithData> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/product/${encodeURIComponent(productId)}` }, options);
  }

  /**
   * Read a client with its answers as of a time.
   *
   * Only the answers are as of `date`; the other fields are those of the current profile. A future time gives the latest answers. The product must be visible to the caller. The answers are the whole map of the client, not only those to the questions of that product: a form shows and saves the map that it is given, and saving replaces it.
   *
   * Permission: `clients:read`.
   *
   * Specification: 4.2.
   */
  asOf(clientId: string, productId: string, date: string, options?: RequestOptions): Answered<ClientWithData> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/client/${encodeURIComponent(clientId)}/product/${encodeURIComponent(productId)}/datetime/${encodeURIComponent(date)}` }, options);
  }
}

export class ClocksOperations extends Resource {
  /**
   * List test clocks.
   *
   * The clocks of the organization, the latest made first. An extension.
   *
   * Permission: `clocks:read`.
   */
  list(query?: ListClocksQuery, options?: RequestOptions): List<ClockPage, ListedClock> {
    return this.pages({ method: 'GET', path: '/ioi/v3/clock', query }, { in: 'query', items: (page: ClockPage) => page.content, next: byNumber }, options);
  }

  /**
   * Make a test clock.
   *
   * Gives the business time of the clients that are bound to it by the `clockId` of `PUT /client` or `GET_QUOTES`. In `DEV` and `UAT` only. An extension.
   *
   * Permission: `clocks:write`.
   */
  create(body: ClockCreation, options?: RequestOptions): Answered<Clock> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/clock', body, isKeyed: true }, options);
  }

  /**
   * Delete a test clock.
   *
   * With everything of it, for good: clients, events, quotes, policies, payments, documents and deliveries. An extension.
   *
   * Permission: `clocks:write`.
   */
  delete(clockId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}` }, options);
  }

  /**
   * Read a test clock.
   *
   * With what stands under it. Read it again and again to follow an advance. An extension.
   *
   * Permission: `clocks:read`.
   */
  get(clockId: string, options?: RequestOptions): Answered<Clock> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}` }, options);
  }

  /**
   * Change a test clock.
   *
   * Each field in the request replaces the stored one. Its time changes by an advance only. An extension.
   *
   * Permission: `clocks:write`.
   */
  update(clockId: string, body: ClockUpdate = {}, options?: RequestOptions): Answered<Clock> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}`, body, isKeyed: true }, options);
  }

  /**
   * Advance a test clock.
   *
   * Answers at once. What falls due until then is done in order, each at its own moment: bills, notices, cancellations, renewals, expirations, with the events and documents that follow. An extension.
   *
   * Permission: `clocks:write`.
   */
  advance(clockId: string, body: ClockAdvanceRequest, options?: RequestOptions): Answered<Clock> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}/advance`, body, isKeyed: true }, options);
  }

  /**
   * Compare copies with their originals.
   *
   * What became of the policies that were copied under the clock, beside their originals as they are now; or beside their copies under another clock. In the order of policy numbers. An extension.
   *
   * Permission: `clocks:read`.
   */
  comparison(clockId: string, query?: GetClockComparisonQuery, options?: RequestOptions): List<ClockComparison, ComparedPolicy> {
    return this.pages({ method: 'GET', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}/comparison`, query }, { in: 'query', items: (page: ClockComparison) => page.content, next: byNumber }, options);
  }

  /**
   * Copy policies under a test clock.
   *
   * Copies policies with their history, so that what would become of them can be seen without touching them: their clients, quotes, bills, payments and ledgers. All or none are copied. The copies are due with the next advance of the clock. Nothing is fired, no document is made, and no number of a product is spent. An extension.
   *
   * Permission: `clocks:write`.
   */
  copy(clockId: string, body: ClockCopyRequest = {}, options?: RequestOptions): Answered<ClockCopy> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}/copy`, body, isKeyed: true }, options);
  }

  /**
   * Stop the advance of a test clock.
   *
   * Where it stands; what is under way there ends. Safe to repeat. An extension.
   *
   * Permission: `clocks:write`.
   */
  stop(clockId: string, options?: RequestOptions): Answered<Clock> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/clock/${encodeURIComponent(clockId)}/stop`, isKeyed: true }, options);
  }
}

export class TasksOperations extends Resource {
  /**
   * List the people of your organization.
   *
   * Those who can be given tasks and mentioned in notes, by name: all who are not disabled. An extension.
   *
   * Permission: `tasks:read`.
   */
  listColleagues(query?: ListColleaguesQuery, options?: RequestOptions): Answered<Colleagues> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/colleague', query }, options);
  }

  /**
   * What waits for you since you last looked.
   *
   * For a signed-in person, of the last 30 days: open tasks that they were given (`TASK_GIVEN`), notes that mention them (`MENTIONED`), jobs of theirs that ended (`JOB_ENDED`), decisions of underwriters on quotes that they asked for (`REFERRAL_DECIDED`), and mails of theirs that came back or were not sent (`MAIL_FAILED`). What they did themselves is left out, and what they may not read: it needs `tasks:read`, `clients:read`, `quotes:read`, `policies:read`, `events:read`, `mail:read`. An extension.
   *
   * Needs credentials, and no permission.
   */
  listMyNotifications(query?: ListMyNotificationsQuery, options?: RequestOptions): Answered<Notifications> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me/notifications', query }, options);
  }

  /**
   * Say until when you have seen notifications.
   *
   * Send the `time` of the newest one that was shown, so that what came meanwhile stays new. It never goes back. Safe to repeat. An extension.
   *
   * Needs credentials, and no permission.
   */
  markNotificationsSeen(body: NotificationsSeen, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'PUT', path: '/ioi/v3/me/notifications/seen', body, isKeyed: true }, options);
  }

  /**
   * List tasks.
   *
   * The open tasks of the organization by due date, the earliest first and those without one last. With `state=COMPLETED` the latest completed first, with `state=ALL` the latest made. It counts and pages up to 10,000: narrow longer lists by `createdFrom` and `createdTo`. An extension.
   *
   * Permission: `tasks:read`.
   */
  list(query?: ListTasksQuery, options?: RequestOptions): List<TaskPage, Task> {
    return this.pages({ method: 'GET', path: '/ioi/v3/task', query }, { in: 'query', items: (page: TaskPage) => page.content, next: byNumber }, options);
  }

  /**
   * Make a task.
   *
   * About a client, a quote, a policy or an event that the organization sees, for a person, a role, or anybody. No other organization sees it. An extension.
   *
   * Permission: `tasks:write`.
   */
  create(body: TaskToCreate, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/task', body, isKeyed: true }, options);
  }

  /**
   * Read a task.
   *
   * With its notes. An extension.
   *
   * Permission: `tasks:read`.
   */
  get(taskId: string, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/task/${encodeURIComponent(taskId)}` }, options);
  }

  /**
   * Change a task.
   *
   * What is not sent stays; `null` removes the owner, the role or the due date. An extension.
   *
   * Permission: `tasks:write`.
   */
  change(taskId: string, body: TaskChange = {}, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'PATCH', path: `/ioi/v3/task/${encodeURIComponent(taskId)}`, body }, options);
  }

  /**
   * Complete a task.
   *
   * Safe to repeat: a completed task stays as it is. An extension.
   *
   * Permission: `tasks:write`.
   */
  complete(taskId: string, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/task/${encodeURIComponent(taskId)}/complete`, isKeyed: true }, options);
  }

  /**
   * Write a note on a task.
   *
   * Perhaps for some people, who find it with `GET /task?mentions=me`. A completed task takes notes, too, and a task 500 of them. An extension.
   *
   * Permission: `tasks:write`.
   */
  addNote(taskId: string, body: TaskNoteToAdd, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/task/${encodeURIComponent(taskId)}/note`, body, isKeyed: true }, options);
  }

  /**
   * Open a completed task again.
   *
   * Safe to repeat: an open task stays as it is. An extension.
   *
   * Permission: `tasks:write`.
   */
  reopen(taskId: string, options?: RequestOptions): Answered<TaskWithNotes> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/task/${encodeURIComponent(taskId)}/reopen`, isKeyed: true }, options);
  }
}

export class UtilitiesOperations extends Resource {
  /**
   * Convert question ids and answers to the intake structure.
   *
   * Only text can be converted: a value that is not a string is refused with its key. `PUT /client` takes what is converted. Pairs as in the format `KEY_VALUE` of a policy’s answers become loops: `locations[0].location.state` is an answer of the first iteration, and the text `drivers[0]` names an iteration. Iterations get new ids.
   *
   * Needs credentials, and no permission.
   *
   * Specification: 4.10.
   */
  convertKeyPairs(body: KeyPairs = {}, options?: RequestOptions): Answered<AnswerMap> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/converter/key-pairs/intake-structure', body, isRepeatable: true }, options);
  }
}

export class DocumentsOperations extends Resource {
  /**
   * Evaluate a form for a partner’s rating.
   *
   * Generates the documents that apply to a rating of a partner. An unreadable amount counts as zero, and unreadable coverages as none. Without a result the body is empty.
   *
   * Permission: `documents:generate`.
   *
   * Specification: 4.10.
   */
  evaluatePartnerForm(productId: string, configId: string, body: PartnerEvaluation = {}, options?: RequestOptions): Answered<EvaluatedForms> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/custom/client/partner/product/${encodeURIComponent(productId)}/config/${encodeURIComponent(configId)}/eval`, body, isKeyed: true }, options);
  }

  /**
   * Read a rating worksheet as JSON.
   *
   * Every step of the rating. `contentHash` is the SHA-256 of the canonical JSON (sorted keys, no spaces) of `steps`, the same as in the workbook and the PDF.
   *
   * Permission: `quotes:read`.
   *
   * Specification: 4.9.
   */
  worksheet(quoteId: string, options?: RequestOptions): Answered<JsonObject> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/download/advanced/worksheet/${encodeURIComponent(quoteId)}` }, options);
  }

  /**
   * Download a rating worksheet as a PDF.
   *
   * Coverages with their rating values; `verbose` adds every step with its inputs.
   *
   * Permission: `quotes:read`.
   *
   * Specification: 4.9.
   */
  downloadWorksheetPdf(quoteId: string, query?: DownloadWorksheetPdfQuery, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: `/ioi/v3/download/advanced/worksheet/${encodeURIComponent(quoteId)}/pdf`, query }, options);
  }

  /**
   * Download a rating worksheet as an Excel workbook.
   *
   * One sheet for the summary, one per coverage, and one each for inputs, derived values, premium and underwriting. Steps of simple arithmetic are formulas, so the workbook recalculates to the premium.
   *
   * Permission: `quotes:read`.
   *
   * Specification: 4.9.
   */
  downloadExcelWorksheet(quoteId: string, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: `/ioi/v3/download/excel/worksheet/${encodeURIComponent(quoteId)}` }, options);
  }

  /**
   * Download a stored file.
   *
   * Takes a file URL that this service issued in this environment. Nothing is ever fetched from elsewhere.
   *
   * Permission: `documents:read`.
   *
   * Specification: 4.9.
   */
  downloadFile(query: DownloadFileQuery, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: '/ioi/v3/download/file', query }, options);
  }

  /**
   * Read a stored file by its URL.
   *
   * File URLs can be read directly (an extension).
   *
   * Permission: `documents:read`.
   */
  file(environment: string, documentId: string, fileName: string, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: `/ioi/v3/file/${encodeURIComponent(environment)}/${encodeURIComponent(documentId)}/${encodeURIComponent(fileName)}` }, options);
  }

  /**
   * Generate a document.
   *
   * Fills in a form of the product and returns the file. The document is stored, and listed with the documents and events of the policy that it is about.
   *
   * Permission: `documents:generate`.
   *
   * Specification: 4.9.
   */
  generate(body: DocumentToGenerate, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'POST', path: '/ioi/v3/generate/document', body, isKeyed: true }, options);
  }
}

export class PoliciesOperations extends Resource {
  /**
   * Correct a policy's effective date.
   *
   * Moves the current term, whose length, premium and statements stay unchanged. Existing documents stay unchanged. The correction is kept among the policy’s events.
   *
   * Permission: `policies:write`.
   *
   * Specification: 4.6.
   */
  correctEffectiveDate(body: EffectiveDateCorrection, options?: RequestOptions): Answered<FullPolicy> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/danger/change/policy/effective/date', body, isKeyed: true }, options);
  }

  /**
   * Correct a policy's number.
   *
   * Changes its ledger entries, too. Existing documents stay unchanged. The correction is kept among the policy’s events.
   *
   * Permission: `policies:write`.
   *
   * Specification: 4.6.
   */
  correctNumber(body: PolicyNumberCorrection, options?: RequestOptions): Answered<FullPolicy> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/danger/change/policy/number', body, isKeyed: true }, options);
  }

  /**
   * List policies under notice of cancellation, with amounts past due, or whose renewal or reinstatement waits for a person.
   *
   * An extension. The policies that the organization sold or issued, by the day of the cancellation, of the missed due date, of the renewal, or of the cancellation that a late payment did not undo because of a hold, the earliest first.
   *
   * Permission: `policies:read`.
   */
  listForAttention(query?: ListPoliciesForAttentionQuery, options?: RequestOptions): List<PolicyForAttentionPage, PolicyForAttention> {
    return this.pages({ method: 'GET', path: '/ioi/v3/policy/attention', query }, { in: 'query', items: (page: PolicyForAttentionPage) => page.content, next: byNumber }, options);
  }

  /**
   * List the policies of a client.
   *
   * Those that the organization sold or issued, the latest effective date first, at most 1,000. A client of the organization without policies has an empty list.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.6.
   */
  listOfClient(clientId: string, options?: RequestOptions): Answered<Policy[]> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/client/${encodeURIComponent(clientId)}` }, options);
  }

  /**
   * Search policies.
   *
   * Searches the policies that the organization sold or issued. A text matches any part of a field, in upper or lower case, literally: `%`, `_` and `*` are characters. A blank text is ignored. Dates are inclusive. A policy must match all filters. Results are ordered by effective date, latest first, then by id, unless `sort` names another order. `nextCursor` continues after the last policy read, so that policies that are issued meanwhile shift none; with `sort` `createdTimestamp` every policy is given once, whatever happens to it meanwhile. An API key that is restricted to products finds those of its products.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.7.
   */
  search(body: PolicySearch = {}, options?: RequestOptions): List<PolicySummaryPage, PolicySummary> {
    return this.pages({ method: 'POST', path: '/ioi/v3/policy/search', body, isRepeatable: true }, { in: 'body', items: (page: PolicySummaryPage) => page.content, next: byCursorOrNumber('cursor', (page: PolicySummaryPage) => page.nextCursor) }, options);
  }

  /**
   * Read a full policy.
   *
   * Every section, with the answers in the format `DAIS`. With `effectiveOn` or `knownAt`, `policy`, `quote` and `intakeAnswers` are as of that day, as known at that time; the other sections, and the payment status, are as of now.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.6.
   */
  get(policyId: string, query?: GetPolicyQuery, options?: RequestOptions): Answered<FullPolicy> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}`, query }, options);
  }

  /**
   * Read sections of a full policy.
   *
   * Only the requested sections are read; other objects are `null` and other lists empty. `intakeFormat` selects the format of the answers: `DAIS` is the answer map, `PRODUCT_TREE` the question hierarchy of the policy's product version with the answers in their places, and `KEY_VALUE` flat pairs, in which a loop's answers are named `loop[0].question`. With `effectiveOn` or `knownAt`, `policy`, `quote` and `intakeAnswers` are as of that day, as known at that time; the other sections, and the payment status, are as of now.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.6.
   */
  sections(policyId: string, body: FullPolicyFlags = {}, options?: RequestOptions): Answered<FullPolicy> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}`, body, isRepeatable: true }, options);
  }

  /**
   * What has happened to a policy.
   *
   * An extension: what has happened, from every source in one list. What the caller may not read is left out, and `withheld` says so. See [activity](/docs/activity).
   *
   * Permission: `policies:read`.
   */
  listActivity(policyId: string, query?: ListPolicyActivityQuery, options?: RequestOptions): List<ActivityPage, ActivityEntry> {
    return this.pages({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/activity`, query }, { in: 'query', items: (page: ActivityPage) => page.entries, next: byCursor('cursor', (page: ActivityPage) => page.nextCursor) }, options);
  }

  /**
   * End the automatic collection of a policy.
   *
   * Statements are paid by hand then. Safe to repeat. An extension.
   *
   * Permission: `collection:write`.
   */
  endCollection(policyId: string, options?: RequestOptions): Answered<PolicyCollection> {
    return this.http.json({ method: 'DELETE', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/collection` }, options);
  }

  /**
   * Read a policy's automatic collection.
   *
   * The agreement, the next charge, and the charges. An extension.
   *
   * Permission: `policies:read`.
   */
  collection(policyId: string, options?: RequestOptions): Answered<PolicyCollection> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/collection` }, options);
  }

  /**
   * Collect a policy by itself.
   *
   * Its statements are charged to an `ACTIVE` payment method of its client on their due dates, from today on. Another method takes the place of the one before, and what is open is tried again. For the seller and the insurer. An extension.
   *
   * Permission: `collection:write`.
   */
  putCollection(policyId: string, body: PolicyCollectionRequest, options?: RequestOptions): Answered<PolicyCollection> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/collection`, body, isKeyed: true }, options);
  }

  /**
   * Make a link for the policyholder.
   *
   * A page without sign-in that shows the next charge and ends the collection, as in the mails about charges. The link is answered once: only a hash of it is kept. An extension.
   *
   * Permission: `collection:write`.
   */
  makeCollectionLink(policyId: string, options?: RequestOptions): Answered<CollectionLink> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/collection/link`, isKeyed: true }, options);
  }

  /**
   * List a policy's payments.
   *
   * An extension of the interface. Receipts, refunds and reversals, the latest first.
   *
   * Permission: `policies:read`.
   */
  listPayments(policyId: string, query?: ListPolicyPaymentsQuery, options?: RequestOptions): List<PolicyPaymentPage, PolicyPayment> {
    return this.pages({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/payments`, query }, { in: 'query', items: (page: PolicyPaymentPage) => page.content, next: byNumber }, options);
  }

  /**
   * Preview the return premium of a cancellation.
   *
   * An extension. What `POLICY_CANCEL` with the same day and reason would return and bill today. Nothing is changed. Days of notice and authority are checked when the event is fired.
   *
   * Permission: `policies:read`.
   */
  previewCancellation(policyId: string, query: PreviewCancellationQuery, options?: RequestOptions): Answered<CancellationPreview> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/preview/cancellation`, query }, options);
  }

  /**
   * Preview the charge of a reinstatement.
   *
   * An extension. What `POLICY_REINSTATE` of a canceled policy would charge today. Nothing is changed.
   *
   * Permission: `policies:read`.
   */
  previewReinstatement(policyId: string, query?: PreviewReinstatementQuery, options?: RequestOptions): Answered<ReinstatementPreview> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/preview/reinstatement`, query }, options);
  }

  /**
   * Preview the money of a rewrite.
   *
   * An extension. What `POLICY_REWRITE` with the same quote would return, bill and carry over today. Nothing is changed. Payment and authority are checked when the event is fired.
   *
   * Permission: `policies:read`.
   */
  previewRewrite(policyId: string, query: PreviewRewriteQuery, options?: RequestOptions): Answered<RewritePreview> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/preview/rewrite`, query }, options);
  }

  /**
   * Read a policy as it was on a day, and as it was known at a time.
   *
   * An extension of the interface. `effectiveOn` is the requested day, by default today; `knownAt` is the time of knowledge, by default now. A back-dated change shows under a day before it was recorded only with a later `knownAt`.
   *
   * Permission: `policies:read`.
   */
  timeline(policyId: string, query?: GetPolicyTimelineQuery, options?: RequestOptions): Answered<PolicyTimeline> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/timeline`, query }, options);
  }

  /**
   * List what will happen to a policy next.
   *
   * An extension of the interface. What the service will do with the policy by itself, in chronological order and, on one day, in the order in which it is done: statements, what becomes past due, notices, cancellation, renewal, the end of the term. The list covers the time until the end of the next term, or a year once the policy has ended, with 200 entries at most. It is as known today: any change of the policy can change it. A closed policy has none.
   *
   * Permission: `policies:read`.
   */
  upcoming(policyId: string, options?: RequestOptions): Answered<Upcoming> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/upcoming` }, options);
  }
}

export class EventsOperations extends Resource {
  /**
   * List events, newest first.
   *
   * Totals are exact up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, too: continue with `createdTo` of the oldest event read.
   *
   * Permission: `events:read`.
   */
  list(query?: ListEventsQuery, options?: RequestOptions): List<EventPage, ListedEvent> {
    return this.pages({ method: 'GET', path: '/ioi/v3/event', query }, { in: 'query', items: (page: EventPage) => page.content, next: byTime('createdTo', (item: ListedEvent) => item.createdTimestamp), id: (item) => item.triggerRequestId }, options);
  }

  /**
   * Read the progress of a batch.
   *
   * Permission: `events:read`.
   */
  batch(batchId: string, options?: RequestOptions): Answered<BatchProgress> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/event/batch/${encodeURIComponent(batchId)}` }, options);
  }

  /**
   * Inspect an event and its run.
   *
   * The progress of the event: each action with its state, attempts and errors, and what it waits for.
   *
   * Permission: `events:read`.
   */
  get(triggerRequestId: string, options?: RequestOptions): Answered<EventRun> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/event/${encodeURIComponent(triggerRequestId)}` }, options);
  }

  /**
   * Acknowledge that an event failed.
   *
   * Nothing more has to be done about it: `GET /event?acknowledged=false` leaves it out. The first acknowledgement stays; a retry takes it away, as its failures are new ones.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  acknowledge(triggerRequestId: string, body: EventAcknowledgementToGive = {}, options?: RequestOptions): Answered<EventRun> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/event/${encodeURIComponent(triggerRequestId)}/acknowledge`, body, isKeyed: true }, options);
  }

  /**
   * Cancel a run.
   *
   * Waiting and running actions end as `CANCELLED`, and no others begin; completed actions are not undone. Canceling again changes nothing.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  cancel(triggerRequestId: string, options?: RequestOptions): Answered<EventRun> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/event/${encodeURIComponent(triggerRequestId)}/cancel`, isKeyed: true }, options);
  }

  /**
   * Retry failed actions.
   *
   * Repeats the failed actions of an event that is over, in a new run. A failed rating's declined quote is replaced. The trigger result stays; a refused event runs again as a whole.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  retry(triggerRequestId: string, options?: RequestOptions): Answered<EventRun> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/event/${encodeURIComponent(triggerRequestId)}/retry`, isKeyed: true }, options);
  }
}

export class FilesOperations extends Resource {
  /**
   * List files.
   *
   * The files that the organization sees, the latest first: those about one record, or all. It counts and pages up to 10,000: continue with `createdTo` of the oldest one read. An extension.
   *
   * Permission: `files:read`.
   */
  list(query?: ListFilesQuery, options?: RequestOptions): List<StoredFilePage, StoredFile> {
    return this.pages({ method: 'GET', path: '/ioi/v3/file', query }, { in: 'query', items: (page: StoredFilePage) => page.content, next: byTime('createdTo', (item: StoredFile) => item.createdTimestamp), id: (item) => item.fileId }, options);
  }

  /**
   * Upload a file.
   *
   * Stores the bytes of the body with a client, a quote, a policy, a task or an event: name one of them. The type is that of the content; a name or a `Content-Type` of another type is refused. Archives are not unpacked. An extension.
   *
   * Permission: `files:write`.
   */
  upload(bytes: Blob | Uint8Array<ArrayBuffer>, query: UploadFileQuery, options?: RequestOptions): Answered<StoredFile> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/file', query, bytes, isKeyed: true }, options);
  }

  /**
   * Delete a file.
   *
   * With its bytes, for good. The audit log keeps its name and the reason. An extension.
   *
   * Permission: `files:delete`.
   */
  delete(fileId: string, query?: DeleteFileQuery, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/file/${encodeURIComponent(fileId)}`, query }, options);
  }

  /**
   * Read a file’s record.
   *
   * Without its bytes. An extension.
   *
   * Permission: `files:read`.
   */
  get(fileId: string, options?: RequestOptions): Answered<StoredFile> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/file/${encodeURIComponent(fileId)}` }, options);
  }

  /**
   * Download a file.
   *
   * Always as an attachment; what a browser would run, such as HTML and SVG, as `application/octet-stream`. An extension.
   *
   * Permission: `files:read`.
   */
  content(fileId: string, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: `/ioi/v3/file/${encodeURIComponent(fileId)}/content` }, options);
  }
}

export class AuthenticationOperations extends Resource {
  /**
   * Verify credentials.
   *
   * Needs credentials, and no permission.
   *
   * Specification: 4.1, 5.
   */
  hello(options?: RequestOptions): Answered<string> {
    return this.http.text({ method: 'GET', path: '/ioi/v3/hello' }, options);
  }

  /**
   * Read who the caller is, and what it may do.
   *
   * An extension. For user interfaces, which show only what the person may do. Which records the caller sees, and what an insurer's license lets its organization do, is not part of it.
   *
   * Needs credentials, and no permission.
   */
  me(options?: RequestOptions): Answered<Me> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me' }, options);
  }

  /**
   * List your assistants.
   *
   * The assistants that you allow to work for you. An extension.
   *
   * Needs credentials, and no permission.
   */
  listMyAssistants(options?: RequestOptions): Answered<ConnectedAssistants> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me/assistant' }, options);
  }

  /**
   * Allow an assistant to work for you.
   *
   * Only with the session of a browser. It may do no more than you, ends with all your sessions and when you are disabled, and is refused what you may no longer do. An extension.
   *
   * Needs credentials, and no permission.
   */
  allowAssistant(body: AssistantConsent, options?: RequestOptions): Answered<AssistantAllowed> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/me/assistant', body, isKeyed: true }, options);
  }

  /**
   * Read what an assistant asks for.
   *
   * For the page on which a user allows an assistant to work for them, by OAuth 2.1. An extension.
   *
   * Needs credentials, and no permission.
   */
  readAssistantRequest(body: AssistantRequestToRead, options?: RequestOptions): Answered<AssistantRequest> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/me/assistant/request', body, isRepeatable: true }, options);
  }

  /**
   * Disconnect one of your assistants.
   *
   * Within moments. What it did stays; its acts that wait for a release are refused. An extension.
   *
   * Needs credentials, and no permission.
   */
  endMyAssistant(grantId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/me/assistant/${encodeURIComponent(grantId)}` }, options);
  }

  /**
   * List your drafts.
   *
   * What you have entered and not sent yet, the latest first; 100 at most. Nobody else sees them. An extension.
   *
   * Needs credentials, and no permission.
   */
  listMyDrafts(options?: RequestOptions): Answered<Drafts> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me/draft' }, options);
  }

  /**
   * Discard one of your drafts.
   *
   * Safe to repeat. An extension.
   *
   * Needs credentials, and no permission.
   */
  discardMyDraft(draftKind: string, subjectId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/me/draft/${encodeURIComponent(draftKind)}/${encodeURIComponent(subjectId)}` }, options);
  }

  /**
   * Read one of your drafts.
   *
   * Version 0 without content, if you have none of it. An extension.
   *
   * Needs credentials, and no permission.
   */
  myDraft(draftKind: string, subjectId: string, options?: RequestOptions): Answered<Draft> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/me/draft/${encodeURIComponent(draftKind)}/${encodeURIComponent(subjectId)}` }, options);
  }

  /**
   * Save one of your drafts.
   *
   * Kept for 30 days after it was last saved, and erased with its client. An extension.
   *
   * Needs credentials, and no permission.
   */
  saveMyDraft(draftKind: string, subjectId: string, body: DraftToSave, options?: RequestOptions): Answered<Draft> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/me/draft/${encodeURIComponent(draftKind)}/${encodeURIComponent(subjectId)}`, body, isKeyed: true }, options);
  }

  /**
   * Change your password.
   *
   * For a signed-in user. All tokens and sessions of the user end; the answer has new tokens, and a new session for a request that came with one. Attempts count as sign-ins. An extension.
   *
   * Needs credentials, and no permission.
   */
  changePassword(body: PasswordChange, options?: RequestOptions): Answered<TokenPair> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/me/password', body, isKeyed: true }, options);
  }

  /**
   * Begin a second factor.
   *
   * For a signed-in user: a secret for an authenticator app (RFC 6238). Codes are asked for once one was confirmed. Attempts count as sign-ins. An extension.
   *
   * Needs credentials, and no permission.
   */
  beginSecondFactor(body: SecondFactorRequest, options?: RequestOptions): Answered<SecondFactorSecret> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/me/second-factor', body, isKeyed: true }, options);
  }

  /**
   * Confirm a second factor.
   *
   * By a code of the app. From now on each sign-in by the password needs one. All tokens and sessions of the user end; the answer has new tokens, and a new session for a request that came with one. An extension.
   *
   * Needs credentials, and no permission.
   */
  confirmSecondFactor(body: SecondFactorConfirmation, options?: RequestOptions): Answered<RecoveryCodes> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/me/second-factor/confirm', body, isKeyed: true }, options);
  }

  /**
   * Remove your second factor.
   *
   * With the password and a code. Attempts count as sign-ins. An extension.
   *
   * Needs credentials, and no permission.
   */
  removeSecondFactor(body: SecondFactorRemoval, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: '/ioi/v3/me/second-factor/remove', body, isKeyed: true }, options);
  }

  /**
   * List your sessions.
   *
   * The browsers in which you are signed in. Tokens are not listed. An extension.
   *
   * Needs credentials, and no permission.
   */
  listMySessions(options?: RequestOptions): Answered<Sessions> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me/session' }, options);
  }

  /**
   * End one of your sessions.
   *
   * Within moments. An extension.
   *
   * Needs credentials, and no permission.
   */
  endMySession(sessionId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/me/session/${encodeURIComponent(sessionId)}` }, options);
  }

  /**
   * Sign out everywhere.
   *
   * Ends all your sessions and tokens within moments, with that of the request. An extension.
   *
   * Needs credentials, and no permission.
   */
  signOutEverywhere(options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: '/ioi/v3/me/sign-out', isKeyed: true }, options);
  }

  /**
   * List your views.
   *
   * What you want to see of lists, each under a name: filters, sort, columns. Nobody else sees them. An extension.
   *
   * Needs credentials, and no permission.
   */
  listMyViews(query?: ListMyViewsQuery, options?: RequestOptions): Answered<SavedViews> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/me/view', query }, options);
  }

  /**
   * Delete a view.
   *
   * An extension.
   *
   * Needs credentials, and no permission.
   */
  deleteMyView(viewId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/me/view/${encodeURIComponent(viewId)}` }, options);
  }

  /**
   * Save a view.
   *
   * Under an id that the caller makes: a new one, or an own one, which is replaced. You can keep 50. An extension.
   *
   * Needs credentials, and no permission.
   */
  saveMyView(viewId: string, body: SavedViewSettings, options?: RequestOptions): Answered<SavedView> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/me/view/${encodeURIComponent(viewId)}`, body, isKeyed: true }, options);
  }

  /**
   * Get an access token for an API key.
   *
   * OAuth 2.0 client credentials (RFC 6749, section 4.4), for programs that prefer it to `Authorization: Basic`: the key is the client id, its secret the client secret, as Basic or in the form. The token is sent as `Authorization: Bearer` alone. It may do what the key may do, and ends with the secret that it was got with. An extension.
   *
   * Needs no credentials.
   */
  issueKeyToken(body: KeyTokenRequest, options?: RequestOptions): Answered<KeyToken> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/oauth/token', body, isRepeatable: true }, options);
  }

  /**
   * Have a link for a new password mailed.
   *
   * For somebody who forgot the password. The answer is the same whether there is such a user or not. The link goes to the e-mail address of the user, leads to the console, and counts once within 30 minutes; three an hour are sent to a user. None is sent to users who are disabled, who have no e-mail address, or who sign in through an identity provider. An extension.
   *
   * Needs no credentials.
   */
  requestPasswordReset(body: PasswordLinkRequest, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: '/ioi/v3/password-reset', body, isRepeatable: true }, options);
  }

  /**
   * Choose a new password by a mailed link.
   *
   * All tokens and sessions of the user end. Nobody is signed in by it: signing in asks for the new password, and for the second factor of a user who has one. An extension.
   *
   * Needs no credentials.
   */
  resetPassword(body: LinkedPassword, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: '/ioi/v3/password-reset/confirm', body, isRepeatable: true }, options);
  }

  /**
   * Sign out of this browser.
   *
   * Ends the session that the request came with, and removes its cookie. An extension.
   *
   * Needs credentials, and no permission.
   */
  endSession(options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: '/ioi/v3/session' }, options);
  }

  /**
   * Sign in to a browser.
   *
   * For pages of this service, such as the console. The answer sets a cookie that scripts cannot read. Requests with the cookie need the header `X-Session`: the id of the session, or `current`. Failed sign-ins are limited as those of `POST /token`. The session that the browser had ends. An extension.
   *
   * Needs no credentials.
   */
  beginSession(body: SessionRequest, options?: RequestOptions): Answered<Session> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/session', body, isRepeatable: true }, options);
  }

  /**
   * List the ways to sign in.
   *
   * For a page that signs people in: whether there are passwords, and the identity providers. An extension.
   *
   * Needs no credentials.
   */
  listSignOns(options?: RequestOptions): Answered<SignOns> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/sign-on' }, options);
  }

  /**
   * Sign in through an identity provider.
   *
   * For browsers: leads to the provider, which leads back to `…/callback`. What comes to nothing leads to the console, which says why. An extension.
   *
   * Needs no credentials.
   */
  beginSignOn(provider: string, query?: BeginSignOnQuery, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'GET', path: `/ioi/v3/sign-on/${encodeURIComponent(provider)}`, query }, options);
  }

  /**
   * Come back from an identity provider.
   *
   * The redirect URI of OpenID Connect (authorization code flow with PKCE). Begins a session of the browser. An extension.
   *
   * Needs no credentials.
   */
  finishSignOn(provider: string, query: FinishSignOnQuery, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'GET', path: `/ioi/v3/sign-on/${encodeURIComponent(provider)}/callback`, query }, options);
  }

  /**
   * Be told that somebody has signed out.
   *
   * For identity providers (OpenID Connect Back-Channel Logout 1.0): ends the sessions that the logout token names. A form with `logout_token`, or the same as JSON. An extension.
   *
   * Needs no credentials.
   */
  signOutByProvider(provider: string, body: ProviderLogout, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: `/ioi/v3/sign-on/${encodeURIComponent(provider)}/logout`, body, isRepeatable: true }, options);
  }
}

export class HoldsOperations extends Resource {
  /**
   * List holds.
   *
   * The holds of the organization, the latest declared first. An extension.
   *
   * Permission: `holds:read`.
   */
  list(query?: ListHoldsQuery, options?: RequestOptions): List<HoldPage, Hold> {
    return this.pages({ method: 'GET', path: '/ioi/v3/hold', query }, { in: 'query', items: (page: HoldPage) => page.content, next: byNumber }, options);
  }

  /**
   * Declare a hold.
   *
   * Stops business in a place for some days, of one product or of all products of the organization, whoever sells them. It is judged in the transaction of whatever it stops: what begins after the answer is stopped. An extension.
   *
   * Permission: `holds:write`.
   */
  declare(body: HoldDeclaration, options?: RequestOptions): Answered<Hold> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/hold', body, isKeyed: true }, options);
  }

  /**
   * The holds that concern a product, a quote or a policy.
   *
   * Those in force now. Of a quote or a policy: where its risk is, unless they are overridden for it. For the insurer and for who sells its products. Name one of the three. An extension.
   *
   * Permission: `holds:read`.
   */
  concerning(query?: GetConcerningHoldsQuery, options?: RequestOptions): Answered<ConcerningHolds> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/hold/concerning', query }, options);
  }

  /**
   * Read a hold.
   *
   * With its overrides. An extension.
   *
   * Permission: `holds:read`.
   */
  get(holdId: string, options?: RequestOptions): Answered<HoldWithOverrides> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/hold/${encodeURIComponent(holdId)}` }, options);
  }

  /**
   * Change a hold.
   *
   * Such as its last day, or its ZIP codes when the storm has moved. What is not sent stays. `stops`, `coverages` and `place` are replaced as a whole: a `place` with `zips` alone has no states and no counties afterwards. An extension.
   *
   * Permission: `holds:write`.
   */
  change(holdId: string, body: HoldChange = {}, options?: RequestOptions): Answered<Hold> {
    return this.http.json({ method: 'PATCH', path: `/ioi/v3/hold/${encodeURIComponent(holdId)}`, body }, options);
  }

  /**
   * End a hold.
   *
   * For good, at once. Safe to repeat. An extension.
   *
   * Permission: `holds:write`.
   */
  end(holdId: string, options?: RequestOptions): Answered<Hold> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/hold/${encodeURIComponent(holdId)}/end`, isKeyed: true }, options);
  }

  /**
   * Override a hold.
   *
   * For a quote, which counts for further quotes of its client, too, or for a policy. A quote that the hold has declined stays declined: have it quoted again. The audit log has the reason. An extension.
   *
   * Permission: `holds:override`.
   */
  override(holdId: string, body: HoldOverrideRequest, options?: RequestOptions): Answered<HoldOverride> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/hold/${encodeURIComponent(holdId)}/override`, body, isKeyed: true }, options);
  }
}

export class InboundOperations extends Resource {
  /**
   * Send data that a run waits for.
   *
   * A carrier that answered a quote request with 202 sends its answer here, under the `requestId` of the request, which is the `requestId` of the quote. Only the organization that the request went to can answer it: the quoting organization, for a wait the owner of the product or whom its `answeredBy` names. The first payload for a request counts; sending the same one again is safe. A payload that cannot be used is 400 and does not count: send a corrected one.
   *
   * Permission: `inbound:send`.
   *
   * Specification: 4.11.
   */
  send(body: InboundMessage, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: '/ioi/v3/inbound', body, isKeyed: true }, options);
  }
}

export class JobsOperations extends Resource {
  /**
   * List jobs.
   *
   * The jobs of the organization, the latest made first. An extension.
   *
   * Permission: `events:read`.
   */
  list(query?: ListJobsQuery, options?: RequestOptions): List<JobPage, Job> {
    return this.pages({ method: 'GET', path: '/ioi/v3/job', query }, { in: 'query', items: (page: JobPage) => page.content, next: byNumber }, options);
  }

  /**
   * Make a job: an event for each row of a file.
   *
   * Checks all rows, and answers 400 with every unknown column, wrong value and missing record; nothing is fired then. At most 100,000 rows and 50 MiB. Needs the permission to fire events of the type. An extension.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  create(body: JobCreation, query: CreateJobQuery, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/job', query, body, isKeyed: true }, options);
  }

  /**
   * Read a job.
   *
   * With the rows by state, counted now. Read it again and again to follow its progress. An extension.
   *
   * Permission: `events:read`.
   */
  get(jobId: string, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/job/${encodeURIComponent(jobId)}` }, options);
  }

  /**
   * Cancel a job.
   *
   * Cancels the rows that wait, for good. What runs goes on, and its result is recorded. Safe to repeat. Needs the permission to fire events of the job's type. An extension.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  cancel(jobId: string, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/job/${encodeURIComponent(jobId)}/cancel`, isKeyed: true }, options);
  }

  /**
   * Pause a job.
   *
   * Fires no further row until it is resumed. What runs goes on. Safe to repeat. Needs the permission to fire events of the job's type. An extension.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  pause(jobId: string, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/job/${encodeURIComponent(jobId)}/pause`, isKeyed: true }, options);
  }

  /**
   * Download the result of a job.
   *
   * A line for each row: its own columns, then `job.row`, `job.outcome`, the ids of its event, client, policy and quotes, and the error with the column at fault. Rows that have not ended are in it, too. An extension.
   *
   * Permission: `events:read`.
   */
  result(jobId: string, query?: GetJobResultQuery, options?: RequestOptions): Promise<Response> {
    return this.http.send({ method: 'GET', path: `/ioi/v3/job/${encodeURIComponent(jobId)}/result`, query }, options);
  }

  /**
   * Resume a job.
   *
   * Goes on with a paused job. Safe to repeat. Needs the permission to fire events of the job's type. An extension.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  resume(jobId: string, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/job/${encodeURIComponent(jobId)}/resume`, isKeyed: true }, options);
  }

  /**
   * Run the failed rows of a job again.
   *
   * Fires a new event for each row that failed, and for no other. Safe to repeat. Needs the permission to fire events of the job's type. An extension.
   *
   * Permission: that of the event's type, in `x-event-permissions`.
   */
  retry(jobId: string, options?: RequestOptions): Answered<Job> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/job/${encodeURIComponent(jobId)}/retry`, isKeyed: true }, options);
  }
}

export class AdministrationOperations extends Resource {
  /**
   * List API keys.
   *
   * The keys of the organization without their secrets, the latest created first. Pages end after 10,000: continue with `createdTo`. An extension.
   *
   * Permission: `administration:read`.
   */
  listApiKeys(query?: ListApiKeysQuery, options?: RequestOptions): List<ApiKeyPage, ApiKey> {
    return this.pages({ method: 'GET', path: '/ioi/v3/key', query }, { in: 'query', items: (page: ApiKeyPage) => page.content, next: byNumber }, options);
  }

  /**
   * Create an API key.
   *
   * A key without roles and permissions may do nothing. An extension.
   *
   * Permission: `administration:write`.
   */
  createApiKey(body: ApiKeyCreation = {}, options?: RequestOptions): Answered<ApiKeyWithSecret> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/key', body, isKeyed: true }, options);
  }

  /**
   * Read an API key.
   *
   * Without its secret. An extension.
   *
   * Permission: `administration:read`.
   */
  apiKey(apiKey: string, options?: RequestOptions): Answered<ApiKey> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/key/${encodeURIComponent(apiKey)}` }, options);
  }

  /**
   * Revoke an API key.
   *
   * For good. Every API process refuses it within moments. An extension.
   *
   * Permission: `administration:write`.
   */
  revokeApiKey(apiKey: string, options?: RequestOptions): Answered<ApiKey> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/key/${encodeURIComponent(apiKey)}/revoke`, isKeyed: true }, options);
  }

  /**
   * Give an API key a new secret.
   *
   * The secret before stays valid for a while; an earlier one ends at once. An extension.
   *
   * Permission: `administration:write`.
   */
  rotateApiKey(apiKey: string, body: ApiKeyRotation = {}, options?: RequestOptions): Answered<ApiKeyWithSecret> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/key/${encodeURIComponent(apiKey)}/rotate`, body, isKeyed: true }, options);
  }

  /**
   * Read the caller's organization.
   *
   * An extension.
   *
   * Permission: `administration:read`.
   */
  organization(options?: RequestOptions): Answered<Organization> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/organization' }, options);
  }

  /**
   * Replace the settings of the caller's organization.
   *
   * In every process at once. Days that were recorded stay; a policy whose next check is scheduled is checked then. An extension.
   *
   * Permission: `administration:write`.
   */
  updateOrganization(body: OrganizationSettings, options?: RequestOptions): Answered<Organization> {
    return this.http.json({ method: 'PUT', path: '/ioi/v3/organization', body, isKeyed: true }, options);
  }

  /**
   * List the roles and permissions.
   *
   * They are the same for every organization. An extension.
   *
   * Needs credentials, and no permission.
   */
  listRoles(options?: RequestOptions): Answered<Roles> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/role' }, options);
  }

  /**
   * List users.
   *
   * The users of the organization, the latest created first. Pages end after 10,000: continue with `createdTo`. An extension.
   *
   * Permission: `administration:read`.
   */
  listUsers(query?: ListUsersQuery, options?: RequestOptions): List<UserPage, UserWithSignIn> {
    return this.pages({ method: 'GET', path: '/ioi/v3/user', query }, { in: 'query', items: (page: UserPage) => page.content, next: byNumber }, options);
  }

  /**
   * Create a user.
   *
   * A person who signs in with a user id and a password. A user without roles and permissions may do nothing. An extension.
   *
   * Permission: `administration:write`.
   */
  createUser(body: UserCreation, options?: RequestOptions): Answered<UserWithPassword> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/user', body, isKeyed: true }, options);
  }

  /**
   * Read a user.
   *
   * An extension.
   *
   * Permission: `administration:read`.
   */
  user(personId: string, options?: RequestOptions): Answered<UserWithSignIn> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/user/${encodeURIComponent(personId)}` }, options);
  }

  /**
   * Replace what a user may do, and the e-mail address.
   *
   * Every API process heeds it within moments. An extension.
   *
   * Permission: `administration:write`.
   */
  updateUser(personId: string, body: UserRoles, options?: RequestOptions): Answered<User> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/user/${encodeURIComponent(personId)}`, body, isKeyed: true }, options);
  }

  /**
   * List the assistants of a user.
   *
   * The assistants that the user allows to work for them. An extension.
   *
   * Permission: `administration:read`.
   */
  listUserAssistants(personId: string, options?: RequestOptions): Answered<ConnectedAssistants> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/user/${encodeURIComponent(personId)}/assistant` }, options);
  }

  /**
   * Disconnect an assistant of a user.
   *
   * Within moments. An extension.
   *
   * Permission: `administration:write`.
   */
  endUserAssistant(grantId: string, personId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/user/${encodeURIComponent(personId)}/assistant/${encodeURIComponent(grantId)}` }, options);
  }

  /**
   * Disable a user.
   *
   * The user cannot sign in, and all tokens and sessions of the user end within moments. An extension.
   *
   * Permission: `administration:write`.
   */
  disableUser(personId: string, options?: RequestOptions): Answered<User> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/user/${encodeURIComponent(personId)}/disable`, isKeyed: true }, options);
  }

  /**
   * Enable a disabled user.
   *
   * The user can sign in again. An extension.
   *
   * Permission: `administration:write`.
   */
  enableUser(personId: string, options?: RequestOptions): Answered<User> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/user/${encodeURIComponent(personId)}/enable`, isKeyed: true }, options);
  }

  /**
   * Replace the password of a user.
   *
   * Ends all tokens and sessions of the user. For one’s own password there is `POST /me/password`. An extension.
   *
   * Permission: `administration:write`.
   */
  resetUserPassword(personId: string, body: PasswordReset = {}, options?: RequestOptions): Answered<ResetPassword> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/user/${encodeURIComponent(personId)}/password`, body, isKeyed: true }, options);
  }

  /**
   * Remove the second factor of a user.
   *
   * For somebody who lost it: the password alone signs in until they begin another one. Ends all tokens and sessions of the user. An extension.
   *
   * Permission: `administration:write`.
   */
  resetUserSecondFactor(personId: string, options?: RequestOptions): Answered<UserWithSignIn> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/user/${encodeURIComponent(personId)}/second-factor/reset`, isKeyed: true }, options);
  }

  /**
   * List the sessions of a user.
   *
   * The browsers in which the user is signed in. Tokens are not listed. An extension.
   *
   * Permission: `administration:read`.
   */
  listUserSessions(personId: string, options?: RequestOptions): Answered<Sessions> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/user/${encodeURIComponent(personId)}/session` }, options);
  }

  /**
   * End a session of a user.
   *
   * Within moments. `POST /user/{personId}/sign-out` ends all of them, and the tokens. An extension.
   *
   * Permission: `administration:write`.
   */
  endUserSession(sessionId: string, personId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/user/${encodeURIComponent(personId)}/session/${encodeURIComponent(sessionId)}` }, options);
  }

  /**
   * Sign a user out everywhere.
   *
   * Ends all tokens and sessions of the user within moments. The user can sign in again. An extension.
   *
   * Permission: `administration:write`.
   */
  signOutUser(personId: string, options?: RequestOptions): Answered<User> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/user/${encodeURIComponent(personId)}/sign-out`, isKeyed: true }, options);
  }
}

export class MailsOperations extends Resource {
  /**
   * List mails.
   *
   * What the organization sends to clients and people, the newest first, without the texts. An extension.
   *
   * Permission: `mail:read`.
   */
  list(query?: ListMailsQuery, options?: RequestOptions): List<MailList, Mail> {
    return this.pages({ method: 'GET', path: '/ioi/v3/mail', query }, { in: 'query', items: (page: MailList) => page.content, next: byCursor('cursor', (page: MailList) => page.nextCursor) }, options);
  }

  /**
   * Send a mail about a client, quote or policy.
   *
   * To its client, or to another address, with documents. It is queued: read it again to see what became of it. An extension.
   *
   * Permission: `mail:write`.
   */
  send(body: MailToSend, options?: RequestOptions): Answered<Mail> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/mail', body, isKeyed: true }, options);
  }

  /**
   * Report what became of mails.
   *
   * For the mailbox that gets bounces, and for webhooks of providers. A bounce for good and a complaint open a task, and stop further mails to the address. Safe to repeat. An extension.
   *
   * Permission: `mail:report`.
   */
  report(body: MailReports = {}, options?: RequestOptions): Answered<ReportedMails> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/mail/report', body, isKeyed: true }, options);
  }

  /**
   * Read a mail.
   *
   * With its text. An extension.
   *
   * Permission: `mail:read`.
   */
  get(mailId: string, options?: RequestOptions): Answered<MailWithText> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/mail/${encodeURIComponent(mailId)}` }, options);
  }

  /**
   * Cancel a mail that waits.
   *
   * Safe to repeat. An extension.
   *
   * Permission: `mail:write`.
   */
  cancel(mailId: string, options?: RequestOptions): Answered<Mail> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/mail/${encodeURIComponent(mailId)}/cancel`, isKeyed: true }, options);
  }

  /**
   * Record that a mail was printed and posted.
   *
   * For mails that are `TO_PRINT`, and for those that did not reach their reader otherwise: the proof of mailing. Of a notice it is an event of the policy, too. Safe to repeat. An extension.
   *
   * Permission: `mail:write`.
   */
  recordPosted(mailId: string, body: MailPosting, options?: RequestOptions): Answered<Mail> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/mail/${encodeURIComponent(mailId)}/posted`, body, isKeyed: true }, options);
  }

  /**
   * Send a mail again.
   *
   * The same text under the same `Message-ID`, by which a server that has it already can tell. Also where it came back, or was not sent: from then on other mails to the address are sent, too. An extension.
   *
   * Permission: `mail:write`.
   */
  resend(mailId: string, body: MailResend = {}, options?: RequestOptions): Answered<Mail> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/mail/${encodeURIComponent(mailId)}/resend`, body, isKeyed: true }, options);
  }
}

export class LedgerOperations extends Resource {
  /**
   * Search a policy's ledger entries.
   *
   * Entries in statements, too; the earliest effective date first.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.8.
   */
  searchEntries(policyId: string, body: LedgerSearch = {}, options?: RequestOptions): List<LedgerPage, LedgerRecord> {
    return this.pages({ method: 'POST', path: `/ioi/v3/policy/ledger/entries/policy/${encodeURIComponent(policyId)}`, body, isRepeatable: true }, { in: 'body', items: (page: LedgerPage) => page.content, next: byNumber }, options);
  }

  /**
   * Edit a ledger entry.
   *
   * Date and premium, both required. Only until a statement includes the entry.
   *
   * Permission: `policies:write`.
   *
   * Specification: 4.8.
   */
  editEntry(body: LedgerEntryToEdit, options?: RequestOptions): Answered<Ledger> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/policy/ledger/entry/edit', body, isKeyed: true }, options);
  }

  /**
   * Record a ledger entry.
   *
   * Permission: `policies:write`.
   *
   * Specification: 4.8.
   */
  recordEntry(body: LedgerEntryToRecord, options?: RequestOptions): Answered<Ledger> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/policy/ledger/entry/record', body, isKeyed: true }, options);
  }

  /**
   * Delete a ledger entry.
   *
   * Only until a statement includes it. The journal keeps it.
   *
   * Permission: `policies:write`.
   *
   * Specification: 4.8.
   */
  deleteEntry(entryId: string, options?: RequestOptions): Answered<Ledger> {
    return this.http.json({ method: 'DELETE', path: `/ioi/v3/policy/ledger/entry/${encodeURIComponent(entryId)}/delete` }, options);
  }

  /**
   * Read a policy's ledger.
   *
   * Permission: `policies:read`.
   *
   * Specification: 4.8.
   */
  get(policyId: string, options?: RequestOptions): Answered<Ledger> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/policy/${encodeURIComponent(policyId)}/ledger` }, options);
  }
}

export class ProductsOperations extends Resource {
  /**
   * List products.
   *
   * Those that the caller's organization owns, and those that it is licensed to use: of these only deployed versions, and nobody who changed them. `productId` is the `lineId` by which events are fired and questions are read. An extension.
   *
   * Permission: `products:read`.
   */
  list(query?: ListProductsQuery, options?: RequestOptions): List<ProductPage, ListedProduct> {
    return this.pages({ method: 'GET', path: '/ioi/v3/product', query }, { in: 'query', items: (page: ProductPage) => page.content, next: byNumber }, options);
  }

  /**
   * List consents.
   *
   * Those that the caller's organization gave, and those that it has for its own products. An extension.
   *
   * Permission: `administration:read`.
   */
  listConsents(query?: ListConsentsQuery, options?: RequestOptions): List<ConsentPage, ListedConsent> {
    return this.pages({ method: 'GET', path: '/ioi/v3/product/consent', query }, { in: 'query', items: (page: ConsentPage) => page.content, next: byNumber }, options);
  }

  /**
   * Import a product file as a new version.
   *
   * The organization of the caller owns the product. Nothing is deployed. The definition of the latest build again returns that build. An extension.
   *
   * Permission: `products:write`.
   */
  import(body: ProductImport, options?: RequestOptions): Answered<ImportedProductVersion> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/product/import', body, isKeyed: true }, options);
  }

  /**
   * Check a product file.
   *
   * Nothing is stored. An unsound product is 200 with `sound: false`. An extension.
   *
   * Permission: `products:write`.
   */
  lint(body: SentProduct, options?: RequestOptions): Answered<ProductLint> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/product/lint', body, isRepeatable: true }, options);
  }

  /**
   * Rate the cases of a product file.
   *
   * Nothing is stored. Failing cases are 200 with their differences. An extension.
   *
   * Permission: `products:write`.
   */
  test(body: ProductTest, options?: RequestOptions): Answered<ProductCaseReport> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/product/test', body, isRepeatable: true }, options);
  }

  /**
   * Read the definition of a version.
   *
   * With the rows of all tables. Only for the owner of the product. With `state`, what holds there of a product with overlays. An extension.
   *
   * Permission: `products:write`.
   */
  version(versionId: string, query?: GetProductVersionQuery, options?: RequestOptions): Answered<ProductVersionDefinition> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/product/version/${encodeURIComponent(versionId)}`, query }, options);
  }

  /**
   * Remove a version from every timeline permanently.
   *
   * Archiving it twice changes nothing. An extension.
   *
   * Permission: `products:write`.
   */
  archiveVersion(versionId: string, options?: RequestOptions): Answered<ArchivedVersion> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/version/${encodeURIComponent(versionId)}/archive`, isKeyed: true }, options);
  }

  /**
   * Put a version on the timeline of an environment.
   *
   * It applies until the next one begins. Repeating it changes nothing. An extension.
   *
   * Permission: `products:write`.
   */
  deployVersion(versionId: string, body: ProductDeployment, options?: RequestOptions): Answered<DeployedVersion> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/version/${encodeURIComponent(versionId)}/deploy`, body, isKeyed: true }, options);
  }

  /**
   * Rate stored risks with two versions.
   *
   * An extension. Rates at most 20000 quotes or policies of the product with the version and with another one, and answers how premiums change and which change of the product causes how much of it. It takes some seconds. Nothing is stored.
   *
   * Permission: `products:write`.
   */
  compareImpact(versionId: string, body: ImpactRequest, options?: RequestOptions): Answered<ImpactReport> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/version/${encodeURIComponent(versionId)}/impact`, body, isRepeatable: true }, options);
  }

  /**
   * Remove a version from the timeline of an environment.
   *
   * All its deployments there, or the one from `effectiveDate`. An extension.
   *
   * Permission: `products:write`.
   */
  withdrawVersion(versionId: string, body: ProductWithdrawal, options?: RequestOptions): Answered<WithdrawnVersion> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/version/${encodeURIComponent(versionId)}/withdraw`, body, isKeyed: true }, options);
  }

  /**
   * Revoke a consent.
   *
   * From now on, actions of the product that name the organization fail with the reason, and versions with such actions cannot be imported or deployed. Quotes that were made stay as they are. An extension.
   *
   * Permission: `administration:write`.
   */
  revokeConsentTo(productId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/product/${encodeURIComponent(productId)}/consent` }, options);
  }

  /**
   * Consent that another organization's product quotes in the caller's name.
   *
   * Its actions may then name the caller's organization as `quotingOrganizationId`, sign requests to carriers with its secret, and call its outbound endpoints. Only a product of `ownerOrganizationId` has the consent. Consenting again changes nothing. An extension.
   *
   * Permission: `administration:write`.
   */
  consentTo(productId: string, body: ProductConsent, options?: RequestOptions): Answered<GivenConsent> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/${encodeURIComponent(productId)}/consent`, body, isKeyed: true }, options);
  }

  /**
   * Let another organization use a product.
   *
   * It can read the product's questions and do what `authority` grants; without it, what the product usually grants, or nothing. Licensing it again changes only the `authority` and the `commission`, if there are any. The organization is given by its id: names cannot be looked up. An extension.
   *
   * Permission: `administration:write`.
   */
  license(productId: string, body: ProductLicense, options?: RequestOptions): Answered<GrantedLicense> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/${encodeURIComponent(productId)}/license`, body, isKeyed: true }, options);
  }

  /**
   * Read what the caller's organization may do with a product.
   *
   * The owner may do everything. For another organization it is what its license grants, within the product's settings of today. An extension.
   *
   * Permission: `products:read`.
   */
  authority(productId: string, options?: RequestOptions): Answered<ProductAuthority> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/product/${encodeURIComponent(productId)}/authority` }, options);
  }

  /**
   * Read a product's deployment timelines.
   *
   * Segments by environment, in order of their dates. A segment ends on the day the next begins. One that was withdrawn, archived or replaced from its first day covers no day. A segment without an end is measured to one year after today or after its start, whichever is later; `proportionalLength` is in whole percents of the timeline and sums to 100.
   *
   * Permission: `products:read`.
   *
   * Specification: 4.3.
   */
  listHostedVersions(productId: string, options?: RequestOptions): Answered<HostedVersions> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/product/${encodeURIComponent(productId)}/hosted-versions` }, options);
  }

  /**
   * Read the question hierarchy of a product.
   *
   * Of the version that is live today (UTC) in this installation's environment. `visible` is computed from the conditions and `answers`. For each line in `skipLineQuestions` the line stays in the tree without `display`; with `excludeQuestions` sections and subsections stay, without questions. By the id of a line below the root it is that line, with those below it.
   *
   * Permission: `products:read`.
   *
   * Specification: 4.3.
   */
  questions(productId: string, body: QuestionsRequest = {}, options?: RequestOptions): Answered<ProductDisplay> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/${encodeURIComponent(productId)}/questions`, body, isRepeatable: true }, options);
  }
}

export class QuotesOperations extends Resource {
  /**
   * Rate answers without making a quote.
   *
   * An extension of the interface. What `GET_QUOTES` would quote for these answers now, while a form is being filled in. As such a quote, holds leave it: one that a hold declines has no price. Nothing is stored, no action runs, and no carrier is asked: `carriers` counts those that `GET_QUOTES` would ask.
   *
   * Permission: `quoting:fire`.
   */
  tryRating(productId: string, body: TrialRequest, options?: RequestOptions): Answered<TrialRatings> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/product/${encodeURIComponent(productId)}/rate`, body, isRepeatable: true }, options);
  }

  /**
   * List quotes.
   *
   * An extension, newest first unless `oldestFirst`. The quotes of the organization's clients and those that it made for other organizations' clients, such as referrals of its sellers (`underReview=true`). A package is listed without its components. Totals are exact up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, too: continue with `createdTo` of the oldest quote read, or with `createdFrom` of the newest if it is `oldestFirst`. An API key that is restricted to products finds the quotes of its products.
   *
   * Permission: `quotes:read`.
   */
  list(query?: ListQuotesQuery, options?: RequestOptions): List<QuotePage, ListedQuote> {
    return this.pages({ method: 'GET', path: '/ioi/v3/quote', query }, { in: 'query', items: (page: QuotePage) => page.content, next: query?.oldestFirst ? byTime('createdFrom', (item: ListedQuote) => item.quoteTimestamp, 'oldest') : byTime('createdTo', (item: ListedQuote) => item.quoteTimestamp), id: (item) => item.requestId }, options);
  }

  /**
   * What has happened to a quote.
   *
   * An extension: what has happened, from every source in one list. What the caller may not read is left out, and `withheld` says so. See [activity](/docs/activity).
   *
   * Permission: `quotes:read`.
   */
  listActivity(quoteId: string, query?: ListQuoteActivityQuery, options?: RequestOptions): List<ActivityPage, ActivityEntry> {
    return this.pages({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/activity`, query }, { in: 'query', items: (page: ActivityPage) => page.entries, next: byCursor('cursor', (page: ActivityPage) => page.nextCursor) }, options);
  }

  /**
   * Confirm that a condition of an offered quote is met.
   *
   * An extension. Only the quoting organization confirms. A condition without `dueDays` stops binding until then; one with them is confirmed after binding, or before. Again it changes nothing.
   *
   * Permission: `quotes:decide`.
   */
  confirmCondition(quoteId: string, conditionId: string, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/condition/${encodeURIComponent(conditionId)}/confirm`, isKeyed: true }, options);
  }

  /**
   * Ask the seller about a quote under review.
   *
   * An extension. Only the quoting organization asks. The quote stays under review, and `underwriting.waitsFor` is `INFORMATION` until the seller answers or the request is withdrawn. Fires `UNDERWRITING_INFORMATION_REQUESTED`.
   *
   * Permission: `quotes:decide`.
   */
  requestInformation(quoteId: string, body: InformationToRequest, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/information-request`, body, isKeyed: true }, options);
  }

  /**
   * Answer an underwriter's request for information.
   *
   * An extension. Only the organization of the quote's client answers. Every question is answered, once. The quote goes back to its underwriter. Where the answer to a question of the product differs from the quote's, a new quote with it takes the quote's place: the price of a quote never changes. The client's own answers stay. Fires `UNDERWRITING_INFORMATION_PROVIDED`.
   *
   * Permission: `quoting:fire`.
   */
  answerInformationRequest(quoteId: string, informationRequestId: string, body: InformationAnswers, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/information-request/${encodeURIComponent(informationRequestId)}/answer`, body, isKeyed: true }, options);
  }

  /**
   * Withdraw a request for information.
   *
   * An extension. Only the quoting organization withdraws it. Again it changes nothing.
   *
   * Permission: `quotes:decide`.
   */
  withdrawInformationRequest(quoteId: string, informationRequestId: string, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/information-request/${encodeURIComponent(informationRequestId)}/withdraw`, isKeyed: true }, options);
  }

  /**
   * Accept a quote that an underwriter offers with changes.
   *
   * An extension. Only the organization of the quote's client answers. The path may name the offered quote, or the one that it took the place of. The same answer again changes nothing. Fires `UNDERWRITING_OFFER_ACCEPTED`.
   *
   * Permission: `binding:fire`.
   */
  acceptOffer(quoteId: string, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/offer/accept`, isKeyed: true }, options);
  }

  /**
   * Decline a quote that an underwriter offers with changes.
   *
   * An extension. Only the organization of the quote's client answers. The path may name the offered quote, or the one that it took the place of. The same answer again changes nothing. Fires `UNDERWRITING_OFFER_DECLINED`.
   *
   * Permission: `binding:fire`.
   */
  declineOffer(quoteId: string, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/offer/decline`, isKeyed: true }, options);
  }

  /**
   * Quote again for a client.
   *
   * Fires a `GET_QUOTES` with the answers of a quote that the organization asked for, for a client, who is new unless `clientId` names one, and waits for the ratings of the same insurer. So a quote of a batch, which has no client, becomes one that can be bound. It is rated as of now, and has an id of its own. An extension.
   *
   * Permission: `quoting:fire`.
   */
  requote(quoteId: string, body: Requote = {}, options?: RequestOptions): Answered<TriggerResult> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/requote`, body, isKeyed: true }, options);
  }

  /**
   * Read who reviews a quote, and the notes on it.
   *
   * An extension. Only the quoting organization reads it.
   *
   * Permission: `quotes:read`.
   */
  review(quoteId: string, options?: RequestOptions): Answered<QuoteReview> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/review` }, options);
  }

  /**
   * Assign a quote under review to an underwriter.
   *
   * An extension. By default to the caller. A quote that somebody else has is a conflict unless `from` names the person, so of two people who take it at once the second learns who was first.
   *
   * Permission: `quotes:decide`.
   */
  assign(quoteId: string, body: QuoteAssignment = {}, options?: RequestOptions): Answered<QuoteReview> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/review/assign`, body, isKeyed: true }, options);
  }

  /**
   * Add a note to a quote.
   *
   * An extension. It decides nothing, and only the quoting organization reads it. A quote takes 200 notes.
   *
   * Permission: `quotes:decide`.
   */
  addNote(quoteId: string, body: QuoteNoteToAdd, options?: RequestOptions): Answered<QuoteReview> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/review/note`, body, isKeyed: true }, options);
  }

  /**
   * Release a quote that is assigned.
   *
   * An extension. A quote of somebody else is a conflict unless `from` names the person.
   *
   * Permission: `quotes:decide`.
   */
  release(quoteId: string, body: QuoteRelease = {}, options?: RequestOptions): Answered<QuoteReview> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/review/release`, body, isKeyed: true }, options);
  }

  /**
   * List earlier decisions on quotes that the same rules referred.
   *
   * An extension. The decisions of the quoting organization on quotes of the same product that one of the quote's rules referred, newest first, among the latest 2,000 of the product. Only the quoting organization reads them.
   *
   * Permission: `quotes:read`.
   */
  listSimilarDecisions(quoteId: string, query?: ListSimilarDecisionsQuery, options?: RequestOptions): Answered<SimilarDecisions> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/similar-decisions`, query }, options);
  }

  /**
   * Record an underwriter's decision on a quote.
   *
   * Only the quoting organization decides. The same decision again is accepted and changes nothing; the opposite one is a conflict. Fires `UNDERWRITING_APPROVED` or `UNDERWRITING_DECLINED`; with `changes`, which make a quote that is offered to the seller in the place of this one (`underwriting.replacedBy`), `UNDERWRITING_OFFERED`.
   *
   * Permission: `quotes:decide`.
   *
   * Specification: 3, 4.5.
   */
  decideAsUnderwriter(quoteId: string, body: UnderwriterDecision, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'POST', path: `/ioi/v3/quote/${encodeURIComponent(quoteId)}/underwriter-decision`, body, isKeyed: true }, options);
  }

  /**
   * Read a quote.
   *
   * Permission: `quotes:read`.
   *
   * Specification: 4.5.
   */
  get(quoteRequestId: string, query?: GetQuoteQuery, options?: RequestOptions): Answered<Quote> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteRequestId)}`, query }, options);
  }

  /**
   * Compare two quotes step by step.
   *
   * An extension of the interface. How quote B, `quoteId`, differs from quote A, `quoteRequestId`: the answers, and a waterfall from the premium of A to that of B. What the steps explain adds up to the difference, with taxes and fees. Amounts are decimal text.
   *
   * Permission: `quotes:read`.
   */
  compare(quoteRequestId: string, quoteId: string, options?: RequestOptions): Answered<QuoteComparison> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteRequestId)}/compare/${encodeURIComponent(quoteId)}` }, options);
  }

  /**
   * Rate a stored quote again and compare.
   *
   * An extension of the interface. Rates the stored intake with the stored product version and returns `identical`, or the first steps that differ. Nothing is stored.
   *
   * Permission: `quotes:read`.
   */
  replay(quoteRequestId: string, options?: RequestOptions): Answered<QuoteReplay> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quote/${encodeURIComponent(quoteRequestId)}/replay` }, options);
  }

  /**
   * Read the quotes of a fired event.
   *
   * The quotes that the rating actions have made so far, asynchronous ones included. `preGenerateQuoteProposal` generates the proposal of each quote, and adds it as `quoteProposal`.
   *
   * Permission: `quotes:read`.
   *
   * Specification: 4.5.
   */
  ofEvent(triggerRequestId: string, query?: GetQuotesOfEventQuery, options?: RequestOptions): Answered<QuotesOfTrigger> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/quotes/trigger/${encodeURIComponent(triggerRequestId)}`, query }, options);
  }

  /**
   * List the people who may decide on quotes.
   *
   * An extension. The organization's people with `quotes:decide`, by name, at most 1,000.
   *
   * Permission: `quotes:decide`.
   */
  listUnderwriters(options?: RequestOptions): Answered<Underwriters> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/underwriter' }, options);
  }
}

export class ReportsOperations extends Resource {
  /**
   * Report: figures of the book at once.
   *
   * An extension of the interface, on the policies that the caller's organization issued: premium written and earned, and what is billed, paid and due by its age, by product. They are read from sums that the service keeps, so that they take no longer for a large book, and are those of `GET /report/premium` and `GET /report/receivables` to the cent. While the sums of a large book are made, as after an upgrade, the answer is 503.
   *
   * Permission: `policies:read`.
   */
  figures(query?: GetFiguresQuery, options?: RequestOptions): Answered<FigureReport> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/report/figures', query }, options);
  }

  /**
   * Report: double-entry postings.
   *
   * An extension of the interface. Balanced postings of the policies that the caller's organization issued, on the accounts of its chart: premium written and earned, taxes and fees, statements, payments and refunds. As JSON, CSV (`text/csv`) or Beancount text (`text/plain`).
   *
   * Permission: `policies:read`.
   */
  postings(query: GetPostingsQuery & { format: 'csv' }, options?: RequestOptions): Answered<string>;
  postings(query: GetPostingsQuery & { format: 'beancount' }, options?: RequestOptions): Answered<string>;
  postings(query: GetPostingsQuery & { format?: 'json' }, options?: RequestOptions): Answered<PostingReport>;
  postings(query: GetPostingsQuery, options?: RequestOptions): Answered<PostingReport> | Answered<string> | Answered<string> {
    const request = { method: 'GET', path: '/ioi/v3/report/postings', query };
    if (query.format === 'csv') return this.http.text(request, options);
    if (query.format === 'beancount') return this.http.text(request, options);
    return this.http.json<PostingReport>(request, options);
  }

  /**
   * Close a month of the postings.
   *
   * An extension of the interface. Keeps the postings of a month that is over: they never change again. What is recorded later is posted in the first open month. A closed month cannot be opened.
   *
   * Permission: `postings:close`.
   */
  closePostings(body: MonthToClose, options?: RequestOptions): Answered<ClosedMonth> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/report/postings/close', body, isKeyed: true }, options);
  }

  /**
   * Report: written, earned and unearned premium as of a date.
   *
   * An extension of the interface, on the policies that the caller's organization issued. By the lines of the ledger that were recorded by the end of the date. As JSON, CSV (`text/csv`) or an Excel workbook (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`), streamed.
   *
   * Permission: `policies:read`.
   */
  premium(query: GetPremiumReportQuery & { format: 'csv' }, options?: RequestOptions): Answered<string>;
  premium(query: GetPremiumReportQuery & { format: 'xlsx' }, options?: RequestOptions): Promise<Response>;
  premium(query: GetPremiumReportQuery & { format?: 'json' }, options?: RequestOptions): Answered<PremiumReport>;
  premium(query: GetPremiumReportQuery, options?: RequestOptions): Answered<PremiumReport> | Answered<string> | Promise<Response> {
    const request = { method: 'GET', path: '/ioi/v3/report/premium', query };
    if (query.format === 'csv') return this.http.text(request, options);
    if (query.format === 'xlsx') return this.http.send(request, options);
    return this.http.json<PremiumReport>(request, options);
  }

  /**
   * Report: quotes to binds.
   *
   * An extension. The quotes that the organization sees, by product and period in its time zone: how many were made, and how many of these were bound by now. Each figure counts what `GET /quote` lists with the same filters, without quotes of test clocks.
   *
   * Permission: `quotes:read`.
   */
  quote(query: GetQuoteReportQuery, options?: RequestOptions): Answered<QuoteReport> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/report/quotes', query }, options);
  }

  /**
   * Report: billed, paid and due as of a date.
   *
   * An extension of the interface, on the policies that the caller's organization issued. By the statements that were billed and the payments that were received by the end of the date. As JSON, CSV (`text/csv`) or an Excel workbook (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`), streamed.
   *
   * Permission: `policies:read`.
   */
  receivables(query: GetReceivablesReportQuery & { format: 'csv' }, options?: RequestOptions): Answered<string>;
  receivables(query: GetReceivablesReportQuery & { format: 'xlsx' }, options?: RequestOptions): Promise<Response>;
  receivables(query: GetReceivablesReportQuery & { format?: 'json' }, options?: RequestOptions): Answered<ReceivablesReport>;
  receivables(query: GetReceivablesReportQuery, options?: RequestOptions): Answered<ReceivablesReport> | Answered<string> | Promise<Response> {
    const request = { method: 'GET', path: '/ioi/v3/report/receivables', query };
    if (query.format === 'csv') return this.http.text(request, options);
    if (query.format === 'xlsx') return this.http.send(request, options);
    return this.http.json<ReceivablesReport>(request, options);
  }

  /**
   * Report: referrals by age.
   *
   * An extension. The quotes under review now, by product and age: made today or yesterday, up to 6, up to 29, or more days ago. `GET /quote` lists those of a row with `underReview=true`, `lineId`, `createdFrom` and `createdTo`.
   *
   * Permission: `quotes:read`.
   */
  referral(query?: GetReferralReportQuery, options?: RequestOptions): Answered<ReferralReport> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/report/referrals', query }, options);
  }

  /**
   * Report: retention.
   *
   * An extension, on the policies that the caller's organization issued. The terms that end in each period, by product, and what became of them by now. `ending` is the sum of the other figures. A policy that was rewritten as another one is left out: the other one counts.
   *
   * Permission: `policies:read`.
   */
  retention(query: GetRetentionReportQuery, options?: RequestOptions): Answered<RetentionReport> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/report/retention', query }, options);
  }

  /**
   * Report: taxes and fees charged, earned and returned as of a date.
   *
   * An extension of the interface, on the policies that the caller's organization issued. By the lines of the ledger that were recorded by the end of the date. Fees for installments are billed with statements and are no lines. As JSON, CSV (`text/csv`) or an Excel workbook (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`), streamed.
   *
   * Permission: `policies:read`.
   */
  taxes(query: GetTaxesReportQuery & { format: 'csv' }, options?: RequestOptions): Answered<string>;
  taxes(query: GetTaxesReportQuery & { format: 'xlsx' }, options?: RequestOptions): Promise<Response>;
  taxes(query: GetTaxesReportQuery & { format?: 'json' }, options?: RequestOptions): Answered<TaxesReport>;
  taxes(query: GetTaxesReportQuery, options?: RequestOptions): Answered<TaxesReport> | Answered<string> | Promise<Response> {
    const request = { method: 'GET', path: '/ioi/v3/report/taxes', query };
    if (query.format === 'csv') return this.http.text(request, options);
    if (query.format === 'xlsx') return this.http.send(request, options);
    return this.http.json<TaxesReport>(request, options);
  }
}

export class WebhooksOperations extends Resource {
  /**
   * List deliveries.
   *
   * The deliveries of the organization that match every filter, newest first. An extension.
   *
   * Permission: `webhooks:read`.
   */
  listDeliveries(query?: ListWebhookDeliveriesQuery, options?: RequestOptions): List<WebhookDeliveryPage, WebhookDelivery> {
    return this.pages({ method: 'GET', path: '/ioi/v3/webhook/delivery', query }, { in: 'query', items: (page: WebhookDeliveryPage) => page.content, next: byTime('createdTo', (item: WebhookDelivery) => item.createdTimestamp), id: (item) => item.deliveryId }, options);
  }

  /**
   * Read a delivery.
   *
   * With its body. An extension.
   *
   * Permission: `webhooks:read`.
   */
  delivery(deliveryId: string, options?: RequestOptions): Answered<WebhookDeliveryWithBody> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/webhook/delivery/${encodeURIComponent(deliveryId)}` }, options);
  }

  /**
   * Cancel a delivery.
   *
   * A pending delivery is not attempted any more. An attempt under way may still arrive. An extension.
   *
   * Permission: `webhooks:write`.
   */
  cancelDelivery(deliveryId: string, options?: RequestOptions): Answered<WebhookDeliveryWithBody> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/delivery/${encodeURIComponent(deliveryId)}/cancel`, isKeyed: true }, options);
  }

  /**
   * Send a delivery again.
   *
   * A completed delivery is sent anew, under the same `webhook-id` and with all its attempts; a pending one makes its next attempt now. An extension.
   *
   * Permission: `webhooks:write`.
   */
  resendDelivery(deliveryId: string, options?: RequestOptions): Answered<WebhookDeliveryWithBody> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/delivery/${encodeURIComponent(deliveryId)}/resend`, isKeyed: true }, options);
  }

  /**
   * List webhook endpoints.
   *
   * The endpoints of the organization, oldest first; never their secrets. An extension.
   *
   * Permission: `webhooks:read`.
   */
  listEndpoints(options?: RequestOptions): Answered<WebhookEndpoint[]> {
    return this.http.json({ method: 'GET', path: '/ioi/v3/webhook/endpoint' }, options);
  }

  /**
   * Register a webhook endpoint.
   *
   * From now on the endpoint is notified of the end of each of the organization’s events of the given types, and of changes of the records that it sees, by a signed POST as in Standard Webhooks. An extension.
   *
   * Permission: `webhooks:write`.
   */
  createEndpoint(body: WebhookEndpointCreation = {}, options?: RequestOptions): Answered<WebhookEndpointWithSecret> {
    return this.http.json({ method: 'POST', path: '/ioi/v3/webhook/endpoint', body, isKeyed: true }, options);
  }

  /**
   * Delete a webhook endpoint.
   *
   * Its secrets are deleted and pending deliveries canceled; deliveries can still be read. An extension.
   *
   * Permission: `webhooks:write`.
   */
  deleteEndpoint(endpointId: string, options?: RequestOptions): Answered<void> {
    return this.http.nothing({ method: 'DELETE', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}` }, options);
  }

  /**
   * Read a webhook endpoint.
   *
   * An extension.
   *
   * Permission: `webhooks:read`.
   */
  endpoint(endpointId: string, options?: RequestOptions): Answered<WebhookEndpoint> {
    return this.http.json({ method: 'GET', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}` }, options);
  }

  /**
   * Change a webhook endpoint.
   *
   * Each field in the request replaces the stored one, and a missing field stays. Pending deliveries of an endpoint that is disabled are canceled. An extension.
   *
   * Permission: `webhooks:write`.
   */
  updateEndpoint(endpointId: string, body: WebhookEndpointUpdate = {}, options?: RequestOptions): Answered<WebhookEndpoint> {
    return this.http.json({ method: 'PUT', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}`, body, isKeyed: true }, options);
  }

  /**
   * Take the notifications of an endpoint that is polled.
   *
   * For programs that cannot be reached: the oldest notifications that were not accepted, signed as deliveries are. They come again until a poll names them in `accepted`. An endpoint that is not polled for a day is deleted; one for which more than 20,000 notifications wait is disabled. An extension.
   *
   * Permission: `webhooks:write`.
   */
  pollEndpoint(endpointId: string, body: WebhookPoll = {}, options?: RequestOptions): Answered<PolledNotifications> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}/poll`, body, isKeyed: true }, options);
  }

  /**
   * Replay notifications to an endpoint.
   *
   * Queues the notifications since a time or a place in the feed of changes, oldest first: of events of the endpoint’s types that were fired since, and of other changes. What it was notified of before is sent again, under the same `webhook-id`. Up to 1000 events and 1000 changes at a time: ask again with `nextCursor` as `cursor` until `isLast`. An extension.
   *
   * Permission: `webhooks:write`.
   */
  replayEndpoint(endpointId: string, body: WebhookReplay = {}, options?: RequestOptions): Answered<WebhookReplayed> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}/replay`, body, isKeyed: true }, options);
  }

  /**
   * Give a webhook endpoint a new secret.
   *
   * Earlier secrets stay valid for a while, in which notifications have a signature by each. An extension.
   *
   * Permission: `webhooks:write`.
   */
  rotateSecret(endpointId: string, body: WebhookSecretRotation = {}, options?: RequestOptions): Answered<WebhookSecret> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}/rotate-secret`, body, isKeyed: true }, options);
  }

  /**
   * Send a test notification.
   *
   * Sends a notification of type `WEBHOOK_TEST`, once. Read the delivery for the result. An extension.
   *
   * Permission: `webhooks:write`.
   */
  testEndpoint(endpointId: string, options?: RequestOptions): Answered<WebhookDeliveryWithBody> {
    return this.http.json({ method: 'POST', path: `/ioi/v3/webhook/endpoint/${encodeURIComponent(endpointId)}/test`, isKeyed: true }, options);
  }
}

/** The resources of the service. */
export class Operations {
  readonly assistants: AssistantsOperations;
  readonly audit: AuditOperations;
  readonly books: BooksOperations;
  readonly clients: ClientsOperations;
  readonly clocks: ClocksOperations;
  readonly tasks: TasksOperations;
  readonly utilities: UtilitiesOperations;
  readonly documents: DocumentsOperations;
  readonly policies: PoliciesOperations;
  readonly events: EventsOperations;
  readonly files: FilesOperations;
  readonly authentication: AuthenticationOperations;
  readonly holds: HoldsOperations;
  readonly inbound: InboundOperations;
  readonly jobs: JobsOperations;
  readonly administration: AdministrationOperations;
  readonly mails: MailsOperations;
  readonly ledger: LedgerOperations;
  readonly products: ProductsOperations;
  readonly quotes: QuotesOperations;
  readonly reports: ReportsOperations;
  readonly webhooks: WebhooksOperations;

  constructor(http: Http) {
    this.assistants = new AssistantsOperations(http);
    this.audit = new AuditOperations(http);
    this.books = new BooksOperations(http);
    this.clients = new ClientsOperations(http);
    this.clocks = new ClocksOperations(http);
    this.tasks = new TasksOperations(http);
    this.utilities = new UtilitiesOperations(http);
    this.documents = new DocumentsOperations(http);
    this.policies = new PoliciesOperations(http);
    this.events = new EventsOperations(http);
    this.files = new FilesOperations(http);
    this.authentication = new AuthenticationOperations(http);
    this.holds = new HoldsOperations(http);
    this.inbound = new InboundOperations(http);
    this.jobs = new JobsOperations(http);
    this.administration = new AdministrationOperations(http);
    this.mails = new MailsOperations(http);
    this.ledger = new LedgerOperations(http);
    this.products = new ProductsOperations(http);
    this.quotes = new QuotesOperations(http);
    this.reports = new ReportsOperations(http);
    this.webhooks = new WebhooksOperations(http);
  }
}
