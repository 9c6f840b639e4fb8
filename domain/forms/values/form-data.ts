import type { Json, JsonObject } from '../../ground/json.js';
import type { AnswerMap } from '../../intake/answers.js';

/**
 * The data of a form: answers, and records in the shape of `formDataShape`. Dates are `YYYY-MM-DD`, money is
 * decimal text.
 */
export interface FormData {
  answers: AnswerMap;
  /** Roots of `formDataShape`; a missing record is left out. */
  records: JsonObject;
}

/** The value at a path; undefined if there is none. Only own properties count. */
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
