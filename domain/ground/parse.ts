import type { z } from 'zod';

/** The message for a result of `undefined` from `parsed`. */
export const tooManyErrors = 'has too many errors to list';

/** More than anybody reads. A body of 10 MiB can have hundreds of thousands, which would take seconds. */
const mostIssues = 10_000;

class TooManyIssues extends Error {}

/** The issues that a parse has found so far; it is passed along in the parse's context. */
interface Found {
  issues: number;
}

/** Parses external data with a schema. Undefined if there are too many issues; it stops at that many. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  countIssues(schema);
  try {
    return schema.safeParse(value, { found: { issues: 0 } } as z.core.ParseContext<z.core.$ZodIssue>);
  } catch (error) {
    if (error instanceof TooManyIssues) return undefined;
    throw error;
  }
}

const counting = new WeakSet<object>();

/** Makes a schema and those within it count their issues, as zod itself collects all there are. */
function countIssues(root: z.core.$ZodType): void {
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (counting.has(schema)) continue;
    counting.add(schema);
    open.push(...schemasWithin(schema._zod.def));
    const run = schema._zod.run.bind(schema._zod);
    schema._zod.run = (payload, ctx) => {
      const { found } = ctx as { found?: Found };
      if (found === undefined) return run(payload, ctx);
      const [foundBefore, hereBefore] = [found.issues, payload.issues.length];
      const result = run(payload, ctx);
      if (result instanceof Promise) return result;
      // Without those of branches that were tried in vain.
      found.issues = foundBefore + result.issues.length - hereBefore;
      if (found.issues > mostIssues) throw new TooManyIssues();
      return result;
    };
  }
}

/** The schemas that a definition names: by itself, in lists and in the shape of an object. */
function schemasWithin(def: object): z.core.$ZodType[] {
  const getter = 'getter' in def && typeof def.getter === 'function' ? [def.getter()] : [];
  return [...Object.values(def), ...getter].flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null) return [];
    return isSchema(part) ? [part] : Object.values(part).filter(isSchema);
  });
}

/** A check of a schema has no `run`. */
function isSchema(part: unknown): part is z.core.$ZodType {
  if (typeof part !== 'object' || part === null || !('_zod' in part)) return false;
  return typeof (part._zod as { run?: unknown }).run === 'function';
}
