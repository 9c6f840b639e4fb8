import type { Reference } from '../../expression/index.js';
import type { RatingScope } from '../rating-scope.js';
import type { WorksheetLine } from '../result.js';
import type { RatingRun } from '../run.js';

/** What an expression read, by name, for the worksheet. */
export function inputsRead(
  run: RatingRun,
  references: readonly Reference[],
  scope: RatingScope,
): WorksheetLine['inputs'] {
  const inputs: WorksheetLine['inputs'] = {};
  for (const { operator, name } of references) {
    inputs[name] =
      operator === 'iterations'
        ? String(scope.iterationCount(name))
        : run.onSheet(operator === 'value' ? scope.value(name) : scope.answer(name));
  }
  return inputs;
}
