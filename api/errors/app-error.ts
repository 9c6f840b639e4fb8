import type { Objection } from '../../domain/ground/objection.js';

/** One fault of a request. `field` is dotted; give `path` too if a name contains dots. */
export interface FieldError {
  field: string;
  detail: string;
  /** The place of the field; default: the body. */
  in?: 'body' | 'path' | 'query' | 'header';
  path?: readonly PropertyKey[];
  /** The place in a file of the body. */
  source?: FileSource;
}

export interface FileSource {
  file: string;
  line?: number;
  column?: number;
  /** Default: an error. */
  severity?: 'ERROR' | 'WARNING';
}

export interface AppErrorOptions {
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** Further members of the problem (RFC 9457 §3.2), for example the `triggerRequestId` of a kept event. */
  extensions?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** A deliberate answer other than success; the error handler turns it into a problem. */
export abstract class AppError extends Error {
  abstract readonly status: number;
  abstract readonly title: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(detail: string, { errors = [], headers = {}, extensions = {}, cause }: AppErrorOptions = {}) {
    super(detail, { cause });
    this.name = new.target.name;
    this.errors = errors;
    this.headers = headers;
    this.extensions = extensions;
  }
}

/** 400: the request is invalid. Takes the fields, or one sentence if no single field is at fault. */
export class BadRequest extends AppError {
  readonly status = 400;
  readonly title = 'Bad Request';

  constructor(
    problem: string | readonly FieldError[],
    { extensions }: Pick<AppErrorOptions, 'extensions'> = {},
  ) {
    const more = extensions === undefined ? {} : { extensions };
    if (typeof problem === 'string') super(problem, more);
    else super(sentenceOf(problem), { errors: problem, ...more });
  }
}

/** 401: missing or invalid credentials. Never says which part was wrong. */
export class Unauthorized extends AppError {
  readonly status = 401;
  readonly title = 'Unauthorized';

  constructor(detail = 'valid credentials are required') {
    super(detail, {
      headers: { 'WWW-Authenticate': 'Basic realm="ioi", charset="UTF-8", Bearer realm="ioi"' },
    });
  }
}

/** 403: a known caller without the permission. */
export class Forbidden extends AppError {
  readonly status = 403;
  readonly title = 'Forbidden';
}

/**
 * 404: `new NotFound('client', id)`, with the field that names it if there are several. Also for records of
 * another organization.
 */
export class NotFound extends AppError {
  readonly status = 404;
  readonly title = 'Not Found';

  constructor(what: string, id?: string, named?: Omit<FieldError, 'detail'>) {
    const detail = id === undefined ? `no such ${what}` : `no ${what} ${id}`;
    super(detail, named && { errors: [{ ...named, detail }] });
  }
}

/** 405, with the methods that the path supports. */
export class MethodNotAllowed extends AppError {
  readonly status = 405;
  readonly title = 'Method Not Allowed';

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not supported here; use ${allowed.join(', ')}`, {
      headers: { Allow: allowed.join(', ') },
    });
  }
}

/** 409: the request is valid, but the state of the resource does not allow it. */
export class Conflict extends AppError {
  readonly status = 409;
  readonly title = 'Conflict';
}

/** A conflict with the state of a policy, at the field that the objection names. */
export function conflictOf({ reason, field }: Objection): Conflict {
  return new Conflict(reason, field === undefined ? {} : { errors: [{ field, detail: reason }] });
}

export class PayloadTooLarge extends AppError {
  readonly status = 413;
  readonly title = 'Payload Too Large';
}

export class UnsupportedMediaType extends AppError {
  readonly status = 415;
  readonly title = 'Unsupported Media Type';
}

/** 422: a valid request that contradicts an earlier one. */
export class UnprocessableContent extends AppError {
  readonly status = 422;
  readonly title = 'Unprocessable Content';
}

/** 429: retry after this many seconds. */
export class TooManyRequests extends AppError {
  readonly status = 429;
  readonly title = 'Too Many Requests';

  constructor(detail: string, retryAfterSeconds: number) {
    super(detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** 503: a dependency of this service is unavailable. */
export class Unavailable extends AppError {
  readonly status = 503;
  readonly title = 'Service Unavailable';

  constructor(
    detail: string,
    options: Omit<AppErrorOptions, 'headers'> & { retryAfterSeconds?: number } = {},
  ) {
    const { retryAfterSeconds = 5, ...rest } = options;
    super(detail, { ...rest, headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

function sentenceOf(errors: readonly FieldError[]): string {
  const [first] = errors;
  if (!first) return 'the request is not valid';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first.field ? `${first.field}: ` : ''}${first.detail}${more}`;
}
