import { type Formula, operation } from './formula.js';

/** Whether there is a value. */
export function known(formula: Formula): Formula {
  return operation('known', formula);
}

/** The cells of a formula without a value, such as questions that were not answered. */
export function unknownIn(formula: Formula): Formula[] {
  switch (formula.kind) {
    case 'cell':
      return formula.cell.value === null ? [formula] : [];
    case 'operation':
      return formula.operation === 'known' ? [] : formula.operands.flatMap(unknownIn);
    case 'round':
      return unknownIn(formula.of);
    default:
      return [];
  }
}
