import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, stack, table, text } from '../forms/nodes.js';
import type { Question } from '../questions/line.js';
import { isNeverAsked } from '../questions/never-asked.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { quoted } from '../rating/words/value-words.js';
import { answerText, iterationText } from './answer-text.js';
import type { QuestionGroup } from './asked-questions.js';
import { Chapter } from './chapter.js';

/** What questions decide. */
interface QuestionUse {
  /** The questions that rules name. */
  rated: ReadonlySet<string>;
  /** The question by which exceptions by state apply; undefined where there are none. */
  state: string | undefined;
}

/** The chapter of the rating variables: what is asked, the possible answers, and when. */
export function questionChapter(
  number: number,
  groups: readonly QuestionGroup[],
  words: PlanWords,
  use: QuestionUse,
): Chapter {
  const chapter = new Chapter(number, 'Rating variables');
  const lines = new Set(groups.map(({ line }) => line));
  for (const { line, title, questions } of groups) {
    chapter.add(lines.size > 1 ? `${line.title}: ${title}` : title, () => [
      table({
        head: ['Question', 'Answer', 'Asked'],
        widths: ['*', '*', 140],
        rows: questions.flatMap((question) => questionRows(question, words, use)),
      }),
    ]);
  }
  return chapter;
}

function questionRows(question: Question, words: PlanWords, use: QuestionUse): ResolvedNode[][] {
  const { loop } = question;
  if (!loop) return [questionRow(question, words, use)];
  const one = words.iteration(question.qid);
  return [
    [
      text(question.question, { bold: true }),
      text(iterationText(loop, one)),
      text(askedText({ ...question, required: question.required || loop.minIterations > 0 }, words)),
    ],
    ...loop.questions.map((inner) => questionRow(inner, words, use, `Each ${one}: `)),
  ];
}

function questionRow(
  question: Omit<Question, 'loop'>,
  words: PlanWords,
  use: QuestionUse,
  before = '',
): ResolvedNode[] {
  const notes = useNotes(question, use).map((note) => text(note, { style: 'muted' }));
  return [
    text(`${before}${question.question}`),
    text(answerText(question, words)),
    stack([text(askedText(question, words)), ...notes]),
  ];
}

function useNotes(question: Omit<Question, 'loop'>, { rated, state }: QuestionUse): string[] {
  if (question.qid === state) return ['Decides which exceptions by state apply.'];
  return rated.has(question.qid) || isNeverAsked(question) ? [] : ['Not used in rating.'];
}

/** Whether a question is asked, and must be answered. */
export function askedText(question: Omit<Question, 'loop'>, words: PlanWords): string {
  const { condition, required, defaultAnswer, lookedUp } = question;
  if (isNeverAsked(question)) return 'Only where the exceptions by state say so.';
  const always = lookedUp ? 'Looked up, not asked' : 'Always';
  const asked = condition === undefined ? always : `If ${words.condition(condition)}`;
  const must = required ? 'must be answered' : 'may be left out';
  return `${asked}; ${must}${defaultAnswer === undefined ? '' : '; has a default'}.`;
}

/** The rules for answers, which hold for every plan. */
export function answerRules(): ResolvedNode[] {
  return [
    paragraph(
      `Names in quotation marks, such as ${quoted('State')}, are answers to the questions of the chapter on rating variables. Names with a capital letter are values that a rule derives; the index lists them with their rules.`,
    ),
    paragraph(
      'A question that is not asked has no answer. A risk is declined if a question that must be answered has no answer, if an answer is outside its bounds, or if a table has no row for it.',
    ),
    paragraph(
      'The rules of a section apply in their order. Each continues with the amount of the rule before it; a coverage, a tax and a fee begin with nothing. Amounts are those of a year until the term factor applies. Nothing is rounded except where a rule says so.',
    ),
  ];
}
