const maxDepth = 64;

/** No contract has more, and comparing hundreds of thousands with one takes seconds. */
const mostNames = 20_000;
/** NUL and unpaired surrogates, which PostgreSQL cannot store. */
const notStorable = /[\0\p{Cs}]/u;

/** Reaches an object's prototype in JavaScript: assigning it changes the object, and zod drops it. */
const unsafeName = '__proto__';

/** Zod compares what is found under these names with a number, which fails for an object with a `toString`. */
const comparedNames: ReadonlySet<string | number> = new Set(['length', 'size']);

/** A part of external JSON that cannot be stored, and why. */
export interface UnstorablePart {
  /** Names and positions from the root; characters that are not valid text are replaced. */
  path: (string | number)[];
  fault: string;
}

export interface StorableLimits {
  /** Levels of objects and lists. */
  depth?: number;
  findings: number;
}

/** An object or a list, and its path. */
interface Place {
  value: object;
  key: string | number;
  depth: number;
  parent: Place | undefined;
}

/** Whether external JSON can be stored: valid text, finite numbers, and limited nesting. */
export function isStorableJson(root: unknown): boolean {
  return unstorableParts(root, { findings: 1 }).length === 0;
}

/**
 * What cannot be stored, whatever its schema: text that PostgreSQL cannot store, numbers beyond a double, names with
 * a meaning in JavaScript, nesting that could exhaust the stack, and objects with too many names. The check is
 * therefore not recursive, and needs little memory for each of the millions of values that a body may have.
 */
export function unstorableParts(
  root: unknown,
  { depth: most = maxDepth, findings }: StorableLimits,
): UnstorablePart[] {
  const found: UnstorablePart[] = [];
  const open: Place[] = [];
  const look = (value: unknown, key: string | number, parent: Place | undefined): void => {
    const depth = parent === undefined ? 0 : parent.depth + 1;
    const fault = faultOf(value, key, { under: parent?.key, depth, most });
    if (fault !== undefined) found.push({ path: pathOf(key, parent), fault });
    else if (typeof value === 'object' && value !== null) open.push({ value, key, depth, parent });
  };
  look(root, '', undefined);
  for (let next = open.pop(); next && found.length < findings; next = open.pop()) {
    const { value } = next;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length && found.length < findings; at += 1) look(value[at], at, next);
      continue;
    }
    const keys = Object.keys(value);
    if (keys.length > mostNames) {
      found.push({ path: pathOf(next.key, next.parent), fault: `has more than ${mostNames} names` });
      continue;
    }
    for (const key of keys) {
      if (found.length === findings) break;
      look((value as Record<string, unknown>)[key], key, next);
    }
  }
  return found;
}

function faultOf(
  value: unknown,
  key: string | number,
  { under, depth, most }: { under: string | number | undefined; depth: number; most: number },
): string | undefined {
  if (typeof key === 'string') {
    if (key === unsafeName) return 'is not accepted as a name';
    if (key === 'toString' && under !== undefined && comparedNames.has(under))
      return `is not accepted as a name under ${under}`;
    if (notStorable.test(key)) return 'has a name that is not valid text';
  }
  if (typeof value === 'string' && notStorable.test(value))
    return 'contains a character that is not valid text';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is outside the range of numbers';
  if (depth > most) return `is nested deeper than ${most} levels`;
  return undefined;
}

/** The root has no key. */
function pathOf(key: string | number, parent: Place | undefined): UnstorablePart['path'] {
  const path: UnstorablePart['path'] = [];
  let at: Pick<Place, 'key' | 'parent'> = { key, parent };
  while (at.parent !== undefined) {
    path.unshift(
      typeof at.key === 'number' ? at.key : at.key.replace(new RegExp(notStorable, 'gu'), '\uFFFD'),
    );
    at = at.parent;
  }
  return path;
}
