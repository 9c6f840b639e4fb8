import { z } from 'zod';
import { type Condition, condition } from '../expression/written.js';
import { canonicalJson } from '../ground/canonical-json.js';

/** What `condition: false` is stored as, for whoever reads conditions. */
const never: Condition = { '!': [true] };
const neverText = canonicalJson(never);

/** When a question is shown; `false`: only where an overlay gives it another condition, or none. */
export const shownIf = z
  .preprocess((given) => (given === false ? never : given), condition)
  .meta({ short: { const: false } });

/** Whether a question is not asked at all. */
export function isNeverAsked({ condition }: { condition?: Condition | undefined }): boolean {
  return condition !== undefined && canonicalJson(condition) === neverText;
}
