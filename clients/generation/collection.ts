import { type Contract, type Operation, operationsOf, type Parameter } from './contract.js';
import { nameOfOperation } from './operation-names.js';

/**
 * Ids that requests name, and where an answer has them. A request's answer sets them for those that follow: so a quote can
 * be selected, paid and issued by sending one request after the other.
 */
const learned: Readonly<Record<string, readonly string[]>> = {
  triggerRequestId: ['triggerRequestId'],
  clientId: ['clientId', 'metadata.client'],
  quoteId: ['metadata.quotes.0.requestId', 'metadata.quoteId'],
  policyId: ['metadata.POLICY_CREATE.policies.0.id'],
  paymentTriggerRequestId: ['metadata.PAYMENT_SETUP.paymentTriggerRequestId'],
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

/** Path parameters that have another name than the id that they take. */
const sameAs: Readonly<Record<string, string>> = { client_id: 'clientId', quoteRequestId: 'quoteId' };

/**
 * The requests of the contract with its examples as a Postman collection (v2.1), which other tools import, too. `exampleIds`
 * are the ids in the examples, by the variable that replaces each.
 */
export function collectionText(contract: Contract, exampleIds: Readonly<Record<string, string>>): string {
  const operations = operationsOf(contract).filter((operation) => nameOfOperation(operation));
  const tags = [...new Set(operations.map(({ tag }) => tag))];
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
      ...['key', 'secret', ...Object.keys(learned)].map((name) => variable(name, '')),
    ],
    item: tags.map((tag) => ({
      name: tag,
      description: contract.tags?.find(({ name }) => name === tag)?.description ?? '',
      item: operations
        .filter((operation) => operation.tag === tag)
        .flatMap((operation) => itemsOf(operation, exampleIds)),
    })),
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

/** An item for each example of its body, so that each event type has one. */
function itemsOf(operation: Operation, exampleIds: Readonly<Record<string, string>>) {
  const examples = Object.entries(operation.body?.examples ?? {});
  const bodies = examples.length > 0 ? examples : [['', operation.body && {}] as const];
  return bodies.map(([name, body]) => ({
    name: bodies.length > 1 ? `${operation.summary}: ${name}` : operation.summary,
    request: {
      method: operation.method,
      description: operation.description,
      ...(operation.takesCredentials ? {} : { auth: { type: 'noauth' } }),
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      ...(body !== undefined && { body: bodyOf(body, exampleIds) }),
      url: urlOf(operation),
    },
  }));
}

const bodyOf = (body: unknown, exampleIds: Readonly<Record<string, string>>) => ({
  mode: 'raw',
  raw: Object.entries(exampleIds).reduce(
    (text, [name, id]) => text.replaceAll(id, `{{${name}}}`),
    JSON.stringify(body, null, 2),
  ),
  options: { raw: { language: 'json' } },
});

function urlOf({ path, pathParameters, queryParameters }: Operation) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'));
  const asked = queryParameters.filter(({ required }) => required);
  const query = queryParameters.map(({ name, description = '', required = false }: Parameter) => ({
    ...{ key: name, value: '', description },
    disabled: !required,
  }));
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${asked.length > 0 ? `?${asked.map(({ name }) => `${name}=`).join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(pathParameters.length > 0 && {
      variable: pathParameters.map(({ name }) => variable(name, known(name))),
    }),
  };
}

/** The variable of a path parameter; empty for those that no answer gives. */
function known(name: string): string {
  const found = sameAs[name] ?? name;
  return Object.hasOwn(learned, found) ? `{{${found}}}` : '';
}

const variable = (key: string, value: string) => ({ key, value, type: 'string' });
