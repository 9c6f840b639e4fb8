import { Decimal, isWrittenRatio, parseBoolean } from '../../expression/index.js';
import { type Cell, decimalCell } from './cells.js';

/** A number in canonical form: a JavaScript number if that is exact, else its notation; a fraction as it is written. */
export function canonicalNumber(cell: string | number): string | number {
  if (isWrittenRatio(cell)) return cell.trim().replaceAll(/\s+/g, ' ');
  const decimal = decimalCell(cell);
  return decimal === null ? cell : numberOf(decimal);
}

/** A number if that is exact, else its decimal notation. */
function numberOf(decimal: Decimal): string | number {
  const number = decimal.toNumber();
  return Decimal.of(number).equals(decimal) ? number : decimal.toFixed();
}

/** A cell that means true or false as such; any other unchanged. */
export function canonicalTruth<C extends Cell>(cell: C): C | boolean {
  return (typeof cell === 'string' ? parseBoolean(cell) : null) ?? cell;
}
