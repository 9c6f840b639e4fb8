import { isDecimal, toText, type Value } from '../../expression/index.js';
import { canonicalJson, quoted } from '../../ground/canonical-json.js';
import { FormText, type KeptStep } from './line-form.js';
import type { LineBase, LineInputs, WorksheetLine } from './worksheet-line.js';

/** Longer texts are cut on a worksheet that has many of them. */
const longText = 200;
const mostLongLetters = 1_000_000;

interface WrittenLine extends LineBase {
  as?: string;
  row?: number;
  [field: string]: unknown;
}

/** A line of the worksheet. */
export function lineOf(kept: KeptStep, texts: SheetTexts, component: string | undefined): WorksheetLine {
  const { section, step, iterationId, within, form, before, row } = kept;
  const inputs: LineInputs = {};
  for (let place = 0; place < form.inputs.length; place++) {
    inputs[form.inputs[place] as string] = texts.of(kept.inputs[place] ?? null);
  }
  const line: WrittenLine = { section, step, op: form.op, inputs, after: texts.of(kept.after) };
  if (component !== undefined) line.component = component;
  if (iterationId !== null) line.iterationId = iterationId;
  if (within.length > 0) line.within = within;
  if (before !== null) line.before = before.toFixed();
  if (form.as !== undefined) line.as = form.as;
  if (row !== -1) line.row = row;
  // Object.assign is twenty times as slow.
  for (const name in form.fields) line[name] = form.fields[name];
  return line as unknown as WorksheetLine;
}

/** The same as canonical JSON, without making it. */
export function textOf(kept: KeptStep, texts: SheetTexts, component: string | undefined): string {
  const { form, iterationId, within, before, row } = kept;
  form.text ??= new FormText(form);
  const { pieces, inputs } = form.text;
  // In the order of `lineOf`, for texts that are cut.
  const values: string[] = [];
  for (const value of kept.inputs) values.push(texts.json(value));
  let text = pieces.after + texts.json(kept.after) + pieces.before;
  if (before !== null) text += `,"before":"${before.toFixed()}"`;
  text += pieces.component;
  if (component !== undefined) text += `,"component":${quoted(component)}`;
  text += pieces.inputs;
  for (const { name, place } of inputs) text += name + values[place];
  text += pieces.iterationId;
  if (iterationId !== null) text += `,"iterationId":${quoted(iterationId)}`;
  text += pieces.row;
  if (row !== -1) text += `,"row":${row}`;
  text += form.text.placeText(kept);
  if (within.length > 0) text += `,"within":${canonicalJson(within)}`;
  return `${text + pieces.end}}`;
}

/** The texts of one worksheet. */
export class SheetTexts {
  #longLetters = 0;

  of(value: Value | null): string | boolean | null {
    if (typeof value === 'boolean' || value === null) return value;
    if (isDecimal(value)) return value.toFixed();
    const text = toText(value);
    return text.length > longText ? this.#longText(text) : text;
  }

  /** A value as JSON. */
  json(value: Value | null): string {
    if (isDecimal(value)) return `"${value.toFixed()}"`;
    const text = this.of(value);
    return typeof text === 'string' ? quoted(text) : String(text);
  }

  /** The text as long as the worksheet has room for such texts, then its beginning. */
  #longText(text: string): string {
    this.#longLetters += text.length;
    return this.#longLetters > mostLongLetters ? `${text.slice(0, longText)}…` : text;
  }
}
