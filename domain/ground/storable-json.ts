const maxDepth = 64;
/** NUL and unpaired surrogates, which PostgreSQL cannot store. */
const notStorable = /[\0\p{Cs}]/u;

/**
 * Property names with a meaning in JavaScript. `__proto__` reaches an object's prototype. `toString` is
 * called when an object is compared or converted to text, which fails if it is not a function.
 */
export const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'toString']);

/** Whether external JSON can be stored: valid text, finite numbers, and limited nesting. */
export function isStorableJson(root: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return false;
    if (typeof value === 'string' && notStorable.test(value)) return false;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (unsafeNames.has(key) || notStorable.test(key)) return false;
      open.push({ value: member, depth: depth + 1 });
    }
  }
  return true;
}
