import { type Decimal, isDecimal, toText, type Value } from '../../expression/index.js';
import type { LinePlan, TestedCondition } from './every-step.js';
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
  /** The conditions that the step depends on, on a worksheet of every step. */
  conditions?: readonly TestedCondition[];
  skipping?: boolean;
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
  /** Whether it has a line for each step that does not run, too, and what lines depend on (`LinePlan`). */
  readonly everyStep: boolean;
  readonly lines: WorksheetLine[] = [];
  #longLetters = 0;

  constructor({ everyStep = false }: { everyStep?: boolean | undefined } = {}) {
    this.everyStep = everyStep;
  }

  /** Writes a step's line: decimals as text, booleans unchanged. */
  add(
    form: LineForm,
    { section, step, iterationId, within, conditions = [], skipping = false }: LinePlace,
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
    if (this.everyStep) line.plan = { conditions, ...(skipping && { skipped: true }) };
    this.lines.push(line as unknown as WorksheetLine);
  }

  /** Adds what the last line depends on, or the lines from a number on. */
  explain(plan: LinePlan, from = -1): void {
    for (const line of this.lines.slice(from)) line.plan = { ...line.plan, ...plan };
  }

  /** What an expression read, as a line has it. */
  read(names: readonly string[], values: readonly (Value | null)[]): LineInputs {
    return Object.fromEntries(names.map((name, place) => [name, this.#textOf(values[place] ?? null)]));
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
