import type { Problem } from '../errors/problem.js';
import type { Assistant } from '../http/caller.js';
import type { Endpoint } from '../http/endpoint.js';
import type { InnerAnswer, InnerRequests, Sender } from './inner-requests.js';

type Value = string | number | boolean | undefined;

/** What an operation is asked. Undefined parameters are left out. */
export interface Asked {
  params?: Readonly<Record<string, Value>>;
  query?: Readonly<Record<string, Value | readonly string[]>>;
  body?: unknown;
  /** Such as `idempotency-key`. */
  headers?: Readonly<Record<string, string>>;
}

/** The interface refused an operation. */
export class OperationRefused extends Error {
  constructor(
    readonly operationId: string,
    readonly problem: Problem,
    /** When it may be asked again. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${operationId}: ${problem.detail}`);
  }
}

/** The operations of the contract, carried out in this process as the caller of a request. */
export class Operations {
  constructor(
    private readonly uses: { requests: InnerRequests; sender: Sender; only?: ReadonlySet<string> },
  ) {}

  /** The same operations, of which only these may be carried out. */
  limitedTo(operationIds: readonly string[]): Operations {
    return new Operations({ ...this.uses, only: new Set(operationIds) });
  }

  /** The same, which go on when the request that began them is canceled. */
  untilDone(): Operations {
    const { signal: _signal, ...sender } = this.uses.sender;
    return new Operations({ ...this.uses, sender });
  }

  /** The assistant's program that they are carried out for. */
  get assistant(): Assistant {
    return this.uses.sender.assistant;
  }

  /** The declaration of an operation; undefined if it is not served. */
  endpoint(operationId: string): Endpoint | undefined {
    return this.uses.requests.endpoint(operationId);
  }

  /**
   * Carries out an operation; the answer's JSON, undefined if it has none. The caller says of which type it is.
   *
   * @throws {OperationRefused} for any status of 400 and above.
   */
  async call<Answer = undefined>(operationId: string, asked: Asked = {}): Promise<Answer> {
    const { body } = await this.answer(operationId, asked);
    return (body.length === 0 ? undefined : JSON.parse(body.toString())) as Answer;
  }

  /** Carries out an operation; its answer as it was sent. Throws as `call` does. */
  async answer(operationId: string, asked: Asked = {}): Promise<InnerAnswer> {
    const { requests, sender, only } = this.uses;
    if (only !== undefined && !only.has(operationId))
      throw new Error(`this tool is not declared to call ${operationId}`);
    const endpoint = requests.endpoint(operationId);
    if (endpoint === undefined) throw new Error(`there is no operation ${operationId}`);
    const { method, path } = endpoint;
    const { headers, body } = asked;
    const answer = await requests.send(
      { method: method.toUpperCase(), url: urlOf(path, asked), headers, body },
      sender,
    );
    if (answer.status < 400) return answer;
    const retryAfter = Number(answer.headers['retry-after']);
    const problem = JSON.parse(answer.body.toString()) as Problem;
    throw new OperationRefused(operationId, problem, retryAfter > 0 ? retryAfter : undefined);
  }
}

function urlOf(path: string, { params = {}, query = {} }: Asked): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined) search.append(name, String(one));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
