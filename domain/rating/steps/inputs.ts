import type { Reference } from '../../expression/index.js';
import type { RatingScope } from '../rating-scope.js';
import type { WorksheetLine } from '../result.js';
import { onSheet } from '../run.js';

/** What an expression read, by name, for the worksheet. */
export function inputsRead(references: readonly Reference[], scope: RatingScope): WorksheetLine['inputs'] {
  const inputs: WorksheetLine['inputs'] = {};
  for (const { operator, name } of references) {
    inputs[name] =
      operator === 'iterations'
        ? String(scope.iterationCount(name))
        : onSheet(operator === 'value' ? scope.value(name) : scope.answer(name));
  }
  return inputs;
}
