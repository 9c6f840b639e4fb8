import type { Json, JsonObject } from '../../ground/json.js';
import type { AnswerMap } from '../../intake/answers.js';

/** What a form is filled in from: answers, and records as `formDataShape` has them. Dates are `YYYY-MM-DD`, money decimal text. */
export interface FormData {
  answers: AnswerMap;
  /** Roots of `formDataShape`; a record that there is none of is left out. */
  records: JsonObject;
}

/** The value at a path; undefined where there is none. Only own properties count. */
export function valueAt(root: Json | undefined, names: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const name of names) {
    if (value === null || typeof value !== 'object') return undefined;
    if (Array.isArray(value)) {
      value = /^\d{1,6}$/.test(name) ? value[Number(name)] : undefined;
    } else {
      value = Object.hasOwn(value, name) ? value[name] : undefined;
    }
  }
  return value;
}
