import { toText, type Value } from '../expression/index.js';

/** Whether two answers mean the same: `2019` and `2019.0` of a number do. */
export function isSameAnswer(read: (text: string) => Value, one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return toText(read(one)) === toText(read(other));
  } catch {
    // An answer that its question does not take is like no other.
    return false;
  }
}
