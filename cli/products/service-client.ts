import { interfacePath } from '../../domain/ground/interface-path.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { ServiceAccess } from '../settings/service-access.js';

/** An answer of the service other than success. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  /** The problem (RFC 9457), unchecked. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(String(problem.detail ?? `HTTP ${status}`));
    this.status = status;
    this.problem = problem;
  }
}

/** A refusal by its reason, in the words of the commands; other errors as they are. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  const { status, message } = error;
  const reason = status === 404 ? `there is ${message}` : message;
  return new CommandFailure(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
}

/** Sends requests to a service with the caller's credentials. */
export class ServiceClient {
  #headers: Promise<Record<string, string>> | undefined;

  constructor(private readonly access: ServiceAccess) {}

  /**
   * The JSON of the answer, or null if it has no content.
   *
   * @throws ServiceProblem if the service refuses, CommandFailure if it cannot be reached.
   */
  async request<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    this.#headers ??= this.#signIn();
    return (await this.#fetch(method, path, { headers: await this.#headers, body })) as Answer;
  }

  async #signIn(): Promise<Record<string, string>> {
    const { credentials } = this.access;
    if ('apiKey' in credentials) {
      const { apiKey, apiSecret } = credentials;
      return { Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` };
    }
    const body = { ...credentials, grantType: 'PASSWORD' };
    const tokens = (await this.#fetch('POST', '/token', { headers: {}, body })) as Record<string, string>;
    return { Authorization: `Bearer ${tokens.accessToken}`, 'x-jwt-assertion': `${tokens.idToken}` };
  }

  async #fetch(
    method: string,
    path: string,
    { headers, body }: { headers: Record<string, string>; body: unknown },
  ): Promise<unknown> {
    const { url } = this.access;
    const sent =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${url}${interfacePath}${path}`, {
      method,
      redirect: 'error',
      ...sent,
    }).catch((error: Error) => {
      const { cause } = error;
      throw new CommandFailure(
        `Cannot reach ${url}: ${cause instanceof Error ? cause.message : error.message}.`,
      );
    });
    if (response.status === 204) return null;
    const content: unknown = await response.json().catch(() => null);
    if (typeof content !== 'object' || content === null) {
      throw new CommandFailure(`${url} is not the service: it answered ${response.status} without JSON.`);
    }
    if (!response.ok) throw new ServiceProblem(response.status, content as Record<string, unknown>);
    return content;
  }
}
