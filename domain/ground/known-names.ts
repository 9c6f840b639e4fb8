import type { z } from 'zod';
import { nearest } from './nearest.js';

/** What becomes of a name that an object does not declare, where others may extend the object. */
export type FurtherName = 'KEPT' | 'LEFT_OUT' | 'REFUSED';

const extensible = new WeakMap<object, (name: string) => FurtherName>();

/** The same schema of an object, which in requests takes further names as `judge` says. */
export function takingFurtherNames<Schema extends z.core.$ZodType>(
  schema: Schema,
  judge: (name: string) => FurtherName,
): Schema {
  extensible.set(schema, judge);
  return schema;
}

/** Whether it is a schema of an object that takes further names. */
export const takesFurtherNames = (schema: z.core.$ZodType): boolean => extensible.has(schema);

export const judgeOf = (schema: z.core.$ZodType): ((name: string) => FurtherName) | undefined =>
  extensible.get(schema);

/** The names that a schema of an object declares; undefined for other schemas and for objects that are open. */
export function declaredNames(schema: z.core.$ZodType): readonly string[] | undefined {
  const { def } = schema._zod as z.core.$ZodObject['_zod'];
  if (def.type !== 'object') return undefined;
  const { catchall } = def;
  if (catchall !== undefined && catchall._zod.def.type !== 'never') return undefined;
  return Object.keys(def.shape);
}

/** The names in a value that are not declared. */
export function undeclaredIn(value: unknown, declared: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).filter((name) => !declared.includes(name));
}

/** ``is not known; did you mean `batchId`?``, or the names that are known if none is near. */
export function notKnown(name: string, declared: readonly string[]): string {
  const meant = nearest(name, declared);
  if (meant !== undefined) return `is not known; did you mean \`${meant}\`?`;
  return declared.length === 0 ? 'is not known' : `is not known; known are ${declared.join(', ')}`;
}
