import type { JsonObject } from '../ground/json.js';
import type { MailTemplates } from './default-template.js';
import { spanishGreeting, spanishReasons, spanishTemplates } from './default-templates-es.js';
import { markdownOf } from './markdown.js';
import type { MailPurpose } from './purposes.js';

/** A subject and a text in Markdown. */
export interface MailText {
  subject: string;
  text: string;
}

const english: MailTemplates = {
  PROPOSAL: {
    subjects: ['Your proposal for {productName}', 'Your proposal'],
    lines: ['Please find your proposal attached.', 'The premium is {amount}.'],
  },
  POLICY_DOCUMENTS: {
    subjects: ['Documents of your policy {policyNumber}', 'Documents of your policy'],
    lines: ['Please find the documents of your policy attached.', 'They are effective on {effectiveDate}.'],
  },
  INVOICE: {
    subjects: ['Invoice for your policy {policyNumber}', 'Invoice for your policy'],
    lines: ['{amount} is due on {dueDate}.'],
  },
  NOTICE: {
    subjects: ['Important notice about your policy {policyNumber}', 'Important notice about your policy'],
    lines: [
      'This is an important notice about your policy.',
      '{reason}',
      'It is effective on {effectiveDate}.',
      'If we receive {amount} by {dueDate}, your policy is not cancelled and this notice is withdrawn.',
    ],
  },
  REMINDER: {
    subjects: ['Reminder for your policy {policyNumber}', 'Reminder'],
    lines: ['{amount} is due on {dueDate}.', '{reason}', '[Open]({link})'],
  },
  RECEIPT: {
    subjects: ['Receipt for your policy {policyNumber}', 'Receipt'],
    lines: ['We have received {amount}. Thank you.', '[See your automatic payments]({link})'],
  },
  AMOUNT_CHANGED: {
    subjects: ['The amount of your next payment changes: policy {policyNumber}', 'Your next payment changes'],
    lines: [
      'On {dueDate} we will collect {amount}, which differs from the payment before.',
      '{reason}',
      '[See or end your automatic payments]({link})',
    ],
  },
  PAYMENT_FAILED: {
    subjects: [
      'We could not collect your payment: policy {policyNumber}',
      'We could not collect your payment',
    ],
    lines: [
      'We could not collect {amount}.',
      '{reason}',
      'Please pay by {dueDate}, so that your coverage goes on.',
      '[Open]({link})',
    ],
  },
  PASSWORD_RESET: {
    subjects: ['Your new password'],
    lines: [
      'Somebody asked for a new password for your account. If it was not you, nothing has to be done.',
      '[Choose a new password]({link})',
    ],
  },
  OTHER: { subjects: ['A message about your insurance'], lines: ['{reason}'] },
};

const greetings = { en: 'Hello {insuredName},', es: spanishGreeting };

/** The languages of the service's own texts; the first is for everybody else. */
export const mailLanguages = ['en', 'es'] as const;

/** The service's own text for a purpose. Lines whose values are not known are left out. */
export function defaultMailText(
  purpose: MailPurpose,
  values: JsonObject,
  language: (typeof mailLanguages)[number],
): MailText {
  const said = language === 'es' ? inSpanish(values) : values;
  const { subjects, lines } = (language === 'es' ? spanishTemplates : english)[purpose];
  const filledLines = [greetings[language], ...lines, '{organizationName}'].flatMap(
    (line) => filled(line, said, inMarkdown) ?? [],
  );
  const subject = subjects.map((each) => filled(each, values, (_, value) => value)).find(Boolean);
  return { subject: subject ?? '', text: filledLines.join('\n\n') };
}

function inSpanish(values: JsonObject): JsonObject {
  const reason = typeof values.reason === 'string' ? values.reason : '';
  return Object.hasOwn(spanishReasons, reason)
    ? { ...values, reason: spanishReasons[reason] ?? reason }
    : values;
}

const inMarkdown = (name: string, value: string): string | undefined => {
  if (name !== 'link') return markdownOf(value);
  return URL.canParse(value) ? new URL(value).href.replaceAll('(', '%28').replaceAll(')', '%29') : undefined;
};

/** A line with its values; undefined if one is missing. */
function filled(
  line: string,
  values: JsonObject,
  write: (name: string, value: string) => string | undefined,
): string | undefined {
  let isWhole = true;
  const text = line.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const written = typeof value === 'string' && value !== '' ? write(name, value) : undefined;
    isWhole &&= written !== undefined;
    return written ?? '';
  });
  return isWhole ? text : undefined;
}
