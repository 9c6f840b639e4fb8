import { addDays } from '../../domain/ground/calendar.js';
import type { HeldStretch } from '../../domain/product/held-stretch.js';
import { numberBound } from '../../domain/questions/bounds.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { Input } from '../../domain/rating/cells/sheet-line.js';
import type { Worksheet } from '../../domain/worksheet/worksheet.js';
import type { Entry } from '../excel/write-workbook.js';
import { dateNumber } from './excel-dates.js';
import type { CellEntry } from './excel-plan.js';
import type { WorksheetDocument } from './worksheet-document.js';

/** The longest list of choices that a cell can have. */
const longestList = 255;

/** Rows above the inputs. */
const inputsFrom = 3;

/**
 * What may be entered for each input: the choices of its question, or numbers and dates within its bounds. Of a product with
 * overlays, only the state as it was rated, and dates of its overlays.
 */
export function inputEntries(
  inputs: readonly Input[],
  { questions, held }: Pick<WorksheetDocument, 'questions' | 'held'>,
  { lines }: Worksheet,
): CellEntry[] {
  const terms = lines.find(({ source }) => source.plan?.terms)?.source.plan?.terms;
  return inputs.flatMap(({ name }, index) => {
    const entry =
      name === 'term' && terms
        ? listOf(Object.keys(terms))
        : ((held && heldEntry(name, held)) ?? entryOf(name, questions));
    return entry ? [{ cell: `C${inputsFrom + index}`, entry }] : [];
  });
}

function heldEntry(name: string, { stateQuestion, state, effectiveDate, today }: HeldStretch): Entry | null {
  if (name === stateQuestion) return state === null ? null : listOf([state]);
  const days = name === 'effectiveDate' ? effectiveDate : name === 'today' ? today : null;
  if (days === null) return null;
  const { from, until } = days;
  return {
    kind: 'date',
    from: from === null ? 1 : dateNumber(from),
    to: until === null ? null : dateNumber(addDays(until, -1)),
  };
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
