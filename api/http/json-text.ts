import { unsafeNames } from '../../domain/ground/storable-json.js';
import type { FieldError } from '../errors/app-error.js';

const maxDepth = 64;
const maxFindings = 20;
/** NUL and unpaired surrogates, which PostgreSQL cannot store. */
const notStorable = /[\0\p{Cs}]/u;

/** An object or a list, and its path. */
interface Place {
  value: object;
  key: string | number;
  depth: number;
  parent: Place | undefined;
}

/**
 * Faults that every body is checked for, whatever its schema: text that PostgreSQL cannot store, numbers
 * beyond a double, names with a meaning in JavaScript, and nesting that could exhaust the stack. The check is
 * therefore not recursive, and needs little memory for each of the millions of values that a body may have.
 */
export function unacceptable(root: unknown, place: NonNullable<FieldError['in']>): FieldError[] {
  const found: FieldError[] = [];
  const open: Place[] = [];
  const look = (value: unknown, key: string | number, parent: Place | undefined): void => {
    const depth = parent === undefined ? 0 : parent.depth + 1;
    const fault = faultOf(value, key, depth);
    if (fault !== undefined) {
      const path = pathOf(key, parent);
      found.push({ field: path.join('.'), detail: fault, in: place, path });
    } else if (typeof value === 'object' && value !== null) open.push({ value, key, depth, parent });
  };
  look(root, '', undefined);
  for (let next = open.pop(); next && found.length < maxFindings; next = open.pop()) {
    const { value } = next;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length && found.length < maxFindings; at += 1) look(value[at], at, next);
      continue;
    }
    for (const key of Object.keys(value)) {
      if (found.length === maxFindings) break;
      look((value as Record<string, unknown>)[key], key, next);
    }
  }
  return found;
}

function faultOf(value: unknown, key: string | number, depth: number): string | undefined {
  if (typeof key === 'string') {
    if (unsafeNames.has(key)) return 'is not accepted as a name';
    if (notStorable.test(key)) return 'has a name that is not valid text';
  }
  if (typeof value === 'string' && notStorable.test(value))
    return 'contains a character that is not valid text';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is outside the range of numbers';
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
  return undefined;
}

/** The root has no key. */
function pathOf(key: string | number, parent: Place | undefined): string[] {
  const path: string[] = [];
  let at: Pick<Place, 'key' | 'parent'> = { key, parent };
  while (at.parent !== undefined) {
    path.unshift(String(at.key).replace(new RegExp(notStorable, 'gu'), '\uFFFD'));
    at = at.parent;
  }
  return path;
}
