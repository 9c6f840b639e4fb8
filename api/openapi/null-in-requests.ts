interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

interface Described {
  paths?: Record<string, Record<string, { requestBody?: unknown; responses?: unknown }>>;
  webhooks?: unknown;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Says in a document that an optional field of a request may be `null`, which is absence (`fieldsAbsentIfNull`). Answers
 * have no such fields, so a schema that answers have as well stays as it is.
 */
export function takeNullInRequests<Document extends object>(document: Document): Document {
  const { paths = {}, webhooks, components = {} } = document as Described;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answered = new Set(
    objectsIn([webhooks, ...operations.map(({ responses }) => responses)], components),
  );
  for (const schema of objectsIn(
    operations.map(({ requestBody }) => requestBody),
    components,
  )) {
    if (!answered.has(schema)) takeNull(schema);
  }
  return document;
}

/** The schemas of objects that a part of the document has or refers to. */
function objectsIn(part: unknown, components: NonNullable<Described['components']>): Schema[] {
  const seen = new Set<unknown>();
  const found: Schema[] = [];
  const open = [part];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const schema = node as Schema;
    if (typeof schema.$ref === 'string') {
      const [kind = '', name = ''] = schema.$ref.split('/').slice(2);
      open.push(components[kind]?.[name]);
    }
    if (typeof schema.properties === 'object') found.push(schema);
    open.push(...Object.values(node));
  }
  return found;
}

function takeNull(schema: Schema): void {
  const { properties = {}, required = [] } = schema;
  for (const [name, field] of Object.entries(properties)) {
    if (!required.includes(name)) properties[name] = orNull(field);
  }
}

function orNull(field: Schema): Schema {
  const { type, description, default: usual, ...rest } = field;
  const alternatives = field.anyOf;
  if (Object.keys(rest).length === 0 && type === undefined) return field;
  if (Array.isArray(alternatives)) {
    const takesNull = alternatives.some((each: Schema) => each.type === 'null');
    return takesNull ? field : { ...field, anyOf: [...alternatives, { type: 'null' }] };
  }
  if (typeof type === 'string' && !('const' in rest)) {
    return { ...field, type: [type, 'null'], ...(rest.enum && { enum: [...rest.enum, null] }) };
  }
  if (Array.isArray(type)) return field;
  return {
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
    anyOf: [{ ...(type !== undefined && { type }), ...rest }, { type: 'null' }],
  };
}
