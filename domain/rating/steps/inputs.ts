import type { Reading } from '../../expression/index.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { WorksheetLine } from '../run/result.js';
import type { RatingRun } from '../run/run.js';

/** What an expression read, by name, for the worksheet. */
export function inputsRead(
  run: RatingRun,
  references: readonly Reading<RatingScope>[],
  scope: RatingScope,
): WorksheetLine['inputs'] {
  const inputs: WorksheetLine['inputs'] = {};
  for (const { name, read } of references) inputs[name] = run.onSheet(read(scope));
  return inputs;
}
