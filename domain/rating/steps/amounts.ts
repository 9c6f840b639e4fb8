import { compareDecimals, type Decimal, RatingProblem, signOf, times } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { Amount } from '../run/run.js';

export type Application = 'set' | 'multiply' | 'add' | 'subtract' | 'divide';
type Operation = Application | 'min' | 'max';

/** Changes a running amount by an operand. An amount that nothing has set counts as zero. */
export function operationOf(operation: Operation): (amount: Amount, operand: Decimal) => Decimal {
  switch (operation) {
    case 'set':
      return (_amount, operand) => operand;
    case 'multiply':
      return (amount, operand) => (amount === null ? zero : times(amount, operand));
    case 'add':
      return (amount, operand) => (amount === null ? operand : amount.plus(operand));
    case 'subtract':
      return (amount, operand) => (amount ?? zero).minus(operand);
    case 'divide':
      return (amount, operand) => {
        if (signOf(operand) === 0) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
        return (amount ?? zero).dividedBy(operand);
      };
    case 'min':
      return (amount, operand) => (compareDecimals(amount ?? zero, operand) > 0 ? operand : (amount ?? zero));
    case 'max':
      return (amount, operand) => (compareDecimals(amount ?? zero, operand) < 0 ? operand : (amount ?? zero));
  }
}
