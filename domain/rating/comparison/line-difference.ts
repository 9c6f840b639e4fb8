import { canonicalJson } from '../../ground/canonical-json.js';
import type { LineInputs, WorksheetLine } from '../run/worksheet-line.js';

/** A value that differs between the two sides; a missing value is null. */
export interface FieldDifference {
  /** A field of the line, or `inputs.NAME`. */
  field: string;
  a: unknown;
  b: unknown;
}

const amounts = ['before', 'after'];
/** Fields that are compared separately, or that only name the step. */
const elsewhere = new Set([...amounts, 'component', 'section', 'step', 'iterationId', 'within', 'inputs']);
/** These come first, in this order; then the other fields of the line. */
const firstFields = ['op', 'table', 'row', 'column', 'apply', 'loop', 'of', 'where', 'as', 'expression'];

/** Every difference between two lines: their inputs and their results. */
export function lineDifferences(a: WorksheetLine, b: WorksheetLine): FieldDifference[] {
  return [...ownDifferences(a, b), ...fieldsOf(a, b, amounts)];
}

/** The differences between the inputs of two lines. */
export function ownDifferences(a: WorksheetLine, b: WorksheetLine): FieldDifference[] {
  const names = new Set([...Object.keys(a.inputs), ...Object.keys(b.inputs)]);
  const inputs = [...names].flatMap((name) =>
    differing(`inputs.${name}`, inputOf(a, name), inputOf(b, name)),
  );
  const fields = new Set([...firstFields, ...Object.keys(a), ...Object.keys(b)]);
  const own = [...fields].filter((field) => !elsewhere.has(field));
  return [...fieldsOf(a, b, own), ...inputs];
}

/** A difference, if two values are not the same JSON. */
export function differing(field: string, a: unknown, b: unknown): FieldDifference[] {
  if (a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null)) return [];
  return [{ field, a: a ?? null, b: b ?? null }];
}

function fieldsOf(a: WorksheetLine, b: WorksheetLine, fields: readonly string[]): FieldDifference[] {
  const [ofA, ofB]: { readonly [field: string]: unknown }[] = [{ ...a }, { ...b }];
  return fields.flatMap((field) => differing(field, ofA?.[field], ofB?.[field]));
}

function inputOf({ inputs }: WorksheetLine, name: string): LineInputs[string] | undefined {
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}
