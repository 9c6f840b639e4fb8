import {
  compareDecimals,
  Dec,
  type Decimal,
  RatingProblem,
  signOf,
  smallInteger,
  times,
} from '../../expression/index.js';
import type { Amount } from '../run.js';

export const zero: Decimal = new Dec(0);

/** The sum of amounts, from the first to the last. As long as they are whole, they are added as integers. */
export function totalOf(amounts: readonly Decimal[]): Decimal {
  let whole = 0;
  let next = 0;
  for (; next < amounts.length; next++) {
    const integer = smallInteger(amounts[next] ?? zero);
    if (integer === null) break;
    whole += integer;
  }
  let sum: Decimal = new Dec(whole);
  for (; next < amounts.length; next++) sum = sum.plus(amounts[next] ?? zero);
  return sum;
}

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
