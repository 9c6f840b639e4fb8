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
  'PASSWORD_RESET',
  'OTHER',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** Of these the text lets its reader in: it is neither kept nor shown, and the mail cannot be sent again. */
export const secretPurposes: readonly MailPurpose[] = ['PASSWORD_RESET'];

/** How long a secret counts, from when its mail was queued. */
export const secretLifeMs = 30 * 60_000;

export const isSecret = (purpose: MailPurpose): boolean => secretPurposes.includes(purpose);
