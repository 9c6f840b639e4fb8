import { nameOf, type Schema } from './contract.js';

/** Keywords that only validation reads; a type cannot say them. */
const unsaid = new Set([
  ...[
    'title',
    'description',
    'default',
    'example',
    'examples',
    'format',
    'pattern',
    'deprecated',
    'readOnly',
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...[
    'minItems',
    'maxItems',
    'uniqueItems',
    'minProperties',
    'maxProperties',
    'propertyNames',
    'discriminator',
  ],
  ...['contentEncoding', 'contentMediaType', 'not', '$comment', 'id'],
]);
const said = new Set([
  ...[
    '$ref',
    'type',
    'enum',
    'const',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'prefixItems',
  ],
  ...['anyOf', 'oneOf', 'allOf'],
]);

/** A named schema as an exported TypeScript declaration with its description. */
export function declarationOf(name: string, schema: Schema): string {
  const documentation = commentOf(descriptionOf(schema), '');
  const isInterface = schema.properties !== undefined && schema.type === 'object' && !schema.allOf;
  const type = typeOf(schema, '');
  return isInterface
    ? `${documentation}export interface ${name} ${type}\n`
    : `${documentation}export type ${name} = ${type};\n`;
}

/** A schema as a TypeScript type. Throws at a keyword that it does not know, rather than widen the type. */
export function typeOf(schema: Schema, indent: string): string {
  const unknownKeyword = Object.keys(schema).find(
    (key) => !said.has(key) && !unsaid.has(key) && !key.startsWith('x-'),
  );
  if (unknownKeyword !== undefined)
    throw new Error(`The keyword ${unknownKeyword} has no TypeScript type yet.`);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  if (schema.allOf) return intersection(schema, indent);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return union(variants.map((variant) => typeOf(variant, indent)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : union(types.map((type) => typeNamed(type, schema, indent)));
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema, indent);
    case 'object':
      return objectOf(schema, indent);
    default:
      throw new Error(`The type ${type} has no TypeScript type.`);
  }
}

function arrayOf({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`;
  const item = typeOf(items ?? {}, indent);
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const index = indexOf(additionalProperties, properties !== undefined, inner);
  if (!properties) return index === undefined ? '{ [key: string]: unknown }' : `{ [key: string]: ${index} }`;
  const members = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
    return `${commentOf(descriptionOf(property), inner)}${inner}${key}${optional}: ${typeOf(property, inner)};\n`;
  });
  if (index !== undefined) members.push(`${inner}[key: string]: ${index};\n`);
  return members.length === 0 ? '{ [key: string]: never }' : `{\n${members.join('')}${indent}}`;
}

/** The type of further members; of an object with named ones only `unknown` agrees with all of those. */
function indexOf(
  further: Schema['additionalProperties'],
  isNamed: boolean,
  indent: string,
): string | undefined {
  if (further === undefined || further === false) return undefined;
  return further === true || isNamed ? 'unknown' : typeOf(further, indent);
}

function intersection({ allOf = [], ...rest }: Schema, indent: string): string {
  const parts = allOf.map((part) => typeOf(part, indent));
  if (rest.properties) parts.push(typeOf({ ...rest, type: 'object' }, indent));
  return parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);

/** Its description, and what is assumed where it is left out. */
function descriptionOf({ description, default: assumed }: Schema): string {
  const byDefault = assumed === undefined ? '' : `Default: \`${JSON.stringify(assumed)}\`.`;
  return [description, byDefault].filter(Boolean).join(' ');
}

/** Text as a documentation comment; empty without text. */
export function commentOf(text: string, indent: string): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (text.trim() === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
