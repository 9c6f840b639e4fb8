import { createHash } from 'node:crypto';
import type { JsonObject } from '../ground/json.js';
import { chosenLanguage } from '../languages/chosen-language.js';
import { defaultMailText, type MailText, mailLanguages } from './default-templates.js';
import type { MailPurpose } from './purposes.js';

export interface MailToWrite {
  purpose: MailPurpose;
  /** Both null until it is written. */
  subject: string | null;
  text: string | null;
  values: JsonObject;
  language: string | null;
}

/** The service's own texts are in English or Spanish. */
export const languageOfMail = (language: string | null): 'en' | 'es' =>
  chosenLanguage(language, mailLanguages) === 'es' ? 'es' : 'en';

/** What a mail says: the text that it has already, that of its values, or the service's own for the purpose. */
export function writtenMail(mail: MailToWrite, organizationName: string): MailText {
  const { purpose, subject, text, values, language } = mail;
  if (subject !== null && text !== null) return { subject, text };
  const own = defaultMailText(purpose, { organizationName, ...values }, languageOfMail(language));
  const given = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    subject: given(values.subject, own.subject).replace(/\s+/g, ' ').trim(),
    text: given(values.text, own.text),
  };
}

/** The SHA-256 of subject, an empty line and text, in hexadecimal. */
export const contentHash = ({ subject, text }: MailText): string =>
  createHash('sha256').update(`${subject}\n\n${text}`).digest('hex');
