import { exactValues } from '../tables/cells.js';
import type { Findings } from './findings.js';
import type { TableUsage } from './table-usage.js';

/** The digits of codes that spreadsheets show as numbers: of a ZIP, and of a ZIP+4 without its hyphen. */
const codeLengths = [5, 9];
/** A code has at most so many zeros in front: `00501` is the lowest ZIP. */
const mostZeros = 2;
/** Fewer codes than these say nothing about the others. */
const fewest = 5;

/** A spreadsheet that read ZIPs as numbers has dropped their leading zeros: 1001 stands where 01001 is meant. */
export function lintLostZeros(usage: TableUsage, findings: Findings): void {
  usage.table.keys.forEach((key, place) => {
    if (key.match !== 'exact' || key.type !== 'text') return;
    // Where all that is looked up is known, as the choices of a question are, a code without its zeros is found to be missing.
    const sought = usage.packed === null ? usage.soughtIn[place] : null;
    if (sought && sought.size > 0) return;
    const lengths = new DigitLengths();
    for (const text of textsOf(usage, place)) if (!lengths.add(text)) return;
    if (lengths.areRound) return;
    for (const length of codeLengths) {
      const short = lengths.shorterThan(length);
      if (short === null) continue;
      const message = `"${key.name}" has ${short.count} values of fewer than ${length} digits, such as "${short.example}", and none that begins with 0: did a spreadsheet drop leading zeros?`;
      findings.warning(['tables', usage.name, 'keys', place], message);
    }
  });
}

function* textsOf({ table, packed }: TableUsage, place: number): Generator<string> {
  for (const row of table.rows) {
    for (const value of exactValues(row[place] ?? '*')) yield String(value);
  }
  yield* packed?.textsOfKey(place) ?? [];
}

/** How many values have how many digits. */
class DigitLengths {
  /** Amounts such as deductibles and limits: all end with zeros. */
  areRound = true;
  readonly #counts = new Map<number, { count: number; example: string }>();

  /** False for a value that shows that the column was not read as numbers. */
  add(text: string): boolean {
    if (!/^[1-9]\d*$/.test(text)) return false;
    this.areRound &&= text.endsWith('00');
    const known = this.#counts.get(text.length);
    if (known) known.count += 1;
    else this.#counts.set(text.length, { count: 1, example: text });
    return true;
  }

  /** The values that can be of this length without their zeros, if most others have it and none has another; else null. */
  shorterThan(length: number): { count: number; example: string } | null {
    const full = this.#counts.get(length)?.count ?? 0;
    const short = [...this.#counts].filter(([each]) => each < length);
    const isCode = [...this.#counts.keys()].every((each) => each <= length && each >= length - mostZeros);
    const count = short.reduce((sum, [, each]) => sum + each.count, 0);
    const example = short[0]?.[1].example;
    return isCode && example !== undefined && full >= fewest && full > count ? { count, example } : null;
  }
}
