import { z } from 'zod';

/** The most rows of a table that is read from a file: those of ZIP+4. */
export const mostRows = 1_000_000;

/** Rows of a large table as they are stored: sorted by their keys, each of which has one value. */
export const packedRows = z
  .strictObject({
    count: z.int().min(1).max(mostRows).describe('The number of rows.'),
    cells: z
      .array(z.string())
      .describe('For each key, then for each column, its cells in canonical form, one a line.'),
  })
  .superRefine(({ count, cells }, context) => {
    cells.forEach((text, place) => {
      const lines = linesIn(text);
      if (lines === count) return;
      context.addIssue({
        code: 'custom',
        path: ['cells', place],
        message: `has ${lines} lines, not ${count}`,
      });
    });
  });

export type PackedRows = z.infer<typeof packedRows>;

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * Reads packed rows where they are: a list of a million rows takes 300 MB, their texts and the places of their lines
 * 40 MB.
 */
export class RowReader {
  readonly count: number;
  readonly #texts: readonly string[];
  /** By column, where each line begins; after the last line, where another one would begin. */
  readonly #starts: readonly Int32Array[];

  constructor({ count, cells }: PackedRows) {
    this.count = count;
    this.#texts = cells;
    this.#starts = cells.map((text) => startsOf(text, count));
  }

  /** The cell of a row, from 0, in a column: the keys come first. */
  text(row: number, column: number): string {
    const starts = this.#starts[column];
    return this.#texts[column]?.slice(starts?.[row], (starts?.[row + 1] ?? 0) - 1) ?? '';
  }

  /** The row with these keys, in canonical form; -1 if there is none. */
  find(keys: readonly string[]): number {
    let [low, high] = [0, this.count - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, keys);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The order of a row's keys and others: negative, zero or positive. */
  #compare(row: number, keys: readonly string[]): number {
    for (let column = 0; column < keys.length; column += 1) {
      const order = compareTexts(this.text(row, column), keys[column] as string);
      if (order !== 0) return order;
    }
    return 0;
  }

  /** The order of the first keys of two rows. */
  compareRows(row: number, other: number, keys: number): number {
    for (let column = 0; column < keys; column += 1) {
      const order = compareTexts(this.text(row, column), this.text(other, column));
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** The order of two texts, by their code units: that of keys in packed rows. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function startsOf(text: string, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (let row = 1, at = 0; row < count; row += 1) {
    at = text.indexOf('\n', at) + 1;
    starts[row] = at;
  }
  starts[count] = text.length + 1;
  return starts;
}
