import type { z } from 'zod';
import type { Endpoint } from '../../api/http/endpoint.js';
import { nearest } from '../../domain/ground/nearest.js';

/** An object somewhere in a schema: its names, and how it is put into a whole value. */
export interface DeclaredObject {
  path: readonly string[];
  names: readonly string[];
  /** The whole value with this as the object, with no more than what leads to it. */
  within(object: object): unknown;
}

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  valueType?: Schema;
  keyType?: Schema;
  options?: Schema[];
  values?: unknown[];
  entries?: Record<string, string>;
  getter?: () => Schema;
}

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;
const anId = '11111111-1111-4111-8111-111111111111';

/** Every declared object of a schema, at any depth; those of open objects and maps that hold declared ones, too. */
export function declaredObjects(
  schema: Schema,
  path: readonly string[] = [],
  within: (value: unknown) => unknown = (value) => value,
): DeclaredObject[] {
  const { shape, catchall, element, valueType, keyType, options, type, ...def } = defOf(schema);
  const below = (inner: Schema | undefined, name: string | undefined, put: (value: unknown) => unknown) =>
    inner === undefined
      ? []
      : declaredObjects(inner, name === undefined ? path : [...path, name], (value) => within(put(value)));
  if (shape) {
    const fixed = literalsOf(shape);
    const names = Object.keys(shape);
    const isOpen = catchall !== undefined && defOf(catchall).type !== 'never';
    const itself: DeclaredObject = { path, names, within: (object) => within({ ...fixed, ...object }) };
    const inside = Object.entries(shape).flatMap(([name, field]) =>
      below(field, name, (value) => ({ ...fixed, [name]: value })),
    );
    return isOpen ? inside : [itself, ...inside];
  }
  if (type === 'array') return below(element, '0', (value) => [value]);
  if (type === 'record') {
    const key = keyFor(keyType);
    return below(valueType, key, (value) => ({ [key]: value }));
  }
  const parts = [def.innerType, def.in, def.out, def.getter?.(), ...(options ?? [])];
  return parts.flatMap((part) => below(part, undefined, (value) => value));
}

function literalsOf(shape: Record<string, Schema>): Record<string, unknown> {
  const literals = Object.entries(shape).filter(([, field]) => defOf(field).type === 'literal');
  return Object.fromEntries(literals.map(([name, field]) => [name, defOf(field).values?.[0]]));
}

function keyFor(schema: Schema | undefined): string {
  const [choice] = Object.keys((schema && defOf(schema).entries) ?? {});
  if (choice !== undefined) return choice;
  return schema?._zod.traits.has('$ZodGUID') ? anId : 'client.name';
}

/** A slip of the finger that is nearest to the name; undefined if each of them is a name or nearer to another one. */
export function misspelt(name: string, names: readonly string[]): string | undefined {
  const at = Math.floor(name.length / 2);
  const slips = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at] + name.slice(at),
    `${name}s`,
    `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`,
    `${name}_`,
  ];
  return slips.find((slip) => !names.includes(slip) && nearest(slip, names) === name);
}

/** The names of an endpoint's query. */
export const queryNames = ({ query }: Endpoint): string[] =>
  query === undefined ? [] : Object.keys(defOf(query).shape ?? {});
