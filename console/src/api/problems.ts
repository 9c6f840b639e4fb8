import { en } from '../texts/en.js';
import { capitalized, readable } from '../texts/formats.js';
import { currentLanguage, sentenceOfFault, t, word } from '../texts/texts.js';
import { type FieldError, IoiError, type ProblemCode } from './client.js';

/** A failure in the words of the person who reads it. */
export interface Words {
  title: string;
  /** What is wrong, or in another language than English what can be done about it. */
  detail: string;
  /** What can be done about it, or the reason as the service gives it, in English. */
  more?: { text: string; lang?: 'en' } | undefined;
  requestId?: string | undefined;
}

/** What a failure means to a person, and what to do about it. */
export function wordsOf(error: unknown): Words {
  if (!(error instanceof IoiError)) return { title: t('problems.unexpected'), detail: messageOf(error) };
  const { requestId, problem, status, code, errors, message } = error;
  if (status === undefined) return { title: t('problems.noAnswer'), detail: t('problems.noAnswerDetail') };
  const reason = capitalized(readable(problem?.detail ?? message));
  if (code === undefined || !(code in en.problemCodes))
    return { title: titleOf(status), detail: reason, requestId };
  const { title, says } = textsOf(code);
  if (code === 'INVALID_REQUEST' && errors.length > 0)
    return { title, detail: errors.map(faultText).join(' '), requestId };
  return currentLanguage() === 'en'
    ? { title, detail: reason, more: { text: says }, requestId }
    : { title, detail: says, more: { text: reason, lang: 'en' }, requestId };
}

const textsOf = (code: ProblemCode) => ({
  title: t(`problemCodes.${code}.title`),
  says: t(`problemCodes.${code}.says`),
});

function titleOf(status: number): string {
  if (status === 503) return t('problems.unavailable');
  if (status === 404) return t('problemCodes.NOT_FOUND.title');
  return status < 500 ? t('problems.invalid') : t('problems.defect');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A field's fault after the name by which people know the field: `Policy: must be a UUID.` */
function faultText({ field, detail }: FieldError): string {
  const said = readable(sentenceOfFault(detail));
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part));
  const text = name ? `${fieldLabel(name)}: ${said}` : capitalized(said);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What a field of a request is called: `policyId` is the policy, `dueBackDays` are the “Due back days”. */
export function fieldLabel(name: string): string {
  if (name in en.words.field) return word('field', name);
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_.]/g, ' ');
  return capitalized(words.toLowerCase().replace(/ id$/, ''));
}

/**
 * What is wrong with a field of the form: the errors at its place in the body, such as `/clientName`, or below it. `''`
 * if nothing is.
 */
export function errorAt(error: unknown, pointer: string): string {
  if (!(error instanceof IoiError)) return '';
  const found = error.errors.filter(
    (each) => each.pointer === pointer || each.pointer?.startsWith(`${pointer}/`),
  );
  return found.map(({ detail }) => capitalized(readable(sentenceOfFault(detail)))).join(' ');
}
