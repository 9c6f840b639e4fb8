import { setTimeout as sleep } from 'node:timers/promises';
import Ajv, { type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RunningService } from './running-service.js';

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export type Content = Record<string, Media>;

export interface DescribedOperation {
  parameters?: { name: string; in: string; required?: boolean; example?: string; schema: object }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Described = DescribedOperation['responses'][string];
type Reference = Described & { $ref?: string };

export interface OpenApi {
  paths: object;
  components: { responses: Record<string, Described> };
}

/** The operations of an OpenAPI document, by names such as `GET /quote`. */
export function operationsOf(document: OpenApi): Map<string, DescribedOperation> {
  const described = ({ $ref, ...answer }: Reference): Described =>
    $ref === undefined ? (answer as Described) : document.components.responses[$ref.split('/').at(-1)!]!;
  const named = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, DescribedOperation>).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, answer]) => [
        status,
        described(answer),
      ]);
      return [
        `${method.toUpperCase()} ${path.replace('/ioi/v3', '')}`,
        { ...operation, responses: Object.fromEntries(responses) },
      ] as const;
    }),
  );
  return new Map(named);
}

/** What is wrong with a value by a schema of the document; nothing if it is empty. */
export function schemaCheck({ components }: Pick<OpenApi, 'components'>) {
  const ajv = new Ajv.default({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'document', components } as AnySchema);
  const checks = new Map<string, ValidateFunction>();
  return (schema: object, value: unknown): string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
    checks.set(text, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

export interface Asked {
  /** Values of parameters in the path and the query, besides the document's examples. */
  with?: Readonly<Record<string, string>>;
  /** Instead of the document's example. */
  body?: object;
  /** A file as the body. */
  bytes?: string;
  /** Default: the only success that the operation has. */
  status?: number;
}

export type Recorded = Record<string, Record<string, unknown>>;

/** Calls operations by their examples, and keeps what they answer. */
export class ContractCaller {
  readonly recorded: Recorded = {};
  readonly called = new Set<string>();
  readonly #service: Pick<RunningService, 'demo'>;
  readonly #operations: Map<string, DescribedOperation>;

  constructor(service: Pick<RunningService, 'demo'>, operations: Map<string, DescribedOperation>) {
    this.#service = service;
    this.#operations = operations;
  }

  async call(name: string, { with: given = {}, body, bytes, status }: Asked = {}) {
    const operation = this.#operations.get(name);
    if (operation === undefined) throw new Error(`there is no ${name}`);
    const { requestBody, responses } = operation;
    const [method = ''] = name.split(' ');
    const { baseUrl, organizations } = this.#service.demo;
    const { apiKey, apiSecret } = organizations[0]!;
    const sent = body ?? exampleOf(requestBody?.content['application/json']);
    const { answer, text } = await untilNothingIsUnderWay(() =>
      fetch(`${baseUrl}${addressOf(name, operation, given)}`, {
        method,
        headers: {
          Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
          ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
        ...(bytes !== undefined && { body: Buffer.from(bytes) }),
      }),
    );
    const [success] = Object.keys(responses).filter((each) => each.startsWith('2'));
    if (String(answer.status) !== String(status ?? success)) {
      throw new Error(`${name} was answered by ${answer.status}: ${text.slice(0, 1000)}`);
    }
    this.called.add(name);
    const type = answer.headers.get('content-type') ?? '';
    const value = /json/.test(type) ? JSON.parse(text) : type.startsWith('text/plain') ? text : undefined;
    if (value !== undefined) {
      this.recorded[name] = { ...this.recorded[name], [answer.status]: value };
    }
    return value;
  }
}

/** Asks again where the service says so, because a run that was fired before is not over. */
async function untilNothingIsUnderWay(
  ask: () => Promise<Response>,
): Promise<{ answer: Response; text: string }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const text = await answer.text();
    if (answer.status !== 409 || !text.includes('is under way: try again') || tries === 100) {
      return { answer, text };
    }
    await sleep(200);
  }
}

/** An operation's path and query, by the examples of its required parameters. */
function addressOf(
  name: string,
  { parameters = [] }: DescribedOperation,
  given: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams();
  let [, path = ''] = name.split(' ');
  for (const { name: parameter, in: place, required, example } of parameters) {
    const value = given[parameter] ?? (required ? example : undefined);
    if (value === undefined) continue;
    if (place === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(value));
    else query.append(parameter, value);
  }
  const prefix = /^\/(healthz|readyz)/.test(path) ? '' : '/ioi/v3';
  return `${prefix}${path}${query.size > 0 ? `?${query}` : ''}`;
}

const exampleOf = (media: Media | undefined): unknown =>
  media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
