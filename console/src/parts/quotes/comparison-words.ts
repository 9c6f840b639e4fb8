import type { ComparedStep, Question, Quote, QuoteDetails } from '../../api/client.js';
import { capitalized, day } from '../../texts/formats.js';
import { word } from '../../texts/texts.js';
import { answerText, byQid } from '../answer-list.js';
import { termText } from './term-text.js';
import { shownValue } from './worksheet-tree.js';

/** Turns the codes of a comparison into what people call them; a code without a title stays. */
export interface ComparisonWords {
  /** A step with its place; `null` parts are left out. */
  step(step: ComparedStep): { name: string; place: string };
  /** What differs at a step, the result apart. */
  differences(step: ComparedStep): { what: string; a: string; b: string }[];
  /** A differing question, such as `locations #2 location.area`. */
  question(field: string): string;
  answer(field: string, value: unknown): string;
}

/** Titles of two quotes' coverages and components, and of the questions of their product. */
export function comparisonWords(quotes: readonly Quote[], questions: readonly Question[]): ComparisonWords {
  const asked = byQid(questions);
  const parts = quotes.flatMap(({ packageQuotes = [] }) => packageQuotes);
  const coverages = new Map([...quotes, ...parts].flatMap(({ quoteDetails }) => coveragesOf(quoteDetails)));
  const components = new Map(parts.map(({ metadata, lineName }) => [metadata.component, lineName]));

  const iteration = (text: string): string =>
    text.replace(/([^ ,]+) #(\d+)/g, (_, loop: string, number: string) => {
      const label = asked.get(loop)?.loopDefinitionDto?.iterationLabel;
      return label ? `${label} ${number}` : `${loop} #${number}`;
    });
  const section = (code: string): string => {
    const [kind = '', name = ''] = code.split(':');
    if (kind === 'taxes') return capitalized(word('taxOrFee', name));
    return name ? (coverages.get(name) ?? name) : word('section', kind);
  };
  // A question of an iteration is named after it, with a space between them.
  const placed = (field: string) => {
    const [, within = '', qid = field] = /^(\S+ #\d+) (.+)$/.exec(field) ?? [];
    return { within, question: asked.get(qid), qid };
  };
  const question = (field: string): string => {
    const { within, question: found, qid } = placed(field);
    return [within && iteration(within), found?.question ?? qid].filter(Boolean).join(': ');
  };
  const answer = (field: string, value: unknown): string => {
    const found = placed(field).question;
    return found && typeof value === 'string' ? answerText(value, found) : textOf(value);
  };

  return {
    question,
    answer,
    step: ({ step, section: code, component, iteration: within }) => {
      const places = [component && (components.get(component) ?? component), section(code)];
      const name = step ?? (within === undefined ? section(code) : iteration(within));
      if (step !== null && within !== undefined) places.push(iteration(within));
      return { name, place: places.filter((each) => each && each !== name).join(' · ') };
    },
    differences: ({ differences }) =>
      differences
        // A step's own operand is told by what it was read from.
        .filter(({ field }) => field !== 'inputs.by' || differences.length === 1)
        .map(({ field, a, b }) => {
          const input = /^inputs\.(.+)/.exec(field)?.[1];
          const told = (value: unknown) =>
            input !== undefined
              ? answer(input, value)
              : field === 'op'
                ? word('stepOp', String(value))
                : textOf(value);
          const what =
            input === undefined ? word('stepField', field) : (coverages.get(input) ?? question(input));
          return { what, a: told(a), b: told(b) };
        }),
  };
}

function coveragesOf(details: QuoteDetails | undefined): [code: string, title: string][] {
  return (details?.coverageTypes ?? []).flatMap(({ coverages }) =>
    coverages.map(({ code, title }) => [code, title] as [string, string]),
  );
}

/** An input of the quotes themselves, such as the effective date. */
export function givenText(field: string, value: unknown): string {
  if (typeof value !== 'string') return textOf(value);
  if (field === 'effectiveDate') return day(value);
  if (field === 'term') return termText(value);
  return field === 'outcome' ? word('quoteOutcome', value) : value;
}

/** A value of which no question tells the kind; lists line by line. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n') || '–';
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean' || typeof value === 'string') return shownValue(value);
  return JSON.stringify(value);
}
