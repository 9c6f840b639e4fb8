/** What the page reads of an OpenAPI 3.1 document. */
export interface Contract {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  webhooks?: { [name: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema } };
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: Reference<Parameter>[];
  requestBody?: Reference<{ required?: boolean; content: Content }>;
  responses?: { [status: string]: Reference<Answer> };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Answer {
  description: string;
  content?: Content;
}

export interface Content {
  [type: string]: {
    schema?: Schema;
    example?: unknown;
    examples?: { [name: string]: Reference<{ summary?: string; value?: unknown }> };
  };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: { [name: string]: Schema };
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  deprecated?: boolean;
}

/** A part that is written here or, with `$ref`, elsewhere in the document. */
export type Reference<T> = T | { $ref: string };

/** The part itself. */
export function resolved<T extends object>(contract: Contract, part: Reference<T>): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const steps = part.$ref.replace(/^#\//, '').split('/');
  const found = steps.reduce<unknown>(
    (at, step) =>
      (at as { [key: string]: unknown } | undefined)?.[step.replace(/~1/g, '/').replace(/~0/g, '~')],
    contract,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`The contract has no ${part.$ref}.`);
  return resolved(contract, found as Reference<T>);
}

/** The examples of a body, by name. The first is the one to begin with. */
export function examplesOf(contract: Contract, content: Content[string] | undefined): [string, unknown][] {
  if (content === undefined) return [];
  const named = Object.entries(content.examples ?? {}).map(([name, example]): [string, unknown] => {
    const { summary = name, value } = resolved(contract, example);
    return [summary, value];
  });
  if (named.length > 0) return named;
  const { schema } = content;
  const ofSchema = schema && resolved<Schema>(contract, schema);
  const only = content.example ?? ofSchema?.example ?? ofSchema?.examples?.[0];
  return only === undefined ? [] : [['Example', only]];
}
