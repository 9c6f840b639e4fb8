import type { JsonObject } from '../ground/json.js';
import { inOneLine } from '../ground/one-line.js';
import { markdownOf } from '../mail/markdown.js';
import type { MailTemplate } from '../mail/product-mail.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { scopeMaker } from './compile-form.js';
import type { FormIssue, FormPlace } from './values/bind.js';
import { compilePlainText } from './values/compile-text.js';
import type { DataObject } from './values/data-shape.js';
import type { FormData } from './values/form-data.js';
import type { FormScope } from './values/form-scope.js';
import type { FormLocale } from './values/formats.js';

/** What a mail says, besides the records that forms read: `{{mail.amount}}`. */
export const mailShape: DataObject = {
  object: {
    /** Of the statement, or of the payment. */
    amount: 'money',
    dueDate: 'date',
    /** The day from which a cancellation or non-renewal is effective. */
    effectiveDate: 'date',
    reason: 'text',
  },
};

/** The subject and the Markdown of a mail. */
export interface FilledMail {
  subject: string;
  text: string;
}

export interface CompiledMailTemplates {
  /** Fills a template; undefined for an unknown key. `mail` has the values of {@link mailShape}. */
  fill(key: string, data: FormData, mail: JsonObject): FilledMail | undefined;
  /** The names that they read of an event's payload; the empty name stands for all of it. */
  payloadNames: ReadonlySet<string>;
}

interface MailPlace {
  types: QuestionTypes;
  form: FormLocale;
  /** The product has several languages. */
  isTranslated: boolean;
  issues: FormIssue[];
}

/** Compiles a product's mail templates in one language. Each value that does not exist is reported with its place. */
export function compileMailTemplates(
  templates: Readonly<Record<string, MailTemplate>>,
  { types, form, isTranslated, issues }: MailPlace,
): CompiledMailTemplates {
  const payloadNames = new Set<string>();
  const scopeOf = scopeMaker(types);
  const place: FormPlace = {
    types,
    locals: new Map([['mail', { item: mailShape }]]),
    loop: null,
    path: '',
    issues,
    payloadNames,
    isTranslated,
  };
  const compiled = new Map(
    Object.entries(templates).map(([key, { subject, text }]) => {
      const at = (field: string) => ({ ...place, path: `mail.templates.${key}.${field}` });
      const common = { form, onEachPage: false };
      const lines = {
        subject: compilePlainText(subject, { ...at('subject'), ...common }),
        text: compilePlainText(text, { ...at('text'), ...common, escape: markdownOf }),
      };
      return [key, lines] as const;
    }),
  );
  return {
    payloadNames,
    fill(key, data, mail) {
      const lines = compiled.get(key);
      if (lines === undefined) return undefined;
      const scope: FormScope = scopeOf(data).within('mail', { item: mail, rowNumber: 1 });
      return { subject: subjectOf(lines.subject(scope)), text: lines.text(scope) };
    },
  };
}

/** The most characters of a subject. */
const mostOfSubject = 300;

/** A subject is a header: a line break in a value would begin another one. */
export const subjectOf = (text: string): string =>
  inOneLine(text).replace(/ {2,}/g, ' ').trim().slice(0, mostOfSubject);
