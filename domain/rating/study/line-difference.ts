import { canonicalJson } from '../../ground/canonical-json.js';
import type { WorksheetLine } from '../run/result.js';

/** A value that is not the same on both sides; what one side does not have is null. */
export interface FieldDifference {
  /** A field of the line, or `inputs.NAME`. */
  field: string;
  a: unknown;
  b: unknown;
}

/** What a step is made of, apart from the amounts that it passes on. */
const ownFields = ['op', 'table', 'row', 'column', 'apply', 'loop', 'as', 'expression'] as const;
const amounts = ['before', 'after'] as const;

/** Every difference between two lines: what they computed with, and what came out. */
export function lineDifferences(a: WorksheetLine, b: WorksheetLine): FieldDifference[] {
  return [...ownDifferences(a, b), ...fieldsOf(a, b, amounts)];
}

/** The differences of what two lines computed with. */
export function ownDifferences(a: WorksheetLine, b: WorksheetLine): FieldDifference[] {
  const names = new Set([...Object.keys(a.inputs), ...Object.keys(b.inputs)]);
  const inputs = [...names].flatMap((name) =>
    differing(`inputs.${name}`, inputOf(a, name), inputOf(b, name)),
  );
  return [...fieldsOf(a, b, ownFields), ...inputs];
}

/** A difference where two values are not the same JSON. */
export function differing(field: string, a: unknown, b: unknown): FieldDifference[] {
  if (a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null)) return [];
  return [{ field, a: a ?? null, b: b ?? null }];
}

function fieldsOf(
  a: WorksheetLine,
  b: WorksheetLine,
  fields: readonly (keyof WorksheetLine)[],
): FieldDifference[] {
  return fields.flatMap((field) => differing(field, a[field], b[field]));
}

function inputOf({ inputs }: WorksheetLine, name: string): WorksheetLine['inputs'][string] | undefined {
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}
