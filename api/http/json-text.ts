import { unsafeNames } from '../../domain/storable-json.js';
import type { FieldError } from '../errors/app-error.js';

const maxDepth = 64;
const maxFindings = 20;
/** NUL, and surrogates that are not a pair: PostgreSQL stores neither. */
const notStorable = /[\0\p{Cs}]/u;

interface Place {
  value: unknown;
  key: string;
  depth: number;
  parent?: Place;
}

/**
 * What no schema should have to look for: text that PostgreSQL cannot store, numbers beyond a double, names
 * that mean something to JavaScript, and nesting deep enough to exhaust a stack. Walks without recursion,
 * for the same reason.
 */
export function unacceptable(root: unknown, place: NonNullable<FieldError['in']>): FieldError[] {
  const found: FieldError[] = [];
  const open: Place[] = [{ value: root, key: '', depth: 0 }];
  for (let next = open.pop(); next && found.length < maxFindings; next = open.pop()) {
    const fault = faultOf(next);
    if (fault === undefined) enter(next, open);
    else {
      const path = pathOf(next);
      found.push({ field: path.join('.'), detail: fault, in: place, path });
    }
  }
  return found;
}

function faultOf({ value, key, depth }: Place): string | undefined {
  if (unsafeNames.has(key)) return 'is not accepted as a name';
  if (notStorable.test(key)) return 'has a name that is not valid text';
  if (typeof value === 'string' && notStorable.test(value))
    return 'contains a character that is not valid text';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is beyond the range of numbers';
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
  return undefined;
}

function enter(parent: Place, open: Place[]): void {
  const { value, depth } = parent;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    open.push({ value: (value as Record<string, unknown>)[key], key, depth: depth + 1, parent });
  }
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at?.parent; at = at.parent) {
    path.unshift(at.key.replace(new RegExp(notStorable, 'gu'), '\uFFFD'));
  }
  return path;
}
