import { exampleIds } from '../../domain/events/declarations/example-records.js';
import {
  type AppError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  InternalError,
  NotFound,
  PayloadTooLarge,
  PreconditionFailed,
  RequestTimeout,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnprocessableContent,
  UnsupportedMediaType,
} from '../errors/app-error.js';
import { type Problem, problemOf, problemsPath } from '../errors/problem.js';

const errors: Readonly<Record<string, AppError>> = {
  400: new BadRequest([
    { field: 'effectiveDate', detail: 'must be a date such as 2027-01-01' },
    { field: 'premium', detail: 'is required' },
  ]),
  401: new Unauthorized(),
  403: new Forbidden('lacks the permission policies:write'),
  404: new NotFound('policy', exampleIds.policy),
  408: new RequestTimeout('the bytes came too slowly'),
  409: new Conflict('the state of the record does not allow this'),
  410: new Gone('1520'),
  412: new PreconditionFailed(),
  413: new PayloadTooLarge('the body is larger than this endpoint accepts'),
  415: new UnsupportedMediaType('the encoding or charset of the body is not supported'),
  422: new UnprocessableContent('the Idempotency-Key was used for another request'),
  429: new TooManyRequests('too many requests', 2),
  503: new Unavailable('the database is unavailable'),
  default: new InternalError('the service failed; the request id finds it in the log', {}),
};

const request = {
  id: 'd2b7a0c4-6f13-4c58-9e71-3ab5f08d2c96',
  path: '/ioi/v3/policy/ledger/entry/record',
  page: problemsPath,
};

/** A problem for each status, for operations without a recorded one. */
export const problemExamples: Readonly<Record<string, Problem>> = Object.fromEntries(
  Object.entries(errors).map(([status, error]) => [status, problemOf(error, request)]),
);
