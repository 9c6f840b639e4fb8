const maxDepth = 64;
/** NUL, and surrogates that are not a pair: PostgreSQL stores neither. */
const notStorable = /[\0\p{Cs}]/u;

/**
 * Names that mean something to JavaScript itself: one reaches an object's prototype, the other is called wherever an
 * object is compared or put into text, which fails where it is no function.
 */
export const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'toString']);

/** Whether JSON from outside can be kept: valid text, finite numbers, and no nesting that exhausts a stack. */
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
