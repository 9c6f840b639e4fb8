import { RatingProblem, type Value } from '../../expression/index.js';
import { answerCell, decimalCell } from '../tables/cells.js';
import { indexPacked, type PackedIndex } from '../tables/compile-packed.js';
import { soughtText } from '../tables/key-index.js';
import type { PackedRows } from '../tables/packed-rows.js';
import type { RatingTable } from '../tables/table.js';
import type { Findings } from './findings.js';
import { oddValues, suspicious } from './odd-values.js';
import { anything, listed, type Possible, written } from './possible.js';

/** The values of a column are listed up to this many, as those of a state beside its ZIP. */
const mostValues = 1_000;

/** By the authored table: each combination of overlays asks for the same ones. */
const known = new WeakMap<RatingTable, PackedUsage>();

/** @param table the authored one, laid out. */
export function packedUsageOf(authored: RatingTable, table: RatingTable, packed: PackedRows): PackedUsage {
  const usage = known.get(authored) ?? new PackedUsage(table, packed);
  known.set(authored, usage);
  return usage;
}

/** What lookups can find in the packed rows of a table. */
export class PackedUsage {
  readonly #table: RatingTable;
  readonly #index: PackedIndex;
  readonly #possible = new Map<number, Possible>();
  readonly #texts = new Map<number, ReadonlySet<string> | null>();

  #order: readonly { column: number; message: string }[] | null = null;

  constructor(table: RatingTable, packed: PackedRows) {
    this.#table = table;
    this.#index = indexPacked(table, packed);
  }

  /** What an answer column can hold. */
  possibleIn(column: number): Possible {
    const known = this.#possible.get(column) ?? this.#readPossible(column);
    this.#possible.set(column, known);
    return known;
  }

  /**
   * What can be looked up and is in no row: key by key, as keys of a large table go with each other, such as a ZIP with its
   * state. `others` tells whether one of the other rows covers a value.
   */
  missing(
    keys: readonly Possible[],
    others: (place: number, value: Value) => boolean,
  ): { what: string; certain: boolean }[] {
    return this.#table.keys.flatMap((key, place) => {
      const { list, direct, type } = keys[place] ?? anything;
      const has = list === null || type === 'list' ? null : this.#finder(place);
      if (list === null || has === null) return [];
      const absent = list.filter((value) => isSought(() => has(value)) && !others(place, value));
      return absent.map((value) => ({ what: `${key.name} ${written(value)}`, certain: direct }));
    });
  }

  /** Tells whether a row has a value of a key; null if the key has too many values. */
  #finder(place: number): ((value: Value) => boolean) | null {
    const { keys } = this.#table;
    if (keys.length === 1) return (value) => this.#index.rowFor([value]) !== -1;
    const [key, texts] = [keys[place], this.#textsIn(place)];
    if (!key || texts === null) return null;
    const textOf = soughtText(key);
    return (value) => texts.has(textOf(value));
  }

  /** The cells of a key. */
  *textsOfKey(place: number): Generator<string> {
    const { reader } = this.#index;
    for (let row = 0; row < reader.count; row += 1) yield reader.text(row, place);
  }

  /** Numbers of another size than those of the keys before and after them. */
  lintOrder(name: string, findings: Findings): void {
    this.#order ??= this.#readOrder();
    for (const { column, message } of this.#order)
      findings.warning(['tables', name, 'columns', column], message);
  }

  #readOrder(): { column: number; message: string }[] {
    const { keys, columns } = this.#table;
    const { reader } = this.#index;
    return columns.flatMap((column, index) => {
      if (column.type !== 'number' || keys.length > 1) return [];
      const values = Array.from({ length: reader.count }, (_, row) => this.#number(row, index));
      const [first, ...others] = oddValues(values, false, suspicious.listed);
      if (!first) return [];
      const more = others.length > 0 ? `; and ${others.length} more like it` : '';
      const row = `the row of ${keys[0]?.name} "${reader.text(first.place, 0)}"`;
      return [{ column: index, message: `in ${row}, "${column.name}" ${first.message}${more}` }];
    });
  }

  /** The different cells of a column; null if there are too many. */
  #textsIn(place: number): ReadonlySet<string> | null {
    const known = this.#texts.get(place);
    if (known !== undefined) return known;
    const texts = new Set<string>();
    const { reader } = this.#index;
    for (let row = 0; row < reader.count && texts.size <= mostValues; row += 1) {
      texts.add(reader.text(row, place));
    }
    const found = texts.size <= mostValues ? texts : null;
    this.#texts.set(place, found);
    return found;
  }

  /** All values if they are few, else the least and the most of the numbers. */
  #readPossible(column: number): Possible {
    const answers = this.#table.columns[column];
    const texts = this.#textsIn(this.#table.keys.length + column);
    if (!answers) return listed([]);
    if (texts !== null) return listed([...texts].flatMap((text) => answerCell(text, answers) ?? []));
    let [from, to, nonZero] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
    for (let row = 0; row < this.#index.reader.count; row += 1) {
      const value = this.#number(row, column);
      if (value < from) from = value;
      if (value > to) to = value;
      if (value === 0) nonZero = false;
    }
    const range = answers.type === 'number' ? { from, to, nonZero } : null;
    return { type: answers.type, list: null, range, direct: false, optional: false };
  }

  #number(row: number, column: number): number {
    const text = this.#index.reader.text(row, this.#table.keys.length + column);
    const number = Number(text);
    // A fraction.
    return Number.isNaN(number) ? (decimalCell(text)?.toNumber() ?? number) : number;
  }
}

/** Whether a value is looked up and not found; one of another type than its key is told apart from rows. */
function isSought(find: () => boolean): boolean {
  try {
    return !find();
  } catch (error) {
    if (error instanceof RatingProblem) return false;
    throw error;
  }
}
