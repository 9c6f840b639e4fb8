/** The actions that the audit log records, each with the kind of its target and its words. */
export const auditedActions = {
  SIGNED_IN: { target: 'USER', words: 'a user signed in' },
  SIGN_IN_REFUSED: {
    target: 'USER',
    words: 'a sign-in was refused: an unknown user id, a wrong password, or a disabled user',
  },
  SIGN_IN_LIMITED: { target: 'USER', words: 'a sign-in was refused because too many had failed' },
  KEY_REFUSED: { target: 'KEY', words: 'a known API key was refused: a wrong secret, expired or revoked' },

  ORGANIZATION_CREATED: { target: 'ORGANIZATION', words: 'an organization was created' },
  ORGANIZATION_CHANGED: { target: 'ORGANIZATION', words: "an organization's settings were changed" },
  MONTH_CLOSED: { target: 'ORGANIZATION', words: "a month of an organization's postings was closed" },
  BORDEREAU_DECIDED: {
    target: 'ORGANIZATION',
    words: "rows of a seller's bordereau were accepted or disputed",
  },
  COMMISSION_ADJUSTED: { target: 'ORGANIZATION', words: "a seller's commission was adjusted by hand" },
  OUTBOUND_SECRET_SHOWN: {
    target: 'ORGANIZATION',
    words: 'the secret that signs outbound requests was shown',
  },
  USER_CREATED: { target: 'USER', words: 'a user was created' },
  USER_DISABLED: { target: 'USER', words: 'a user was disabled' },
  USER_ENABLED: { target: 'USER', words: 'a user was enabled' },
  USER_SIGNED_OUT: { target: 'USER', words: "a user's tokens and sessions were ended" },
  SESSION_ENDED: { target: 'USER', words: 'one session of a user was ended, by the user or somebody else' },
  SECOND_FACTOR_ADDED: { target: 'USER', words: 'a user added a second factor to the password' },
  SECOND_FACTOR_REMOVED: { target: 'USER', words: 'a user removed the own second factor' },
  SECOND_FACTOR_RESET: { target: 'USER', words: "a user's second factor was removed by somebody else" },
  RECOVERY_CODE_USED: { target: 'USER', words: 'a recovery code was used instead of the second factor' },
  PASSWORD_CHANGED: { target: 'USER', words: "a user's password was replaced" },
  USER_ROLES_CHANGED: { target: 'USER', words: "a user's roles and permissions were replaced" },
  KEY_CREATED: { target: 'KEY', words: 'an API key was created' },
  KEY_ROTATED: { target: 'KEY', words: 'an API key got another secret' },
  KEY_REVOKED: { target: 'KEY', words: 'an API key was revoked' },
  SIGNING_KEY_ROTATED: { target: 'SIGNING_KEY', words: 'the key that signs tokens was replaced' },

  PRODUCT_IMPORTED: { target: 'PRODUCT', words: 'a version of a product was imported' },
  PRODUCT_LICENSED: { target: 'PRODUCT', words: 'a product was licensed to another organization' },
  LICENSE_RECEIVED: { target: 'PRODUCT', words: 'the organization got a license, or another grant with it' },
  CONSENT_GIVEN: {
    target: 'PRODUCT',
    words: "the organization consented that another one's product quotes in its name",
  },
  CONSENT_RECEIVED: {
    target: 'PRODUCT',
    words: 'another organization consented that a product quotes in its name',
  },
  CONSENT_REVOKED: { target: 'PRODUCT', words: 'such a consent was withdrawn' },
  VERSION_DEPLOYED: { target: 'VERSION', words: 'a version was deployed' },
  VERSION_WITHDRAWN: { target: 'VERSION', words: 'a version was withdrawn' },
  VERSION_ARCHIVED: { target: 'VERSION', words: 'a version was archived' },

  BOOK_SENT: { target: 'BOOK', words: 'a book of policies was sent, to be checked or loaded' },
  BOOK_CANCELED: { target: 'BOOK', words: 'a book of policies was canceled' },
  BOOK_LOADED: { target: 'ORGANIZATION', words: 'policies of another system were loaded' },

  EVENT_ACKNOWLEDGED: { target: 'EVENT', words: 'a failed event was acknowledged' },

  QUOTE_DECIDED: { target: 'QUOTE', words: 'an underwriter decided on a quote' },
  QUOTE_ASSIGNED: { target: 'QUOTE', words: 'a quote under review was assigned to a person, or released' },
  QUOTE_NOTED: { target: 'QUOTE', words: 'an underwriter wrote a note on a quote' },
  EFFECTIVE_DATE_CORRECTED: { target: 'POLICY', words: "a policy's effective date was corrected" },
  POLICY_NUMBER_CORRECTED: { target: 'POLICY', words: "a policy's number was corrected" },
  LEDGER_ENTRY_ADDED: { target: 'POLICY', words: "an entry was added to a policy's ledger by hand" },
  LEDGER_ENTRY_CHANGED: { target: 'POLICY', words: "an entry of a policy's ledger was changed by hand" },
  LEDGER_ENTRY_DELETED: { target: 'POLICY', words: "an entry of a policy's ledger was deleted by hand" },

  BOOK_EXPORTED: { target: 'ORGANIZATION', words: 'a book of policies was exported to files' },
  PAPERLESS_CONSENTED: { target: 'CLIENT', words: "a client's consent to paperless delivery was recorded" },
  PAPERLESS_WITHDRAWN: { target: 'CLIENT', words: "the withdrawal of a client's consent to it was recorded" },
  CLIENT_EXPORTED: { target: 'CLIENT', words: "a client's data were exported" },
  CLIENT_ERASED: { target: 'CLIENT', words: 'a client was erased' },

  WEBHOOK_CREATED: { target: 'WEBHOOK', words: 'a webhook endpoint was created' },
  WEBHOOK_CHANGED: { target: 'WEBHOOK', words: 'a webhook endpoint was changed' },
  WEBHOOK_DELETED: { target: 'WEBHOOK', words: 'a webhook endpoint was deleted' },
  WEBHOOK_SECRET_ROTATED: { target: 'WEBHOOK', words: 'a webhook endpoint got another secret' },

  CLOCK_CREATED: { target: 'CLOCK', words: 'a test clock was made' },
  CLOCK_CHANGED: { target: 'CLOCK', words: "a test clock's name or settings were changed" },
  CLOCK_ADVANCED: { target: 'CLOCK', words: 'an advance of a test clock was begun' },
  CLOCK_COPIED: { target: 'CLOCK', words: 'policies were copied under a test clock' },
  CLOCK_STOPPED: { target: 'CLOCK', words: 'an advance of a test clock was stopped' },
  CLOCK_DELETED: { target: 'CLOCK', words: 'a test clock was deleted, with everything of it' },

  JOB_CREATED: { target: 'JOB', words: 'a job was made, which fires an event for each row of a file' },
  JOB_PAUSED: { target: 'JOB', words: 'a job was paused' },
  JOB_RESUMED: { target: 'JOB', words: 'a job was resumed' },
  JOB_CANCELED: { target: 'JOB', words: 'a job was canceled' },
  JOB_RETRIED: { target: 'JOB', words: 'the failed rows of a job were run again' },

  HOLD_DECLARED: { target: 'HOLD', words: 'a hold was declared, which stops business in a place' },
  HOLD_CHANGED: { target: 'HOLD', words: "a hold's days, place or stops were changed" },
  HOLD_ENDED: { target: 'HOLD', words: 'a hold was ended' },
  HOLD_OVERRIDDEN: { target: 'HOLD', words: 'a hold was overridden for a quote or a policy' },

  MAIL_WRITTEN: { target: 'MAIL', words: 'a mail was written by hand' },
  MAIL_RESENT: { target: 'MAIL', words: 'a mail was sent again' },
  MAIL_POSTED: { target: 'MAIL', words: 'it was recorded that a mail was printed and posted' },
  MAIL_CANCELED: { target: 'MAIL', words: 'a mail that waited was canceled' },
  MAILS_LISTED: { target: 'PATH', words: 'mails were listed' },

  POLICIES_SEARCHED: { target: 'PATH', words: 'policies were searched' },
  CLIENTS_LISTED: { target: 'PATH', words: 'clients were listed' },
  QUOTES_LISTED: { target: 'PATH', words: 'quotes were listed' },
  JOB_RESULT_READ: { target: 'PATH', words: 'the result of a job was downloaded' },
  REPORT_READ: { target: 'PATH', words: 'a report was read' },
  RECONCILED: { target: 'ORGANIZATION', words: 'the installation was mended after a restore' },
  WAREHOUSE_WRITTEN: { target: 'ORGANIZATION', words: 'the records were written to a warehouse' },
  CHANGES_READ: { target: 'PATH', words: 'the feed of changes was read' },
  AUDIT_READ: { target: 'PATH', words: 'the audit log was read' },
} as const satisfies Record<string, { target: string; words: string }>;

export type AuditedAction = keyof typeof auditedActions;
export const auditedActionNames = Object.keys(auditedActions) as [AuditedAction, ...AuditedAction[]];
