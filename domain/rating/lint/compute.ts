import { Decimal } from '../../expression/index.js';
import {
  anyNumber,
  anything,
  eitherBoolean,
  isWhole,
  listed,
  numbers,
  type Possible,
  rangeOf,
} from './possible.js';
import {
  absolute,
  greatest,
  least,
  negated,
  plus,
  type Range,
  reciprocal,
  roundedTo,
  times,
  toPower,
} from './range.js';

/** Operators that give whole numbers for whole numbers. */
const ofWholes: ReadonlySet<string> = new Set(['+', '-', '*', 'min', 'max', 'abs']);

/** What an operator can come to over operands of which this is known. */
export function computed(operator: string, operands: readonly Possible[]): Possible {
  const optional = operands.some((operand) => operand.optional);
  const open = operands.filter(({ list }) => list?.length !== 1);
  // Where one thing varies, every result in the range can come out; where several do, they may vary together.
  const direct = open.length <= 1 && operands.every((operand) => operand.direct);
  const ranges = operands.map(rangeOf);
  const whole = operands.every(isWhole) && ofWholes.has(operator);
  const common = { optional, direct, ...(whole && { whole: true as const }) };
  switch (operator) {
    case '+':
      return folded(ranges, plus, common);
    case '-':
      return folded(ranges, (a, b) => plus(a, negated(b)), common, negated);
    case '*':
      return folded(ranges, times, common);
    case '/':
      return folded(ranges, (a, b) => times(a, reciprocal(b)), common, reciprocal);
    case 'min':
      return folded(ranges, least, common);
    case 'max':
      return folded(ranges, greatest, common);
    case 'abs':
      return folded(ranges, (a) => a, common, absolute);
    case 'round': {
      const [amount, digits] = ranges;
      const places = ranges.length > 1 ? digits?.from : 0;
      if (!amount || places === undefined || !Number.isInteger(places)) return { ...anyNumber, optional };
      return numbers(roundedTo(amount, places), { optional, ...(places <= 0 && { whole: true as const }) });
    }
    case 'power': {
      const [base, exponent] = ranges;
      return base && exponent ? numbers(toPower(base, exponent), { optional }) : { ...anyNumber, optional };
    }
    case 'proRata':
      return numbers({ from: 0, to: 1 }, { optional });
    case 'year':
      return numbers({ from: 0, to: 9999 }, { optional, whole: true });
    case 'month':
      return listed(upTo(12), common);
    case 'day':
      return listed(upTo(31), common);
    case 'length':
      return numbers({ from: 0, to: Number.POSITIVE_INFINITY }, { optional, whole: true });
    case '%':
      return { ...anyNumber, optional };
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case '!':
      return { ...eitherBoolean, optional };
    case '!!':
    case 'answered':
    case 'known':
    case 'unknown':
      return eitherBoolean;
    case 'cat':
    case 'substr':
      return { ...anything, type: 'text', optional };
    default:
      return anything;
  }
}

/** Months and days, each of which a date can have. */
function upTo(most: number): Decimal[] {
  return Array.from({ length: most }, (_, index) => Decimal.of(index + 1));
}

function folded(
  ranges: readonly (Range | null)[],
  combine: (a: Range, b: Range) => Range,
  common: Pick<Possible, 'optional' | 'direct' | 'whole'>,
  single: (a: Range) => Range = (a) => a,
): Possible {
  const known = ranges.filter((range) => range !== null);
  const [first, ...others] = known;
  if (!first || known.length < ranges.length) return { ...anyNumber, optional: common.optional };
  return numbers(others.length > 0 ? others.reduce(combine, first) : single(first), common);
}
