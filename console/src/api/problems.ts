import { capitalized } from '../texts/formats.js';
import { t } from '../texts/texts.js';
import { IoiError } from './client.js';

/** What a failure means to a person, and whether to try again makes sense. */
export function wordsOf(error: unknown): { title: string; detail: string; requestId?: string | undefined } {
  if (!(error instanceof IoiError)) return { title: t('problems.unexpected'), detail: messageOf(error) };
  const { requestId, problem, status } = error;
  if (status === undefined) return { title: t('problems.noAnswer'), detail: t('problems.noAnswerDetail') };
  const detail = problem?.detail ?? error.message;
  return { title: titleOf(status), detail: capitalized(detail), requestId };
}

function titleOf(status: number): string {
  if (status === 403) return t('problems.notAllowed');
  if (status === 404) return t('problems.notFound');
  if (status === 409) return t('problems.conflict');
  if (status === 412) return t('problems.changedMeanwhile');
  if (status === 429) return t('problems.tooMany');
  if (status === 503) return t('problems.unavailable');
  return status < 500 ? t('problems.invalid') : t('problems.defect');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What is wrong with a field of the form: the errors at its place in the body, such as `/clientName`, or below it. `''`
 * if nothing is.
 */
export function errorAt(error: unknown, pointer: string): string {
  if (!(error instanceof IoiError)) return '';
  const found = error.errors.filter(
    (each) => each.pointer === pointer || each.pointer?.startsWith(`${pointer}/`),
  );
  return found.map(({ detail }) => capitalized(detail)).join(' ');
}
