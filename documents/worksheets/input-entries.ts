import { numberBound } from '../../domain/questions/bounds.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { Input } from '../../domain/rating/cells/sheet-line.js';
import type { Worksheet } from '../../domain/worksheet/worksheet.js';
import type { Entry } from '../excel/write-workbook.js';
import { dateNumber } from './excel-dates.js';
import type { CellEntry } from './excel-plan.js';

/** The longest list of choices that a cell can have. */
const longestList = 255;

/** Rows above the inputs. */
const inputsFrom = 3;

/** What may be entered for each input: the choices of its question, or numbers and dates within its bounds. */
export function inputEntries(
  inputs: readonly Input[],
  questions: QuestionTypes | null,
  { lines }: Worksheet,
): CellEntry[] {
  const terms = lines.find(({ source }) => source.plan?.terms)?.source.plan?.terms;
  return inputs.flatMap(({ name }, index) => {
    const entry = name === 'term' && terms ? listOf(Object.keys(terms)) : entryOf(name, questions);
    return entry ? [{ cell: `C${inputsFrom + index}`, entry }] : [];
  });
}

function entryOf(name: string, questions: QuestionTypes | null): Entry | null {
  if (name === 'effectiveDate' || name === 'today') return { kind: 'date', from: 1, to: null };
  const question = questions?.get(name);
  if (!question) return null;
  const { answerChoices, min, max } = question.definition ?? {};
  switch (question.answerType) {
    case 'BOOLEAN':
      return listOf(['TRUE', 'FALSE']);
    case 'SELECT':
    case 'TEXT':
      return answerChoices ? listOf(answerChoices.map((choice) => choiceOf(choice))) : null;
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT': {
      const [from, to] = [numberBound(min) ?? null, numberBound(max) ?? null];
      return from === null && to === null ? null : { kind: 'decimal', from, to };
    }
    case 'DATE': {
      const [from, to] = [min, max].map((bound) => (typeof bound === 'string' ? dateNumber(bound) : null));
      return { kind: 'date', from: from ?? 1, to: to ?? null };
    }
    case 'MULTI_SELECT':
      return null;
  }
}

/** Whether the choices of a question are codes such as 01, which a spreadsheet would take for numbers. */
export function isCode(name: string, questions: QuestionTypes | null): boolean {
  const choices = questions?.get(name)?.definition?.answerChoices;
  return (
    choices?.some((choice) => /^[\d.]+$/.test(choiceOf(choice)) && numberOf(choiceOf(choice)) === null) ??
    false
  );
}

function choiceOf(choice: string | { value: string }): string {
  return typeof choice === 'string' ? choice : choice.value;
}

function listOf(choices: readonly string[]): Entry | null {
  const isTooLong = choices.join(',').length > longestList || choices.some((choice) => choice.includes(','));
  return isTooLong ? null : { kind: 'list', choices };
}
