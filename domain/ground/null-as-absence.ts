import { z } from 'zod';

const known = new WeakMap<object, readonly string[]>();

/**
 * The optional fields of an object in which `null` says nothing of its own: in a request it counts as absence, since
 * serializers of several languages write fields without a value so. A field whose schema takes `null` is none of them.
 * Nor is one with `refusesNull` in its metadata, where `null` would look like a wish to clear it. Empty for other schemas.
 */
export function fieldsAbsentIfNull(schema: z.core.$ZodType): readonly string[] {
  const fields = known.get(schema) ?? found(schema);
  known.set(schema, fields);
  return fields;
}

function found(schema: z.core.$ZodType): readonly string[] {
  const { def } = schema._zod as z.core.$ZodObject['_zod'];
  if (def.type !== 'object') return [];
  return Object.entries(def.shape)
    .filter(([, field]) => field._zod.optin !== undefined && !takesNull(field) && !refusesNull(field))
    .map(([name]) => name);
}

const refusesNull = (field: z.core.$ZodType): boolean => z.globalRegistry.get(field)?.refusesNull === true;

function takesNull(field: z.core.$ZodType): boolean {
  const result = field._zod.run({ value: null, issues: [] }, { async: false });
  return !(result instanceof Promise) && result.issues.length === 0;
}

/** The value without those of the fields that are `null`. */
export function withoutNulls(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  if (!fields.some((name) => given[name] === null)) return value;
  return Object.fromEntries(
    Object.entries(given).filter(([name, each]) => each !== null || !fields.includes(name)),
  );
}
