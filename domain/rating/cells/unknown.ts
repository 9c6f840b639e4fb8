import { type Formula, operation } from './formula.js';

/** Whether there is a value. */
export function known(formula: Formula): Formula {
  return operation('known', formula);
}

/** The cells of a formula without a value, such as questions that were not answered. */
export function unknownIn(formula: Formula): Formula[] {
  if (formula.kind === 'cell') return formula.cell.value === null ? [formula] : [];
  if (formula.kind === 'operation')
    return formula.operation === 'known' ? [] : formula.operands.flatMap(unknownIn);
  return formula.kind === 'round' ? unknownIn(formula.of) : [];
}
