import type { z } from 'zod';
import { fieldsAbsentIfNull, withoutNulls } from './null-as-absence.js';

/** The message for a result of `undefined` from `parsed`. */
export const tooManyErrors = 'has too many errors to list';

/** More than anybody reads. A body of 10 MiB can have hundreds of thousands, which would take seconds. */
const mostIssues = 10_000;

class TooManyIssues extends Error {}

/** A parse; it is passed along in zod's context. */
interface Parse {
  /** Found so far. */
  issues: number;
  nullIsAbsence: boolean;
}

/**
 * Parses external data with a schema. Undefined if there are too many issues; it stops at that many.
 *
 * @param options `nullIsAbsence`: optional fields may be `null`, as if they were left out.
 */
export function parsed<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { nullIsAbsence = false }: { nullIsAbsence?: boolean } = {},
): z.ZodSafeParseResult<T> | undefined {
  prepare(schema);
  const parse: Parse = { issues: 0, nullIsAbsence };
  try {
    return schema.safeParse(value, { parse } as z.core.ParseContext<z.core.$ZodIssue>);
  } catch (error) {
    if (error instanceof TooManyIssues) return undefined;
    throw error;
  }
}

const prepared = new WeakSet<object>();

/**
 * Makes a schema and those within it count their issues, as zod itself collects all there are, and drop fields that are
 * `null`.
 */
function prepare(root: z.core.$ZodType): void {
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (prepared.has(schema)) continue;
    prepared.add(schema);
    open.push(...schemasWithin(schema._zod.def));
    const run = schema._zod.run.bind(schema._zod);
    const isObject = schema._zod.def.type === 'object';
    schema._zod.run = (payload, ctx) => {
      const { parse } = ctx as { parse?: Parse };
      if (parse === undefined) return run(payload, ctx);
      if (isObject && parse.nullIsAbsence) {
        payload.value = withoutNulls(payload.value, fieldsAbsentIfNull(schema));
      }
      const [foundBefore, hereBefore] = [parse.issues, payload.issues.length];
      const result = run(payload, ctx);
      if (result instanceof Promise) return result;
      // Without those of branches that were tried in vain.
      parse.issues = foundBefore + result.issues.length - hereBefore;
      if (parse.issues > mostIssues) throw new TooManyIssues();
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
