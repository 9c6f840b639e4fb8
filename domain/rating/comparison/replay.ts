import { iterationKey, type WorksheetLine } from '../run/worksheet-line.js';
import { align } from './align.js';
import { differing, type FieldDifference, lineDifferences } from './line-difference.js';
import { placeOf } from './walk-chain.js';

/** The result of a rating, as stored or as replayed. */
export interface RatedRecord {
  /** Compared by name; may have any result of a rating. */
  result: { readonly [field: string]: unknown };
  worksheet: WorksheetLine[];
}

export interface ReplayedField {
  field: string;
  stored: unknown;
  replayed: unknown;
}

/** A step that differs, or exists on one side only. */
export interface StepDifference {
  kind: 'CHANGED' | 'ONLY_STORED' | 'ONLY_REPLAYED';
  /** Its number in the worksheet, from 1; in the stored one if both have it. */
  number: number;
  /** For a package. */
  component?: string;
  section: string;
  step: string;
  op: string;
  iterationId?: string;
  /** The iterations around it, from the outside in. */
  within?: readonly string[];
  /** Empty if the step exists on one side only. */
  fields: ReplayedField[];
}

export interface ReplayReport {
  result: 'identical' | 'different';
  steps: { stored: number; replayed: number };
  resultDifferences: ReplayedField[];
  /** The first steps that differ, in the order in which they ran. */
  stepDifferences: StepDifference[];
  /** Their total number, of which `stepDifferences` are the first. */
  stepDifferenceCount: number;
}

/** Compares a stored rating with its replay, result by result and step by step. */
export function compareReplay(
  stored: RatedRecord,
  replayed: RatedRecord,
  { atMost = 20 }: { atMost?: number } = {},
): ReplayReport {
  const names = new Set([...Object.keys(stored.result), ...Object.keys(replayed.result)]);
  const resultDifferences = [...names].flatMap((name) =>
    differing(name, stored.result[name], replayed.result[name]).map(replayedField),
  );
  const steps = stepDifferences(stored.worksheet, replayed.worksheet);
  return {
    result: resultDifferences.length + steps.length === 0 ? 'identical' : 'different',
    steps: { stored: stored.worksheet.length, replayed: replayed.worksheet.length },
    resultDifferences,
    stepDifferences: steps.slice(0, atMost),
    stepDifferenceCount: steps.length,
  };
}

interface NumberedLine {
  line: WorksheetLine;
  number: number;
}

function stepDifferences(stored: WorksheetLine[], replayed: WorksheetLine[]): StepDifference[] {
  return align(numbered(stored), numbered(replayed), keyOf).flatMap(({ a, b }): StepDifference[] => {
    if (b === null) return [describe('ONLY_STORED', a)];
    if (a === null) return [describe('ONLY_REPLAYED', b)];
    const fields = lineDifferences(a.line, b.line);
    return fields.length === 0 ? [] : [describe('CHANGED', a, fields.map(replayedField))];
  });
}

function describe(
  kind: StepDifference['kind'],
  { line, number }: NumberedLine,
  fields: ReplayedField[] = [],
): StepDifference {
  return { kind, number, ...placeOf(line), fields };
}

function replayedField({ field, a, b }: FieldDifference): ReplayedField {
  return { field, stored: a, replayed: b };
}

function numbered(lines: WorksheetLine[]): NumberedLine[] {
  return lines.map((line, index) => ({ line, number: index + 1 }));
}

function keyOf({ line }: NumberedLine): string {
  return `${line.component ?? ''}\n${line.section}\n${iterationKey(line) ?? ''}\n${line.step}`;
}
