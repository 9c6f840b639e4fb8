/** The parts of an OpenAPI 3.1 document that the generators read. */
export interface Contract {
  info: { title: string; version: string };
  tags?: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

type Content = Readonly<
  Record<
    string,
    { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, { value?: unknown }>> }
  >
>;

interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
}

/** An operation with its place in the document. */
export interface Operation {
  id: string;
  /** In capitals. */
  method: string;
  /** From the root of the service, with parameters as `{name}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  takesCredentials: boolean;
  pathParameters: readonly Parameter[];
  queryParameters: readonly Parameter[];
  /** Whether it takes an `Idempotency-Key`. */
  isKeyed: boolean;
  body?: { schema: Schema; isRequired: boolean; examples: Readonly<Record<string, unknown>> };
  /** Its body is a file. */
  takesBytes: boolean;
  /** Its answer: JSON of a schema, text, bytes, or nothing. */
  answer: { kind: 'JSON'; schema: Schema } | { kind: 'TEXT' | 'BYTES' | 'NONE' };
  /** The media types that it can be asked for instead of JSON. */
  otherTypes: readonly string[];
}

/** The operations below `/ioi/v3`, in the order of the document. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths)
    .filter(([path]) => path.startsWith('/ioi/v3/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => ['get', 'put', 'post', 'delete', 'patch'].includes(method))
        .map(([method, operation]) => operationOf(contract, path, method, operation)),
    );
}

function operationOf(contract: Contract, path: string, method: string, object: OperationObject): Operation {
  const parameters = (object.parameters ?? []).map((parameter) => parameterOf(contract, parameter));
  const body = object.requestBody?.content['application/json'];
  const content = contentOf(object);
  return {
    id: object.operationId,
    method: method.toUpperCase(),
    path,
    tag: object.tags?.[0] ?? 'Other',
    summary: object.summary,
    description: object.description ?? '',
    takesCredentials: object.security?.length !== 0,
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    isKeyed: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    ...(body?.schema && {
      body: {
        schema: body.schema,
        isRequired: object.requestBody?.required === true,
        examples: {
          ...(!body.examples && { Example: body.example ?? {} }),
          ...Object.fromEntries(
            Object.entries(body.examples ?? {}).map(([name, { value }]) => [name, value]),
          ),
        },
      },
    }),
    takesBytes: object.requestBody?.content['application/octet-stream'] !== undefined,
    answer: answerOf(content),
    otherTypes: Object.keys(content).slice(1),
  };
}

function parameterOf({ components }: Contract, parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  const { parameters } = components as { parameters?: Readonly<Record<string, Parameter>> };
  const found = parameters?.[name];
  if (!found) throw new Error(`The contract has no parameter ${parameter.$ref}.`);
  return found;
}

/** The content of its first status below 300, by media type. */
function contentOf({ responses }: OperationObject): Content {
  const [status] = Object.keys(responses)
    .filter((code) => code.startsWith('2'))
    .sort();
  return (status !== undefined && responses[status]?.content) || {};
}

function answerOf(content: Content): Operation['answer'] {
  const [first] = Object.entries(content);
  if (!first) return { kind: 'NONE' };
  const [mediaType, { schema = {} }] = first;
  if (mediaType === 'application/json') return { kind: 'JSON', schema };
  return { kind: mediaType.startsWith('text/') ? 'TEXT' : 'BYTES' };
}

/** The schema itself, where it is a reference. */
export function resolved({ components }: Contract, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[nameOf(schema.$ref)];
  if (!found) throw new Error(`The contract has no schema ${schema.$ref}.`);
  return found;
}

/** `#/components/schemas/Quote` as `Quote`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
