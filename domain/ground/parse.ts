import type { z } from 'zod';
import { declaredNames, judgeOf, notKnown, undeclaredIn } from './known-names.js';
import { nearest } from './nearest.js';
import { fieldsAbsentIfNull, withoutNulls } from './null-as-absence.js';

/** The message for a result of `undefined` from `parsed`. */
export const tooManyErrors = 'has too many errors to list';

/** More than anybody reads. A body of 10 MiB can have hundreds of thousands, which would take seconds. */
const mostIssues = 10_000;

/** As many unknown names are listed: each is compared with those that are known. */
const mostUnknownNames = 100;

/** As much of an unknown name is repeated. */
const longestName = 100;

class TooManyIssues extends Error {}

/** A parse; it is passed along in zod's context. */
interface Parse extends ParseOptions {
  /** Found so far. */
  issues: number;
  /** Listed so far. */
  unknownNames: number;
}

export interface ParseOptions {
  /** Optional fields may be `null`, as if they were left out. */
  nullIsAbsence?: boolean;
  /**
   * A name that an object does not declare is an issue of its own, with the nearest one that it does. Otherwise it is
   * dropped. Open objects and maps keep all names.
   */
  refuseUnknownNames?: boolean;
}

/**
 * Parses external data with a schema. Undefined if there are too many issues; it stops at that many. A missing field "is
 * required", whatever message its schema has for wrong ones.
 */
export function parsed<T>(
  schema: z.ZodType<T>,
  value: unknown,
  options: ParseOptions = {},
): z.ZodSafeParseResult<T> | undefined {
  prepare(schema);
  const parse: Parse = { ...options, issues: 0, unknownNames: 0 };
  try {
    return schema.safeParse(value, { parse } as z.core.ParseContext<z.core.$ZodIssue>);
  } catch (error) {
    if (error instanceof TooManyIssues) return undefined;
    throw error;
  }
}

const prepared = new WeakSet<object>();

/**
 * Makes a schema and those within it count their issues, as zod itself collects all there are, drop fields that are
 * `null`, and report unknown names and missing fields.
 */
function prepare(root: z.core.$ZodType): void {
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (prepared.has(schema)) continue;
    prepared.add(schema);
    open.push(...schemasWithin(schema._zod.def));
    const run = schema._zod.run.bind(schema._zod);
    const isObject = schema._zod.def.type === 'object';
    const declared = declaredNames(schema);
    const judge = judgeOf(schema) ?? (() => 'REFUSED' as const);
    schema._zod.run = (payload, ctx) => {
      const { parse } = ctx as { parse?: Parse };
      if (parse === undefined) return run(payload, ctx);
      if (isObject && parse.nullIsAbsence) {
        payload.value = withoutNulls(payload.value, fieldsAbsentIfNull(schema));
      }
      const given: unknown = payload.value;
      const unknown = takeUnknownNames(parse, payload, declared);
      const [foundBefore, hereBefore] = [parse.issues, payload.issues.length];
      const result = run(payload, ctx);
      if (result instanceof Promise) return result;
      sayWhatIsMissing(given, result.issues, hereBefore);
      settleUnknownNames(unknown, judge, result, { parse, hereBefore });
      // Without those of branches that were tried in vain.
      parse.issues = foundBefore + result.issues.length - hereBefore;
      if (parse.issues > mostIssues) throw new TooManyIssues();
      return result;
    };
  }
}

type Given = Readonly<Record<string, unknown>>;

interface UnknownNames {
  given: Given;
  names: readonly string[];
  declared: readonly string[];
}

/** Takes the unknown names out of an object, so that its schema has nothing to say of them; undefined if there are none. */
function takeUnknownNames(
  { refuseUnknownNames = false }: Parse,
  payload: z.core.ParsePayload,
  declared: readonly string[] | undefined,
): UnknownNames | undefined {
  if (!refuseUnknownNames || declared === undefined) return undefined;
  const names = undeclaredIn(payload.value, declared);
  if (names.length === 0) return undefined;
  const given = payload.value as Given;
  const known = declared.filter((name) => Object.hasOwn(given, name));
  payload.value = Object.fromEntries(known.map((name) => [name, given[name]]));
  return { given, names, declared };
}

/**
 * Reports the unknown names of an object, or adds those to its value that it keeps. If the object has other faults, a
 * name that it would keep may be the cause, so that one is reported that is near to a known one.
 */
function settleUnknownNames(
  unknown: UnknownNames | undefined,
  judge: NonNullable<ReturnType<typeof judgeOf>>,
  result: z.core.ParsePayload,
  { parse, hereBefore }: { parse: Parse; hereBefore: number },
): void {
  if (unknown === undefined) return;
  const { given, names, declared } = unknown;
  const refused = names.filter((name) => judge(name) === 'REFUSED');
  const kept = names.filter((name) => judge(name) === 'KEPT');
  if (refused.length === 0 && result.issues.length === hereBefore) {
    const further = Object.fromEntries(kept.map((name) => [name, given[name]]));
    result.value = { ...(result.value as object), ...further };
    return;
  }
  const doubtful = kept.slice(0, mostUnknownNames).filter((name) => nearest(name, declared) !== undefined);
  for (const name of [...refused, ...doubtful].slice(0, mostUnknownNames)) {
    const isListed = parse.unknownNames < mostUnknownNames;
    parse.unknownNames += 1;
    result.issues.push({
      code: 'custom',
      path: [name.slice(0, longestName)],
      input: given[name],
      message: isListed ? notKnown(name, declared) : 'is not known',
    });
  }
}

const codesOfWrongValues: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_format']);

/** A schema's own message tells what a wrong value must be. A field that is missing is not wrong. */
function sayWhatIsMissing(given: unknown, issues: z.core.$ZodRawIssue[], from: number): void {
  if (issues.length === from) return;
  for (const issue of issues.slice(from)) {
    const [name, ...deeper] = issue.path ?? [];
    const isUnion = issue.code === 'invalid_union';
    const isMissing =
      name === undefined
        ? given === undefined && (isUnion || codesOfWrongValues.has(issue.code))
        : isUnion &&
          deeper.length === 0 &&
          issue.discriminator === name &&
          (given as Given | undefined)?.[String(name)] === undefined;
    if (isMissing) Object.assign(issue, { message: 'is required' });
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
