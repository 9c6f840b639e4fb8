import { type Decimal, isWrittenRatio } from '../expression/index.js';
import {
  type Cell,
  decimalCell,
  exactValues,
  intervalCell,
  isWildcard,
  otherwise,
  type TableColumn,
  type TableKey,
} from '../rating/tables/cells.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, constantWords, listed, nameWords, numberWords } from '../rating/words/value-words.js';
import { answeredNumber, choiceLabel } from '../rating/words/vocabulary.js';
import { labelWithCode } from './answer-text.js';

/** The cells of a column as texts; numbers are aligned at the right. */
export interface ExhibitColumn {
  texts: string[];
  numeric: boolean;
}

/** The questions whose answers are looked up in a key, by row, and the words for them. */
interface KeyMeaning {
  qidsOf(row: number): readonly string[];
  /** It is looked up by the term of the policy. */
  isTerm: boolean;
  words: PlanWords;
}

interface RowMeaning {
  qids: readonly string[];
  words: PlanWords;
}

export function keyColumn(
  key: TableKey,
  cells: readonly Cell[],
  { qidsOf, isTerm, words }: KeyMeaning,
): ExhibitColumn {
  const texts = cells.map((cell, row) =>
    isTerm && !isWildcard(cell)
      ? listed(
          exactValues(cell).map((one) => capital(nameWords(String(one)))),
          'or',
        )
      : keyText(key, cell, { qids: qidsOf(row), words }),
  );
  return { texts, numeric: key.match === 'exact' && texts.every((one) => /^[−\d.,]+$/.test(one)) };
}

export function answerColumn({ type }: TableColumn, cells: readonly Cell[]): ExhibitColumn {
  if (type !== 'number') return { texts: cells.map(plainText), numeric: false };
  // A fraction is printed as it is written.
  const numbers = cells.map((cell) => (isWrittenRatio(cell) ? null : decimalCell(cell)));
  const places = Math.max(0, ...numbers.map((number) => number?.decimalPlaces() ?? 0));
  return {
    texts: numbers.map((number, index) =>
      number ? numberWords(number, places) : plainText(cells[index] ?? ''),
    ),
    numeric: true,
  };
}

function keyText(key: TableKey, cell: Cell, meaning: RowMeaning): string {
  if (cell === otherwise) return 'Any other';
  if (isWildcard(cell)) return 'Any';
  if (key.match === 'exact') {
    return listed(
      exactValues(cell).map((value) => valueText(value ?? '', key, meaning)),
      'or',
    );
  }
  const dates = key.match === 'dateRange' || key.type === 'date';
  const range = dates
    ? intervalCell(cell, (end) => (typeof end === 'string' ? end : null))
    : intervalCell(cell, decimalCell);
  if (!range) return plainText(cell);
  const [from, to] = [range.from, range.to].map((end) =>
    end === null ? null : typeof end === 'string' ? end : amountText(end, meaning),
  );
  return rangeText(from ?? null, to ?? null, key, dates);
}

function rangeText(from: string | null, to: string | null, key: TableKey, dates: boolean): string {
  const [below, since] = dates ? ['before', 'or later'] : ['under', 'or more'];
  const [over, included] = [key.from === 'excluded', key.to === 'included'];
  const start = over ? `${dates ? 'After' : 'Over'} ${from}` : from;
  if (from === null && to === null) return 'Any';
  if (to === null) return over ? String(start) : `${from} ${since}`;
  if (from === null) return included ? `Up to ${to}` : `${dates ? 'Before' : 'Under'} ${to}`;
  if (included && !over && from === to) return from;
  return included ? `${start} to ${to}` : `${start} to ${below} ${to}`;
}

function valueText(value: string | number | boolean, key: TableKey, meaning: RowMeaning): string {
  const written = String(value);
  for (const qid of meaning.qids) {
    const label = choiceLabel(meaning.words, qid, written);
    if (label !== undefined) return labelWithCode(written, label);
  }
  const number = key.type === 'number' ? decimalCell(value) : null;
  return number === null ? plainText(value) : amountText(number, meaning);
}

/** A number as an answer to the question that is looked up. */
function amountText(number: Decimal, { qids: [qid], words }: RowMeaning): string {
  return qid === undefined ? numberWords(number) : answeredNumber(words, qid, number);
}

function plainText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return Array.isArray(cell) ? cell.map((one) => one ?? '').join(', ') : constantWords(String(cell));
}
