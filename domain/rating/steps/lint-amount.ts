import type { Findings } from '../lint/findings.js';
import { type Possible, rangeOf, writtenNumber } from '../lint/possible.js';
import { onlyValue } from '../lint/unvarying.js';
import type { Path } from './lint-state.js';

/**
 * A factor or a rate below zero turns a premium into a return.
 *
 * @param isComputed it is more than an answer, so that its bounds are the author's.
 */
export function lintNegative(
  op: string | undefined,
  operand: Possible,
  path: Path,
  { findings, isComputed }: { findings: Findings; isComputed: boolean },
): void {
  if (op !== 'multiply' && op !== 'divide') return;
  const range = rangeOf(operand);
  if (!range || range.from >= 0) return;
  // A number that several things make up need not come near the ends of what it is estimated at.
  if (!Number.isFinite(range.from) && !(operand.direct && isComputed)) return;
  const least = Number.isFinite(range.from) ? `as low as ${writtenNumber(range.from)}` : 'any number';
  findings.warning(
    path,
    `this can be ${least}, and makes the premium negative; bound what it is made of, or write { max: [0, …] }`,
  );
}

/** A `min` or `max` after which the amount no longer varies: a cap or a minimum written backwards. */
export function lintConstant(
  op: string,
  before: Possible,
  after: Possible,
  path: Path,
  findings: Findings,
): void {
  if (op !== 'min' && op !== 'max') return;
  const only = onlyValue(after);
  if (only === null || onlyValue(before) !== null) return;
  findings.warning(path, `the amount is always ${only} after this; is "${op}" the right way round?`);
}
