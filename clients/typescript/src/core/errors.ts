import type { FieldError, Problem, ProblemCode } from '../generated/types.js';

/** Every failure of a request. Those that the service answered have a `status`. */
export class IoiError extends Error {
  /** The name of its class, which minifiers change. */
  override name = 'IoiError';
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** The machine-readable code of the problem; its `problem.type` is the page that explains it. */
  readonly code: ProblemCode | undefined;
  /** One entry for each field at fault. */
  readonly errors: readonly FieldError[];
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** The event, if one was kept. */
  readonly triggerRequestId: string | undefined;
  /** The whole answer (RFC 9457). */
  readonly problem: Problem | undefined;
  /** Seconds to wait before the request is repeated, if the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    { problem, status, requestId, triggerRequestId, retryAfterSeconds, cause }: FailureDetails = {},
  ) {
    super(message, { cause });
    this.status = status ?? problem?.status;
    this.code = problem?.code;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId ?? requestId;
    this.triggerRequestId = textOf(problem?.triggerRequestId) ?? triggerRequestId;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface FailureDetails {
  problem?: Problem | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  triggerRequestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** 400, 413, 415, 422: the request breaks the contract; `errors` names the fields. */
export class InvalidRequestError extends IoiError {
  override name = 'InvalidRequestError';
}
/** 401: no credentials, or invalid ones. */
export class AuthenticationError extends IoiError {
  override name = 'AuthenticationError';
}
/** 403: the caller lacks a permission. */
export class PermissionError extends IoiError {
  override name = 'PermissionError';
}
/** 404: no such record, or it belongs to another organization. */
export class NotFoundError extends IoiError {
  override name = 'NotFoundError';
}
/** 409: the state of the record does not allow it. */
export class ConflictError extends IoiError {
  override name = 'ConflictError';
}
/** 412: the record was changed since it was read. */
export class PreconditionFailedError extends IoiError {
  override name = 'PreconditionFailedError';
}
/** 429: too many requests; they were repeated as often as the settings allow. */
export class RateLimitError extends IoiError {
  override name = 'RateLimitError';
}
/** 503: a part of the service is away. A fired event is kept: fire it again with its `triggerRequestId`. */
export class UnavailableError extends IoiError {
  override name = 'UnavailableError';
}
/** Any other status from 500: a defect of the service; report the `requestId`. */
export class ServerError extends IoiError {
  override name = 'ServerError';
}
/** No answer: the address is wrong, or the connection was lost. */
export class ConnectionError extends IoiError {
  override name = 'ConnectionError';
}
/** No answer within the time limit. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

const classes: Readonly<Record<number, typeof IoiError>> = {
  400: InvalidRequestError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
  503: UnavailableError,
};

/** The error of an answer that is no success. */
export async function errorOf(response: Response, retryAfterSeconds: number | undefined): Promise<IoiError> {
  const { status, headers } = response;
  const problem = problemIn(await response.text());
  const ErrorClass = classes[status] ?? (status >= 500 ? ServerError : IoiError);
  const message = problem
    ? `${status} ${problem.title}: ${problem.detail}`
    : `${status} ${response.statusText}`;
  return new ErrorClass(message, {
    problem,
    status,
    retryAfterSeconds,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** The body as a problem; a proxy on the way may answer something else. */
function problemIn(body: string): Problem | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isProblem(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'status' in value && 'detail' in value;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
