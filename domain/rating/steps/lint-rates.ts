import { constantAmount, toDecimal } from '../../expression/index.js';
import type { Knowledge } from '../lint/knowledge.js';
import { readColumn } from '../lint/lint-lookup.js';
import { constant, type Possible } from '../lint/possible.js';
import { evaluate, readLogic } from '../lint/reason.js';
import { allSteps } from './all-steps.js';
import { tablesOf } from './chosen-table.js';
import type { Path } from './lint-state.js';
import type { Step, StepLinter } from './step-kind.js';

/** Whether the step, or one inside it, multiplies or divides the running amount. */
export function scales(step: Step): boolean {
  return allSteps([step]).some(({ step: each, inLoop }) => {
    const op = 'apply' in each ? each.apply : each.op;
    return !inLoop && (op === 'multiply' || op === 'divide');
  });
}

/**
 * Lints a step before others that multiply or divide. A rate that it sets is rounded as an amount is: of 0.35, whole dollars
 * leave 0. Only numbers that can be listed are known to have decimals, and an exposure that is answered is none of them.
 */
export function lintRoundedRate(
  step: Step,
  path: Path,
  knowledge: Knowledge,
  { rounding, findings, usageOf }: Pick<StepLinter, 'rounding' | 'findings' | 'usageOf'>,
): void {
  if (!rounding) return;
  const digits = Math.max(rounding.digits, 0);
  const isLost = ({ list }: Possible) =>
    list?.some((value) => (toDecimal(value)?.decimalPlaces() ?? 0) > digits) === true;
  if (!possibleSet(step, knowledge, usageOf).some(isLost)) return;
  findings.warning(
    path,
    '"roundEachStep" rounds this before it is multiplied or divided; begin with the exposure, or multiply inside one expression',
  );
}

/** What the step can set the amount to. */
function possibleSet(step: Step, knowledge: Knowledge, usageOf: StepLinter['usageOf']): Possible[] {
  if (step.op === 'set') {
    const fixed = constantAmount(step.by);
    return [fixed ? constant(fixed) : evaluate(readLogic(step.by, knowledge) ?? null, knowledge)];
  }
  if (step.op !== 'lookup' || step.apply !== 'set') return [];
  return tablesOf(step.table).flatMap((name) => {
    const usage = usageOf(name);
    return usage ? [readColumn(usage, step.column)] : [];
  });
}
