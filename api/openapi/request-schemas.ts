/** A schema in a finished document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  allOf?: Schema[];
  [keyword: string]: unknown;
}

interface Described {
  paths?: Record<string, Record<string, { requestBody?: unknown; responses?: unknown }>>;
  webhooks?: unknown;
  components?: Components;
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The schemas of objects that requests have and answers have not, so that they may say what only holds for requests. */
export function schemasOfRequests(document: object): Schema[] {
  const { paths = {}, webhooks, components = {} } = document as Described;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answered = new Set(
    objectsIn([webhooks, ...operations.map(({ responses }) => responses)], components),
  );
  return objectsIn(
    operations.map(({ requestBody }) => requestBody),
    components,
  ).filter((schema) => !answered.has(schema));
}

/** The schemas of objects that a part of the document has or refers to. */
function objectsIn(part: unknown, components: Components): Schema[] {
  const seen = new Set<unknown>();
  const found: Schema[] = [];
  const open = [part];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const schema = node as Schema;
    if (typeof schema.$ref === 'string') open.push(referred(schema, components));
    if (typeof schema.properties === 'object') found.push(schema);
    open.push(...Object.values(node));
  }
  return found;
}

/** The part of a document that a reference names. */
export function referred({ $ref = '' }: Schema, components: Components): unknown {
  const [kind = '', name = ''] = $ref.split('/').slice(2);
  return components[kind]?.[name];
}
