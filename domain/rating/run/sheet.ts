import { type Decimal, isDecimal, toText, type Value } from '../../expression/index.js';
import type { LineForm } from './line-form.js';
import type { LineBase, LineInputs, WorksheetLine } from './worksheet-line.js';

/** Longer texts are cut on a worksheet that has many of them. */
const longText = 200;
const mostLongLetters = 1_000_000;

/** The place of a step in a rating. */
export interface LinePlace {
  section: string;
  step: string;
  iterationId: string | null;
  /** The iterations around that one, from the outside in. */
  within: readonly string[];
}

/** The values of a step as it ran. */
export interface StepValues {
  /** One for each input of the form. */
  inputs: readonly (Value | null)[];
  after: Value | null;
  /** The running amount before the step; null if there is none. */
  before: Decimal | null;
  /** The table row hit; -1 if there is none. */
  row: number;
}

interface WrittenLine extends LineBase {
  as?: string;
  row?: number;
  [field: string]: unknown;
}

/** The worksheet of a rating in progress. */
export class Sheet {
  readonly lines: WorksheetLine[] = [];
  #longLetters = 0;

  /** Writes a step's line: decimals as text, booleans unchanged. */
  add(
    form: LineForm,
    { section, step, iterationId, within }: LinePlace,
    { inputs, after, before, row }: StepValues,
  ): void {
    const written: LineInputs = {};
    for (let place = 0; place < form.inputs.length; place++) {
      written[form.inputs[place] as string] = this.#textOf(inputs[place] ?? null);
    }
    const line: WrittenLine = { section, step, op: form.op, inputs: written, after: this.#textOf(after) };
    if (iterationId !== null) line.iterationId = iterationId;
    if (within.length > 0) line.within = within;
    if (before !== null) line.before = before.toFixed();
    if (form.as !== undefined) line.as = form.as;
    if (row !== -1) line.row = row;
    // Object.assign is twenty times as slow.
    for (const name in form.fields) line[name] = form.fields[name];
    this.lines.push(line as unknown as WorksheetLine);
  }

  /** Takes over the lines of a package's component. */
  include(component: string, lines: readonly WorksheetLine[]): void {
    for (const line of lines) this.lines.push({ ...line, component });
  }

  #textOf(value: Value | null): string | boolean | null {
    if (typeof value === 'boolean' || value === null) return value;
    if (isDecimal(value)) return value.toFixed();
    const text = toText(value);
    return text.length > longText ? this.#longText(text) : text;
  }

  /** The text as long as the worksheet has room for such texts, then its beginning. */
  #longText(text: string): string {
    this.#longLetters += text.length;
    return this.#longLetters > mostLongLetters ? `${text.slice(0, longText)}…` : text;
  }
}
