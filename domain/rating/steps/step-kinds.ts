import { z } from 'zod';
import type { LineOp, StepOp, WorksheetLine } from '../run/worksheet-line.js';
import { amountOverLoop } from './amount-over-loop.js';
import { arithmetic } from './arithmetic.js';
import { conditionOverLoop } from './condition-over-loop.js';
import { derive } from './derive.js';
import { branch } from './if.js';
import { lookup } from './lookup.js';
import { minimum } from './minimum.js';
import { nameAmount } from './name-amount.js';
import { otherLines } from './other-lines.js';
import { rank } from './rank.js';
import { round } from './round.js';
import type { LineKind, Step, StepKind } from './step-kind.js';

/** Every kind of step. The plan's schema, compiler, lint, worksheets and comparisons are derived from it. */
export const stepKinds = {
  lookup,
  set: arithmetic,
  multiply: arithmetic,
  add: arithmetic,
  subtract: arithmetic,
  divide: arithmetic,
  min: arithmetic,
  max: arithmetic,
  minimum,
  round,
  name: nameAmount,
  derive,
  rank,
  sumOverLoop: amountOverLoop,
  maxOverLoop: amountOverLoop,
  minOverLoop: amountOverLoop,
  averageOverLoop: amountOverLoop,
  countOverLoop: conditionOverLoop,
  anyOverLoop: conditionOverLoop,
  allOverLoop: conditionOverLoop,
  if: branch,
} satisfies { readonly [Op in StepOp]: StepKind<Op> };

const lineKinds = { ...stepKinds, ...otherLines } satisfies { readonly [Op in LineOp]: LineKind<Op> };

export function kindOf({ op }: Step): StepKind<StepOp> {
  return stepKinds[op];
}

export function lineKindOf({ op }: WorksheetLine): LineKind<LineOp> {
  return lineKinds[op];
}

/** A step of any kind. */
export const step: z.ZodType<Step> = z
  .lazy(() => {
    const kinds = Object.values<StepKind<StepOp>>(stepKinds);
    const described = new Map(kinds.map(({ schema, description }) => [schema, description]));
    const schemas = [...described].map(([schema, description]) => schema(step).describe(description));
    const [first = lookup.schema(step), ...others] = schemas;
    return z.discriminatedUnion('op', [first, ...others]);
  })
  .meta({ id: 'RatingStep' });
