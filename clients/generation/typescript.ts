import {
  type Contract,
  nameOf,
  type Operation,
  operationsOf,
  type Parameter,
  resolved,
  type Schema,
} from './contract.js';
import { nameOfOperation } from './operation-names.js';
import { commentOf, declarationOf, typeOf } from './schema-types.js';

const head = '// Written from the contract by `npm run docs:clients`; do not edit.\n';

/** Written by hand in `src/`: the envelope is typed by its event type, and credentials sign in themselves. */
const byHand = new Set(['fireEvent', 'issueToken']);

/** The types of the contract's named schemas, and of the bodies and queries that have no name there. */
export function typesText(contract: Contract): string {
  const named = Object.entries(contract.components.schemas);
  const unnamed = callable(contract).flatMap(({ operation }) => [
    ...(operation.body && operation.body.schema.$ref === undefined
      ? ([[bodyName(operation), operation.body.schema]] as const)
      : []),
    ...(operation.queryParameters.length > 0 ? ([[queryName(operation), queryOf(operation)]] as const) : []),
  ]);
  const taken = new Set(named.map(([name]) => name));
  for (const [name] of unnamed) if (taken.has(name)) throw new Error(`The contract has two types ${name}.`);
  const declarations = [...named, ...unnamed].map(([name, schema]) => declarationOf(name, schema));
  return `${head}\n${declarations.join('\n')}`;
}

/** A class for each resource with a method for each operation, and `Operations`, which has them all. */
export function operationsText(contract: Contract): string {
  const members = callable(contract);
  const names = [...new Set(members.map(({ resource }) => resource))];
  const classes = names.map((name) => {
    const methods = members
      .filter(({ resource }) => resource === name)
      .map(({ method, operation }) => methodText(contract, method, operation));
    return `export class ${classOf(name)} extends Resource {\n${methods.join('\n')}}\n`;
  });
  const text = classes.join('\n');
  const everything = [
    '/** The resources of the service. */',
    'export class Operations {',
    ...names.map((name) => `  readonly ${name}: ${classOf(name)};`),
    '\n  constructor(http: Http) {',
    ...names.map((name) => `    this.${name} = new ${classOf(name)}(http);`),
    '  }\n}\n',
  ].join('\n');
  const named = new Set(
    [...typesText(contract).matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name),
  );
  const code = text.replace(/\/\*\*.*?\*\//gs, '');
  const types = [...new Set(code.match(/\b[A-Z]\w+\b/g) ?? [])].filter((name) => named.has(name));
  const imports = [
    "import type { Answered } from '../core/answered.js';",
    "import type { Http, RequestOptions } from '../core/http.js';",
    "import { byCursor, byCursorOrNumber, byNumber, byTime, type List } from '../core/list.js';",
    "import { Resource } from '../core/resource.js';",
    `import type {\n${types
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './types.js';`,
  ];
  return `${head}${imports.join('\n')}\n\n${text}\n${everything}`;
}

interface Callable {
  resource: string;
  method: string;
  operation: Operation;
}

function callable(contract: Contract): Callable[] {
  const seen = new Set<string>();
  return operationsOf(contract).flatMap((operation) => {
    const name = byHand.has(operation.id) ? undefined : nameOfOperation(operation);
    if (!name) return [];
    const full = `${name.resource}.${name.method}`;
    if (seen.has(full)) throw new Error(`Two operations are called ${full}; the second is ${operation.id}.`);
    seen.add(full);
    return [{ ...name, operation }];
  });
}

function methodText(contract: Contract, method: string, operation: Operation): string {
  const parameters = [
    ...operation.pathParameters.map(({ name }) => `${camelCase(name)}: string`),
    ...inputsOf(contract, operation),
    'options?: RequestOptions',
  ].join(', ');
  const { answer, body, queryParameters, takesBytes } = operation;
  const request = [
    `method: '${operation.method}'`,
    `path: ${pathText(operation)}`,
    ...(queryParameters.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(takesBytes ? ['bytes'] : []),
    ...repeating(contract, operation),
  ].join(', ');
  const documentation = commentOf(`${operation.summary}.\n\n${operation.description}`, '  ');
  const paging = pagingOf(contract, operation);
  const hasFormats = operation.otherTypes.length > 0;
  if (hasFormats && answer.kind === 'JSON') {
    return `${documentation}${formatsText(contract, method, operation, request)}`;
  }
  const [type, call] = paging
    ? [paging.type, `pages({ ${request} }, ${paging.paging}, options)`]
    : // A file in one of several formats.
      callOf(hasFormats ? { kind: 'BYTES' } : answer, request);
  return `${documentation}  ${method}(${parameters}): ${type} {\n    return this.${call};\n  }\n`;
}

/** The values of the query parameter `format` by the media type that each asks for. */
const formats: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'text/plain': 'beancount',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** A method that answers JSON, or as `format` says: text or a file. */
function formatsText(contract: Contract, method: string, operation: Operation, request: string): string {
  const { answer, otherTypes, pathParameters } = operation;
  const [json] = callOf(answer, request);
  const query = queryName(operation);
  const others = otherTypes.map((mediaType) => {
    const format = formats[mediaType];
    if (format === undefined) throw new Error(`No format of a query asks for ${mediaType}.`);
    const kind = mediaType.startsWith('text/') ? ('TEXT' as const) : ('BYTES' as const);
    return { format, type: callOf({ kind }, '')[0], sends: kind === 'TEXT' ? 'text' : 'send' };
  });
  const parameters = (asked: string) =>
    [
      ...pathParameters.map(({ name }) => `${camelCase(name)}: string`),
      ...(operation.body ? inputsOf(contract, { ...operation, queryParameters: [] }) : []),
      `query: ${asked}`,
      'options?: RequestOptions',
    ].join(', ');
  return [
    ...others.map(
      ({ format, type }) => `  ${method}(${parameters(`${query} & { format: '${format}' }`)}): ${type};\n`,
    ),
    `  ${method}(${parameters(`${query} & { format?: 'json' }`)}): ${json};\n`,
    `  ${method}(${parameters(query)}): ${[json, ...others.map(({ type }) => type)].join(' | ')} {\n`,
    `    const request = { ${request} };\n`,
    ...others.map(
      ({ format, sends }) =>
        `    if (query.format === '${format}') return this.http.${sends}(request, options);\n`,
    ),
    `    return this.http.json<${json.slice('Answered<'.length, -1)}>(request, options);\n  }\n`,
  ].join('');
}

/** A POST that takes no key in a contract that has keys is a read. */
function repeating(contract: Contract, { method, isKeyed }: Operation): string[] {
  if (isKeyed) return ['isKeyed: true'];
  const hasKeys = operationsOf(contract).some((operation) => operation.isKeyed);
  return method === 'POST' && hasKeys ? ['isRepeatable: true'] : [];
}

function callOf(answer: Operation['answer'], request: string): [type: string, call: string] {
  switch (answer.kind) {
    case 'JSON':
      return [`Answered<${typeOf(answer.schema, '  ')}>`, `http.json({ ${request} }, options)`];
    case 'TEXT':
      return ['Answered<string>', `http.text({ ${request} }, options)`];
    case 'BYTES':
      return ['Promise<Response>', `http.send({ ${request} }, options)`];
    case 'NONE':
      return ['Answered<void>', `http.nothing({ ${request} }, options)`];
  }
}

/** How a list is read: by a cursor that its answer gives, by the time of its items, or by numbers of pages. */
function pagingOf(contract: Contract, operation: Operation): { type: string; paging: string } | undefined {
  const { answer, body, queryParameters } = operation;
  if (answer.kind !== 'JSON') return undefined;
  const { properties = {} } = resolved(contract, answer.schema);
  const items = ['content', 'entries'].find((name) => properties[name]?.type === 'array');
  const fields = body
    ? Object.keys(resolved(contract, body.schema).properties ?? {})
    : queryParameters.map(({ name }) => name);
  const cursor = fields.find((name) => properties[`next${upperFirst(name)}`]);
  if (items === undefined || (cursor === undefined && !fields.includes('page'))) return undefined;
  const page = typeOf(answer.schema, '  ');
  const item = typeOf(properties[items]?.items ?? {}, '  ');
  const known = resolved(contract, properties[items]?.items ?? {}).properties ?? {};
  const id = ['requestId', 'deliveryId', 'fileId', 'triggerRequestId', 'clientId'].find(
    (name) => known[name],
  );
  const upTo = (bound: string, times: readonly string[], first = '') => {
    const at = fields.includes(bound) && times.find((name) => known[name]);
    return at ? `byTime('${bound}', (item: ${item}) => item.${at}${first})` : undefined;
  };
  const created = ['quoteTimestamp', 'createdTimestamp'];
  const newestFirst = upTo('createdTo', created);
  const byCreation = fields.includes('oldestFirst')
    ? `query?.oldestFirst ? ${upTo('createdFrom', created, ", 'oldest'")} : ${newestFirst}`
    : newestFirst;
  const byChange = upTo('updatedTo', ['updatedTimestamp']);
  // A list that is asked for changes has the latest change first.
  const byEither = byChange
    ? `(query?.updatedFrom ?? query?.updatedTo) ? ${byChange} : ${byCreation}`
    : byCreation;
  // By names there is no time to go on from: numbers of pages reach as far as the service counts.
  const bySort = fields.includes('sort') && byEither ? `query?.sort ? byNumber : ${byEither}` : byEither;
  const next = cursor
    ? `${fields.includes('page') ? 'byCursorOrNumber' : 'byCursor'}('${cursor}', (page: ${page}) => page.next${upperFirst(cursor)})`
    : bySort && id
      ? `${bySort}, id: (item) => item.${id}`
      : 'byNumber';
  return {
    type: `List<${page}, ${item}>`,
    paging: `{ in: '${body ? 'body' : 'query'}', items: (page: ${page}) => page.${items}, next: ${next} }`,
  };
}

/** The body and the query of a call; a body without required members can be left out. */
function inputsOf(
  contract: Contract,
  { body, queryParameters, takesBytes, ...operation }: Operation,
): string[] {
  const type = body?.schema.$ref === undefined ? bodyName(operation) : nameOf(body.schema.$ref);
  const isNeeded = body && (resolved(contract, body.schema).required?.length ?? 0) > 0;
  const query = queryParameters.some(({ required }) => required) ? 'query' : 'query?';
  return [
    ...(takesBytes ? ['bytes: Blob | Uint8Array<ArrayBuffer>'] : []),
    ...(body ? [isNeeded ? `body: ${type}` : `body: ${type} = {}`] : []),
    ...(queryParameters.length > 0 ? [`${query}: ${queryName(operation)}`] : []),
  ];
}

const queryOf = ({ queryParameters, summary }: Operation): Schema => ({
  type: 'object',
  description: `The query of "${summary}".`,
  properties: Object.fromEntries(
    queryParameters.map(({ name, schema, description }: Parameter) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  ),
  required: queryParameters.filter(({ required }) => required).map(({ name }) => name),
});

function pathText({ path }: Operation): string {
  if (!path.includes('{')) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_match, name: string) => `\${encodeURIComponent(${camelCase(name)})}`)}\``;
}

const bodyName = ({ id }: Pick<Operation, 'id'>): string => `${upperFirst(id)}Body`;
const queryName = ({ id }: Pick<Operation, 'id'>): string => `${upperFirst(id)}Query`;
const classOf = (resource: string): string => `${upperFirst(resource)}Operations`;
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camelCase = (text: string): string =>
  text.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
