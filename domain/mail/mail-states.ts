export const mailStates = [
  'WAITING',
  'SENDING',
  'SENT',
  'REFUSED',
  'UNCONFIRMED',
  'BOUNCED',
  'COMPLAINED',
  'NOT_SENT',
  'CANCELED',
  // It goes by post.
  'TO_PRINT',
  'POSTED',
] as const;
export type MailState = (typeof mailStates)[number];

/** Why a mail was not sent, in words for its readers. */
export const notSentReasons = {
  NO_ADDRESS: 'there is no usable mail address',
  NO_SERVER: 'no mail server is set up',
  CAUGHT: 'this service keeps mails to be looked at, and sends none',
  TEST_CLOCK: 'the client is under a test clock',
  IMPORT: 'the record was imported',
  ADDRESS_BOUNCED: 'an earlier mail to this address came back, or its reader complained',
  DOCUMENT_MISSING: 'a document that belongs to it does not exist any more',
  TOO_LARGE: 'its documents are larger than a mail may be',
  ERASED: 'the client was erased',
} as const;
export type NotSentReason = keyof typeof notSentReasons;
