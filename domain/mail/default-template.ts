import type { MailPurpose } from './purposes.js';

/** The first subject and all lines whose values are known. `{link}` is an address; other values are plain text. */
export interface MailTemplate {
  subjects: readonly string[];
  lines: readonly string[];
}

export type MailTemplates = Readonly<Record<MailPurpose, MailTemplate>>;
