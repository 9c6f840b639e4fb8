/** As much of JSON Schema as the contracts use. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: { [name: string]: JsonSchema };
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: { [name: string]: JsonSchema };
}

export type Path = (string | number)[];

/** A value that breaks a schema in one place. */
export interface Violation {
  path: Path;
  /** What is wrong, for the test's name. */
  how: string;
  /** The whole, with the wrong value in its place. */
  value: unknown;
  /** `null` for an optional field, which is none in a request. */
  isAbsence: boolean;
}

const wrongOfType: { [type: string]: unknown[] } = {
  string: [7, true, [], {}],
  number: ['7', true, [], {}],
  integer: ['7', true, [], {}],
  boolean: ['true', 1, [], {}],
  array: ['x', 7, {}],
  object: ['x', 7, []],
};

const wrongOfFormat: { [format: string]: string[] } = {
  uuid: ['', 'x', '52ab44df-9c0f-8c07-a4b5-1a3d1b7a9e0', '{52ab44df-9c0f-8c07-a4b5-1a3d1b7a9e01}'],
  date: ['', '0000-01-01', '2027-02-29', '2027-1-1', '01/02/2027', '2027-01-01T00:00:00Z'],
  'date-time': ['', '2027-01-01', '2027-01-01T00:00:00', '2027-13-01T00:00:00Z', '2027-01-01T25:00:00Z'],
};

/**
 * Every way in which one place of a valid value can break its schema: left out, `null`, another type, another format,
 * out of bounds, not one of the choices.
 */
export function violationsOf(schema: JsonSchema, value: unknown, root: JsonSchema = schema): Violation[] {
  return [...placesOf(resolved(schema, root), value, root, [])].map((place) => ({
    path: place.path,
    how: place.how,
    value: replaced(value, place.path, place.wrong),
    isAbsence: place.isAbsence ?? false,
  }));
}

interface Wrong {
  path: Path;
  how: string;
  /** Undefined where it is left out. */
  wrong: unknown;
  isAbsence?: boolean;
}

function* placesOf(schema: JsonSchema, value: unknown, root: JsonSchema, path: Path): Generator<Wrong> {
  for (const wrong of wrongValues(schema, value)) yield { path, how: describe(wrong), wrong };
  if (Array.isArray(value)) {
    const items = resolved(schema.items ?? {}, root);
    for (const [index, item] of value.entries()) yield* placesOf(items, item, root, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    if (schema.propertyNames?.format === 'uuid') {
      yield { path: [...path, 'x'], how: 'named by no id', wrong: Object.values(value)[0] };
    }
    for (const [key, member] of Object.entries(value)) {
      yield* placesOfMember(schema, key, member, root, [...path, key]);
    }
  }
}

function* placesOfMember(
  { properties, additionalProperties, required }: JsonSchema,
  key: string,
  member: unknown,
  root: JsonSchema,
  at: Path,
): Generator<Wrong> {
  const property = properties?.[key] ?? additionalProperties;
  if (typeof property !== 'object') return;
  const isRequired = required?.includes(key) ?? false;
  if (isRequired) yield { path: at, how: 'left out', wrong: undefined };
  const isOptional = properties?.[key] !== undefined && !isRequired;
  for (const place of placesOf(resolved(property, root, member), member, root, at)) {
    const isNull = place.wrong === null && place.path.length === at.length;
    if (isNull && takesNull(property, root)) continue;
    const isAbsence = isOptional && isNull;
    yield isAbsence ? { ...place, isAbsence } : place;
  }
}

/** Whether `null` is one of its alternatives. */
function takesNull(schema: JsonSchema, root: JsonSchema): boolean {
  const { $ref, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return takesNull(root.$defs![$ref.replace('#/$defs/', '')]!, root);
  return [...anyOf, ...oneOf].some(({ type }) => type === 'null');
}

function* wrongValues(schema: JsonSchema, value: unknown): Generator<unknown> {
  if (schema.type === undefined) return;
  yield null;
  yield* wrongOfType[schema.type] ?? [];
  if (schema.type === 'integer') yield 1.5;
  if (schema.enum) yield* ['', 'NO_SUCH_CHOICE', String(schema.enum[0]).toLowerCase()];
  if (schema.const !== undefined) yield 'ANOTHER';
  if (schema.pattern && !schema.format) {
    const pattern = new RegExp(schema.pattern, 'u');
    yield* ['', ' ', 'a/b/c', '\u0001'].filter((text) => !pattern.test(text));
  }
  if (schema.format) yield* wrongOfFormat[schema.format] ?? [];
  if (schema.minLength !== undefined && schema.minLength > 0) yield '';
  if (schema.maxLength !== undefined) yield 'x'.repeat(schema.maxLength + 1);
  if (schema.minimum !== undefined) yield schema.minimum - 1;
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) yield schema.maximum + 1;
  if (schema.exclusiveMinimum !== undefined) yield schema.exclusiveMinimum;
  if (schema.exclusiveMaximum !== undefined) yield schema.exclusiveMaximum;
  if (schema.minItems !== undefined) yield (value as unknown[]).slice(0, schema.minItems - 1);
  if (schema.maxItems !== undefined) {
    yield Array.from({ length: schema.maxItems + 1 }, () => (value as unknown[])[0] ?? {});
  }
}

/** The schema itself, behind references; of alternatives the one whose `type` is the value's. */
function resolved(schema: JsonSchema, root: JsonSchema, value?: unknown): JsonSchema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/$defs/', '');
    return resolved(root.$defs![name]!, root, value);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives === undefined) return schema;
  const type = (value as { type?: unknown } | undefined)?.type;
  const all = alternatives.map((alternative) => resolved(alternative, root, value));
  return all.find((alternative) => alternative.properties?.type?.const === type) ?? all[0]!;
}

function replaced(value: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? replaced(item, rest, wrong) : item));
  }
  const members = { ...(value as { [name: string]: unknown }) };
  const changed = replaced(members[key], rest, wrong);
  if (changed === undefined) delete members[key];
  else members[key] = changed;
  return members;
}

function describe(wrong: unknown): string {
  const text = JSON.stringify(wrong);
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text;
}
