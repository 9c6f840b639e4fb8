/** What a mail is for. */
export const mailPurposes = [
  'PROPOSAL',
  'POLICY_DOCUMENTS',
  'INVOICE',
  'NOTICE',
  'REMINDER',
  'RECEIPT',
  'AMOUNT_CHANGED',
  'PAYMENT_FAILED',
  'INFORMATION_REQUESTED',
  'PASSWORD_RESET',
  'OTHER',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** Whether the text lets its reader in: it is neither kept nor shown, and the mail cannot be sent again. */
export const isSecret = (purpose: MailPurpose): boolean => purpose === 'PASSWORD_RESET';
