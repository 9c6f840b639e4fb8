import type { ComparedAnswer, ComparedStep, Question, Quote, QuoteDetails } from '../../api/client.js';
import { capitalized, day } from '../../texts/formats.js';
import { word } from '../../texts/texts.js';
import { answerText, byQid, iterationName } from '../answer-list.js';
import { termText } from './term-text.js';
import { shownValue } from './worksheet-tree.js';

/** Turns the codes of a comparison into what people call them; a code without a title stays. */
export interface ComparisonWords {
  /** A step with its place; `null` parts are left out. */
  step(step: ComparedStep): { name: string; place: string };
  /** What differs at a step, the result apart. */
  differences(step: ComparedStep): { what: string; a: string; b: string }[];
  /** A question whose answer differs, after the name of its iteration. */
  question(answer: Pick<ComparedAnswer, 'field' | 'iterationId'>): string;
  answer(field: string, value: unknown): string;
}

/** A quote with the questions of its product for its answers: none, if they may not be seen. */
export interface ComparedSide {
  quote: Quote;
  questions: readonly Question[];
}

/** Titles of quotes' coverages, components and iterations, and of the questions of their product. */
export function comparisonWords(sides: readonly ComparedSide[]): ComparisonWords {
  const quotes = sides.map(({ quote }) => quote);
  const asked = byQid(sides.flatMap(({ questions }) => questions));
  const iterations = new Map(sides.toReversed().flatMap(iterationsOf));
  const parts = quotes.flatMap(({ packageQuotes = [] }) => packageQuotes);
  const coverages = new Map([...quotes, ...parts].flatMap(({ quoteDetails }) => coveragesOf(quoteDetails)));
  const components = new Map(parts.map(({ metadata, lineName }) => [metadata.component, lineName]));

  const nameOf = (iterationId: string): string => iterations.get(iterationId) ?? iterationId;
  const section = (code: string): string => {
    const [kind = '', name = ''] = code.split(':');
    if (kind === 'taxes') return capitalized(word('taxOrFee', name));
    return name ? (coverages.get(name) ?? name) : word('section', kind);
  };
  const question: ComparisonWords['question'] = ({ field, iterationId }) => {
    const qid = qidOf(field);
    const text = asked.get(qid)?.question ?? qid;
    return iterationId === undefined ? text : `${nameOf(iterationId)}: ${text}`;
  };
  const answer = (field: string, value: unknown): string => {
    const found = asked.get(qidOf(field));
    return found && typeof value === 'string' ? answerText(value, found) : textOf(value);
  };

  return {
    question,
    answer,
    step: ({ step, section: code, component, iterationId, within = [] }) => {
      const places = [component && (components.get(component) ?? component), section(code)];
      const iteration = iterationId && [...within, iterationId].map(nameOf).join(', ');
      const name = step ?? iteration ?? section(code);
      if (step !== null && iteration !== undefined) places.push(iteration);
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
            input === undefined
              ? word('stepField', field)
              : (coverages.get(input) ?? question({ field: input }));
          return { what, a: told(a), b: told(b) };
        }),
  };
}

/** The question of a differing answer, without the iteration that is named before it: `locations #2 location.area`. */
export const qidOf = (field: string): string => field.replace(/^\S+ #\d+ /, '');

function iterationsOf({ quote: { quoteIntake }, questions }: ComparedSide): [id: string, name: string][] {
  const known = byQid(questions);
  return Object.values(quoteIntake).flatMap((entry) =>
    entry.type === 'ANSWER'
      ? []
      : entry.iterations.map(({ iterationId }): [string, string] => [
          iterationId,
          iterationName(quoteIntake, { loopQid: entry.qid, iterationId }, known),
        ]),
  );
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
