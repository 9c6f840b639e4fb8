import type { OwnRatingAction } from '../actions/configured-action.js';
import type { RatedCase } from '../cases/rate-action.js';
import { Decimal } from '../expression/index.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import { facts, paragraph, stack, table, text } from '../forms/nodes.js';
import type { Term } from '../ground/term.js';
import { type AnswerMap, entryOf } from '../intake/answers.js';
import type { Question } from '../questions/line.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, moneyWords, nameWords } from '../rating/words/value-words.js';
import { buildWorksheet } from '../worksheet/build-worksheet.js';
import type { Section } from '../worksheet/worksheet.js';
import { singleAnswer } from './answer-text.js';
import { Chapter } from './chapter.js';
import { calculationText, type LineNames, numericValues, resultText } from './example-lines.js';
import type { ProductNames } from './product-names.js';

/** A rating to calculate through: the answers, and what they came to. */
export interface ManualExample {
  name: string;
  action: OwnRatingAction;
  effectiveDate: string;
  term: Term;
  intake: AnswerMap;
  rated: RatedCase;
}

/** The names of a plan or a package. */
export interface PlanNames extends Pick<LineNames, 'words' | 'values' | 'coverages'> {
  /** The messages of its underwriting rules, by id. */
  rules: ReadonlyMap<string, string>;
}

/** The names of a component, by its key; null is the package, or the only plan. */
export type NamesOfComponent = (component: string | null) => PlanNames;

/** The chapter that calculates an example step by step. */
export function exampleChapter(
  number: number,
  example: ManualExample,
  questions: readonly Question[],
  product: ProductNames,
  namesOf: NamesOfComponent,
): Chapter {
  const chapter = new Chapter(number, `Example: ${example.name}`);
  const { words } = namesOf(null);
  const { intake, rated } = example;
  const iterations = iterationNames(intake, words);
  chapter.add('Answers', () => [
    facts([
      ['Effective date', example.effectiveDate],
      ['Term', capital(nameWords(example.term))],
    ]),
    answersTable(intake, questions, words, iterations),
  ]);
  const worksheet = buildWorksheet(rated.worksheet, intake);
  for (const section of worksheet.sections) {
    const names = namesOf(section.component);
    const lines = worksheet.lines.filter(({ source }) => (source.component ?? null) === section.component);
    const lineNames = { ...names, product, iterations, numeric: numericValues(lines, product) };
    const title = sectionTitle(section, names);
    const ofComponent = section.component === null ? '' : `${worksheet.componentName(section.component)}: `;
    chapter.add(`${ofComponent}${title}`, () => [linesOf(section, names, lineNames)]);
  }
  chapter.add('Quote', () => quoteContent(rated, words));
  return chapter;
}

function answersTable(
  intake: AnswerMap,
  questions: readonly Question[],
  words: PlanWords,
  iterations: ReadonlyMap<string, string>,
): ResolvedNode {
  const rows = questions.flatMap((question): string[][] => {
    const entry = entryOf(intake, question.qid);
    if (entry?.type === 'ANSWER')
      return [[question.question, singleAnswer(question, entry.answer, words, iterations)]];
    return (entry?.iterations ?? []).flatMap(({ answers }, index) =>
      (question.loop?.questions ?? []).flatMap((inner) => {
        const answer = entryOf(answers, inner.qid);
        const place = `${capital(words.iteration(question.qid))} ${index + 1}: `;
        return answer
          ? [[`${place}${inner.question}`, singleAnswer(inner, answer.answer, words, iterations)]]
          : [];
      }),
    );
  });
  return table({ head: ['Question', 'Answer'], rows, widths: ['*', '*'] });
}

function linesOf({ kind, lines }: Section, { rules }: PlanNames, names: LineNames): ResolvedNode {
  const isRule = kind === 'underwriting';
  return table({
    head: [
      isRule ? 'Rule' : 'Step',
      isRule ? 'Answers and values' : 'Calculation',
      text(isRule ? 'Applies' : 'Result', atRight),
    ],
    widths: [170, '*', 110],
    rows: lines.map((line) => {
      const { step, iterationId, within = [] } = line.source;
      const ids = iterationId === undefined ? [] : [...within, iterationId];
      const place = ids.map((id) => names.iterations.get(id) ?? id).join(', ');
      return [
        stack([text(rules.get(step) ?? step), ...(place === '' ? [] : [text(place, { style: 'muted' })])]),
        calculationText(line, names),
        text(resultText(line, names), atRight),
      ];
    }),
  });
}

const atRight = { alignment: 'right' } as const;

/** The names of iterations by id, and the labels of choices, which are iterations to some steps. */
function iterationNames(intake: AnswerMap, words: PlanWords): ReadonlyMap<string, string> {
  const labels = [...words.questions.values()].flatMap(({ answerType, definition }) =>
    answerType === 'MULTI_SELECT'
      ? (definition?.answerChoices ?? []).flatMap((choice) =>
          typeof choice === 'string' ? [] : [[choice.value, choice.label] as const],
        )
      : [],
  );
  return new Map([
    ...labels,
    ...Object.entries(intake).flatMap(([qid, entry]) =>
      entry.type === 'LOOP'
        ? entry.iterations.map(
            ({ iterationId }, index) =>
              [iterationId, `${capital(words.iteration(qid))} ${index + 1}`] as const,
          )
        : [],
    ),
  ]);
}

function sectionTitle({ kind, name }: Section, { words, coverages }: PlanNames): string {
  switch (kind) {
    case 'derive':
      return 'Derived values';
    case 'loop':
      return `Derived values of each ${words.iteration(name)}`;
    case 'coverage':
      return coverages.get(name) ?? capital(nameWords(name));
    case 'policy':
      return 'Premium';
    case 'allocation':
      return 'Parts of the premium';
    case 'shares':
      return `Parts of ${coverages.get(name) ?? capital(nameWords(name))}`;
    case 'component':
      return 'Components';
    case 'underwriting':
      return 'Eligibility and underwriting';
    case 'taxes':
    case 'other':
      return capital(nameWords(name));
  }
}

function quoteContent(
  { outcome, premium, taxesAndFees, total, messages }: RatedCase,
  { currency }: PlanWords,
): ResolvedNode[] {
  const money = (amount: string) => moneyWords(Decimal.of(amount), currency);
  const amounts: [string, string][] =
    premium === null || total === null
      ? []
      : [
          ['Premium', money(premium)],
          ...taxesAndFees.map(({ type, amount }): [string, string] => [
            capital(nameWords(type)),
            money(amount),
          ]),
          ['Total', money(total)],
        ];
  return [
    facts([['Outcome', capital(nameWords(outcome))], ...amounts]),
    ...messages.map(({ message }) => paragraph(message)),
  ];
}
