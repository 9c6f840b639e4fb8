import { isDecimal, plainText, toText, type Value } from '../../expression/index.js';
import type { LineBase, LineInputs, LineOf, LineOp, WorksheetLine } from './worksheet-line.js';

/** What a plan determines of the lines of a step. */
export interface LineForm<Op extends LineOp = LineOp> {
  op: Op;
  /** The names of the inputs, in order. */
  inputs: readonly string[];
  /** The name of the derived value that the step keeps. */
  as?: string | undefined;
  /** The fields of its kind. */
  fields?: Omit<LineOf<Op>, keyof LineBase | 'as' | 'row'> & { [field: string]: unknown };
}

/** The place of a step in a rating. */
export interface LinePlace {
  section: string;
  step: string;
  iterationId: string | null;
  /** The iterations around that one, from the outside in. */
  within: readonly string[];
}

/** The values of a step as it ran. All fields are always there, so that all steps have one shape in memory. */
interface KeptStep extends LinePlace {
  form: LineForm;
  inputs: readonly (Value | null)[];
  after: Value | null;
  /** The running amount before the step; null if there is none. */
  before: Value | null;
  /** The table row hit; -1 if there is none. */
  row: number;
}

/** The lines of a package's component. */
interface Included {
  component: string;
  lines: () => readonly WorksheetLine[];
}

/** Longer texts are cut on a worksheet that has many of them. */
const longText = 200;
const mostLongLetters = 1_000_000;

/**
 * The steps that a rating ran. They are kept as values: writing them as the lines of a worksheet takes longer than running
 * them, and most ratings of a book are never looked at.
 */
export class KeptSteps {
  readonly #kept: (KeptStep | Included)[] = [];

  keep(step: KeptStep): void {
    this.#kept.push(step);
  }

  /** Takes the lines of a package's component over. */
  include(component: string, lines: () => readonly WorksheetLine[]): void {
    this.#kept.push({ component, lines });
  }

  /** Writes the lines: decimals as text, booleans unchanged. */
  written(): WorksheetLine[] {
    const texts = new SheetTexts();
    const lines: WorksheetLine[] = [];
    for (const kept of this.#kept) {
      if ('component' in kept) {
        for (const line of kept.lines()) lines.push({ component: kept.component, ...line });
      } else lines.push(lineOf(kept, texts));
    }
    return lines;
  }
}

interface WrittenLine extends LineBase {
  as?: string;
  row?: number;
  [field: string]: unknown;
}

function lineOf(kept: KeptStep, texts: SheetTexts): WorksheetLine {
  const { section, step, iterationId, within, form, before, row } = kept;
  const inputs: LineInputs = {};
  for (let place = 0; place < form.inputs.length; place++) {
    inputs[form.inputs[place] as string] = texts.of(kept.inputs[place] ?? null);
  }
  const line: WrittenLine = { section, step, op: form.op, inputs, after: texts.of(kept.after) };
  if (iterationId !== null) line.iterationId = iterationId;
  if (within.length > 0) line.within = within;
  if (before !== null) line.before = String(texts.of(before));
  if (form.as !== undefined) line.as = form.as;
  if (row !== -1) line.row = row;
  // Object.assign is twenty times as slow.
  for (const name in form.fields) line[name] = form.fields[name];
  return line as unknown as WorksheetLine;
}

/** The texts of one worksheet. */
class SheetTexts {
  #longLetters = 0;

  of(value: Value | null): string | boolean | null {
    if (typeof value === 'boolean' || value === null) return value;
    if (isDecimal(value)) return plainText(value);
    const text = toText(value);
    return text.length > longText ? this.#longText(text) : text;
  }

  /** The text as long as the worksheet has room for such texts, then its beginning. */
  #longText(text: string): string {
    this.#longLetters += text.length;
    return this.#longLetters > mostLongLetters ? `${text.slice(0, longText)}…` : text;
  }
}
