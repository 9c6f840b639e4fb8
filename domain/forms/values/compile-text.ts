import type { Json } from '../../ground/json.js';
import type { QuestionType } from '../../questions/question-types.js';
import { type Bound, bindValue, type FormPlace, report } from './bind.js';
import type { FormScope } from './form-scope.js';
import { type FormLocale, formatProblem, formatted } from './formats.js';
import { parseTemplate, TemplateError, type TemplateFormat, type TemplatePart } from './template.js';

/** A piece of resolved text; page numbers are known only when pages are. */
export type TextRun = { text: string } | { pageNumber: 'page' | 'pages' };

export type TextWriter = (scope: FormScope) => TextRun[];

export interface TextPlace extends FormPlace {
  form: FormLocale;
  /** `{{page}}` and `{{pages}}` are allowed: in headers and footers. */
  onEachPage: boolean;
  /** Makes a value safe where the text is more than text, such as Markdown. Default: as it is. */
  escape?: (value: string) => string;
}

/** Compiles a text with bound values. */
export function compileText(template: string, place: TextPlace): TextWriter {
  const writers = partsOf(template, place).map((part): TextWriter => {
    if ('text' in part) return () => [part];
    if (isPageNumber(part.path)) return compilePageNumber(part.path, place);
    const write = compileValue(part.path, part.formats, place);
    return (scope) => {
      const value = write(scope);
      const text = place.escape?.(value) ?? value;
      scope.countLetters(text.length);
      return [{ text }];
    };
  });
  return (scope) => writers.flatMap((write) => write(scope));
}

/** Compiles a text without page numbers, for file names. */
export function compilePlainText(template: string, place: TextPlace): (scope: FormScope) => string {
  const write = compileText(template, { ...place, onEachPage: false });
  return (scope) =>
    write(scope)
      .map((run) => ('text' in run ? run.text : ''))
      .join('');
}

function partsOf(template: string, place: TextPlace): TemplatePart[] {
  try {
    return parseTemplate(template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    report(place, error.message);
    return [];
  }
}

function isPageNumber(path: string): path is 'page' | 'pages' {
  return path === 'page' || path === 'pages';
}

function compilePageNumber(pageNumber: 'page' | 'pages', place: TextPlace): TextWriter {
  if (!place.onEachPage) report(place, `"${pageNumber}" is known in the header and the footer only`);
  return () => [{ pageNumber }];
}

function compileValue(
  path: string,
  formats: TemplateFormat[],
  place: TextPlace,
): (scope: FormScope) => string {
  for (const format of formats) {
    const problem = formatProblem(format);
    if (problem !== undefined) report(place, problem);
  }
  const bound = bindValue(path, place);
  if (bound === undefined) return () => '';
  const read =
    bound.question && !formats.some(({ name }) => name === 'raw')
      ? labeled(bound, bound.question)
      : bound.read;
  return (scope) => printable(formatted(read(scope), bound.kind, formats, place.form));
}

/** Prints an answer by the label of its choice. */
function labeled({ read }: Bound, { definition }: QuestionType): Bound['read'] {
  const labels = new Map<string, string>(
    (definition?.answerChoices ?? []).map((choice) =>
      typeof choice === 'string' ? [choice, choice] : [choice.value, choice.label],
    ),
  );
  const labelOf = (value: Json): Json => (typeof value === 'string' ? (labels.get(value) ?? value) : value);
  return (scope) => {
    const value = read(scope);
    if (value === undefined) return undefined;
    return Array.isArray(value) ? value.map(labelOf) : labelOf(value);
  };
}

/** Removes control characters, which cannot be printed, and characters that change the direction of text. */
function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\u{feff}\u{2028}\u{2029}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '');
}
