import type { Objection } from '../../domain/ground/objection.js';
import { type CodeOf, problemCodes } from './problem-codes.js';

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

export interface AppErrorOptions<Status extends number = number> {
  /** Default: the general code of the status. */
  code?: CodeOf<Status> | undefined;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** Further members of the problem (RFC 9457 §3.2), for example the `triggerRequestId` of a kept event. */
  extensions?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** A deliberate answer other than success; the error handler turns it into a problem. */
export abstract class AppError<Status extends number = number> extends Error {
  readonly code: CodeOf<Status>;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    usual: CodeOf<Status>,
    detail: string,
    { code = usual, errors = [], headers = {}, extensions = {}, cause }: AppErrorOptions<Status> = {},
  ) {
    super(detail, { cause });
    this.name = new.target.name;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
    this.extensions = extensions;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

/** 400: the request is invalid. Takes the fields, or one sentence if no single field is at fault. */
export class BadRequest extends AppError<400> {
  constructor(
    problem: string | readonly FieldError[],
    { code, extensions = {} }: Pick<AppErrorOptions<400>, 'code' | 'extensions'> = {},
  ) {
    const [detail, errors] = typeof problem === 'string' ? [problem, []] : [sentenceOf(problem), problem];
    super('INVALID_REQUEST', detail, { code, errors, extensions });
  }
}

/** 401: missing or invalid credentials. Never says which part was wrong. The error handler adds the challenges. */
export class Unauthorized extends AppError<401> {
  constructor(detail = 'valid credentials are required', options: AppErrorOptions<401> = {}) {
    super('UNAUTHORIZED', detail, options);
  }
}

/** 403: a known caller without the permission. */
export class Forbidden extends AppError<403> {
  constructor(detail: string, options: AppErrorOptions<403> = {}) {
    super('FORBIDDEN', detail, options);
  }
}

/** The codes of records that are missed often. */
const codesOfMissing: ReadonlyMap<string, CodeOf<404>> = new Map([
  ['client', 'CLIENT_NOT_FOUND'],
  ['event', 'EVENT_NOT_FOUND'],
  ['form', 'FORM_NOT_FOUND'],
  ['policy', 'POLICY_NOT_FOUND'],
  ['product', 'PRODUCT_NOT_FOUND'],
  ['quote', 'QUOTE_NOT_FOUND'],
]);

/**
 * 404: `new NotFound('client', id)`, with the field that names it if there are several. Also for records of
 * another organization.
 */
export class NotFound extends AppError<404> {
  constructor(what: string, id?: string, named?: Omit<FieldError, 'detail'>, code?: CodeOf<404>) {
    const detail = id === undefined ? `no such ${what}` : `no ${what} ${id}`;
    super('NOT_FOUND', detail, {
      code: code ?? codesOfMissing.get(what),
      errors: named === undefined ? [] : [{ ...named, detail }],
    });
  }
}

/** 405, with the methods that the path supports. */
export class MethodNotAllowed extends AppError<405> {
  constructor(method: string, allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', `${method} is not supported here; use ${allowed.join(', ')}`, {
      headers: { Allow: allowed.join(', ') },
    });
  }
}

/** 409: the request is valid, but the state of the resource does not allow it. */
export class Conflict extends AppError<409> {
  constructor(detail: string, options: AppErrorOptions<409> = {}) {
    super('CONFLICT', detail, options);
  }
}

/** 409 with the reason, if there is one. */
export function refuseIf(reason: string | undefined): void {
  if (reason !== undefined) throw new Conflict(reason);
}

/** 400 with the faults of fields, if there are any. */
export function refuseFields(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw new BadRequest(faults);
}

/** A conflict with the state of a policy, at the field that the objection names. */
export function conflictOf({ reason, field }: Objection): Conflict {
  const errors = field === undefined ? [] : [{ field, detail: reason }];
  return new Conflict(reason, { code: 'POLICY_STATE', errors });
}

/** 410: changes after a place in the feed are no longer kept. */
export class Gone extends AppError<410> {
  constructor(since: string, place: 'query' | 'body' = 'query') {
    const detail = `changes after ${since} are no longer kept: read the records anew, and go on from LATEST`;
    super('CHANGES_NOT_KEPT', detail, {
      errors: [{ field: 'since', ...(place === 'query' && { in: place }), detail }],
    });
  }
}

/** 412: the record is not the one that the caller has read. */
export class PreconditionFailed extends AppError<412> {
  constructor() {
    const detail = 'the record is not as If-Match says: read it again, and send the change with its new ETag';
    super('PRECONDITION_FAILED', detail, { errors: [{ field: 'If-Match', in: 'header', detail }] });
  }
}

/** 408: the body came too slowly. The rest of it is not read. */
export class RequestTimeout extends AppError<408> {
  constructor(detail: string) {
    super('BODY_TOO_SLOW', detail);
  }
}

export class PayloadTooLarge extends AppError<413> {
  constructor(detail: string) {
    super('BODY_TOO_LARGE', detail);
  }
}

export class UnsupportedMediaType extends AppError<415> {
  constructor(detail: string) {
    super('UNSUPPORTED_MEDIA_TYPE', detail);
  }
}

/** 422: a valid request that contradicts an earlier one. */
export class UnprocessableContent extends AppError<422> {
  constructor(detail: string, options: AppErrorOptions<422> = {}) {
    super('IDEMPOTENCY_KEY_REUSED', detail, options);
  }
}

/** 429: retry after this many seconds. */
export class TooManyRequests extends AppError<429> {
  constructor(detail: string, retryAfterSeconds: number, code?: CodeOf<429>) {
    super('RATE_LIMITED', detail, { code, headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** 500: a defect of this service. */
export class InternalError extends AppError<500> {
  constructor(detail: string, options: Pick<AppErrorOptions<500>, 'cause'>) {
    super('INTERNAL_ERROR', detail, options);
  }
}

/** 503: a dependency of this service is unavailable. */
export class Unavailable extends AppError<503> {
  constructor(
    detail: string,
    options: Omit<AppErrorOptions<503>, 'headers'> & { retryAfterSeconds?: number } = {},
  ) {
    const { retryAfterSeconds = 5, ...rest } = options;
    super('UNAVAILABLE', detail, { ...rest, headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

function sentenceOf(errors: readonly FieldError[]): string {
  const [first] = errors;
  if (!first) return 'the request is not valid';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first.field ? `${first.field}: ` : ''}${first.detail}${more}`;
}
