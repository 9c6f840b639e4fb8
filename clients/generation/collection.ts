import { type Contract, type Operation, operationsOf, type Parameter } from './contract.js';
import { nameOfOperation } from './operation-names.js';

/**
 * Where answers have the ids that later requests name. So a quote can be selected, paid and issued by sending one request
 * after the other. Until then the ids are those of the contract's examples, which the demo data has.
 */
const learned: Readonly<Record<string, readonly string[]>> = {
  triggerRequestId: ['triggerRequestId'],
  clientId: ['metadata.client'],
  quoteId: ['metadata.quotes.0.requestId', 'metadata.quoteId'],
  policyId: ['metadata.POLICY_CREATE.policies.0.id'],
  endpointId: ['endpointId'],
  deliveryId: ['deliveryId'],
};

const script = [
  `const learned = ${JSON.stringify(learned)};`,
  "const at = (value, path) => path.split('.').reduce((part, key) => part?.[key], value);",
  'let answer;',
  'try { answer = pm.response.json(); } catch { answer = undefined; }',
  'for (const [name, places] of Object.entries(learned)) {',
  '  const id = places.map((place) => at(answer, place)).find((found) => typeof found === "string");',
  '  if (id) pm.collectionVariables.set(name, id);',
  '}',
];

/** The requests of the first folder: operations with the example of the body. */
const story: readonly (readonly [id: string, example?: string])[] = [
  ['listProducts'],
  ['getQuestions'],
  ['fireEvent', 'GET_QUOTES'],
  ['getQuotesOfEvent'],
  ['fireEvent', 'SELECT_QUOTE'],
  ['fireEvent', 'PAYMENT_SETUP'],
  ['fireEvent', 'POLICY_CREATE'],
  ['getPolicy'],
];

/** Path parameters that are other names of one id. */
const sameAs: Readonly<Record<string, string>> = {
  client_id: 'clientId',
  product_id: 'lineId',
  productId: 'lineId',
  quoteRequestId: 'quoteId',
};

/** Ids by the variable that stands for each. */
type Ids = Readonly<Record<string, string>>;

/** The contract's requests with their examples as a Postman collection (v2.1), which other tools import, too. */
export function collectionText(contract: Contract): string {
  const operations = operationsOf(contract).filter((operation) => nameOfOperation(operation));
  const ids = idsOf(operations);
  const inStory = story.flatMap(([id, example]) =>
    operations
      .filter((operation) => operation.id === id)
      .flatMap((operation) => itemsOf(operation, ids, example)),
  );
  const folders = (contract.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    item: operations.filter(({ tag }) => tag === name).flatMap((operation) => itemsOf(operation, ids)),
  }));
  const collection = {
    info: {
      name: contract.info.title,
      description:
        'Set `baseUrl`, `key` and `secret`, or import the environment that `npm start` writes. Answers set `clientId`, `quoteId` and other ids for the requests that follow.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'basic', basic: [variable('username', '{{key}}'), variable('password', '{{secret}}')] },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    variable: [
      variable('baseUrl', 'http://127.0.0.1:3000'),
      ...[variable('key', ''), variable('secret', '')],
      ...Object.entries(ids).map(([name, id]) => variable(name, id)),
    ],
    item: [
      { name: 'From a quote to a policy', description: 'Send them in order.', item: inStory },
      ...folders.filter(({ item }) => item.length > 0),
    ],
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

/** The example ids of path parameters. */
function idsOf(operations: readonly Operation[]): Ids {
  const parameters = operations.flatMap(({ pathParameters }) => pathParameters);
  return Object.fromEntries(
    parameters.flatMap(({ name, schema, example }) =>
      schema.format === 'uuid' ? [[sameAs[name] ?? name, String(example ?? '')]] : [],
    ),
  );
}

/** An item for each example of its body, so that each event type has one. */
function itemsOf(operation: Operation, ids: Ids, wanted?: string) {
  const examples = Object.entries(operation.body?.examples ?? { '': undefined });
  return examples
    .filter(([name]) => wanted === undefined || name === wanted)
    .map(([name, body]) => ({
      name: examples.length > 1 ? `${operation.summary}: ${name}` : operation.summary,
      request: {
        method: operation.method,
        description: operation.description,
        ...(operation.takesCredentials ? {} : { auth: { type: 'noauth' } }),
        header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
        ...(body !== undefined && { body: bodyOf(body, ids) }),
        ...(operation.takesBytes && { body: { mode: 'file' } }),
        url: urlOf(operation, ids),
      },
    }));
}

function bodyOf(body: unknown, ids: Ids) {
  const text = JSON.stringify(body, null, 2);
  const raw = Object.entries(ids).reduce(
    (before, [name, id]) => (id === '' ? before : before.replaceAll(id, `{{${name}}}`)),
    text,
  );
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
}

function urlOf({ path, pathParameters, queryParameters }: Operation, ids: Ids) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'));
  const query = queryParameters.map(({ name, description = '', required = false, example = '' }) => ({
    key: name,
    value: String(example),
    description,
    disabled: !required,
  }));
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(pathParameters.length > 0 && {
      variable: pathParameters.map((parameter) => variable(parameter.name, valueOfParameter(parameter, ids))),
    }),
  };
}

function valueOfParameter({ name, example = '' }: Parameter, ids: Ids): string {
  const known = sameAs[name] ?? name;
  return Object.hasOwn(ids, known) ? `{{${known}}}` : String(example);
}

const variable = (key: string, value: string) => ({ key, value, type: 'string' });
