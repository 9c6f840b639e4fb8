import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { problem, problemContentType } from '../errors/problem.js';
import { type Endpoint, type ResponseDeclaration, takesKey } from '../http/endpoint.js';

/** The answers of an endpoint: those it declares, and the errors of every endpoint of its kind. */
export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const declared = Object.entries(endpoint.responses).map(([status, response]) => [
    status,
    responseOf(Number(status), response, endpoint),
  ]);
  const unchanged = { 304: { description: 'The answer is still the one of `If-None-Match`.' } };
  return { ...problemsOf(endpoint), ...(endpoint.tagged && unchanged), ...Object.fromEntries(declared) };
}

function responseOf(
  status: number,
  { description, schema, contentType, otherTypes = [], isEmpty }: ResponseDeclaration,
  { tagged = false, inLanguages = false }: Endpoint,
) {
  if (status >= 400 && !schema && !isEmpty) return problemResponse(description);
  if (!schema && contentType === undefined) return { description };
  const content = schema ? { schema } : {};
  const others = otherTypes.map((type) => [type, { schema: fileSchema(type) }]);
  return {
    description,
    ...(status === 200 &&
      (tagged || inLanguages) && {
        headers: {
          ...(tagged && { ETag: tagHeader }),
          ...(inLanguages && { 'Content-Language': languageHeader }),
        },
      }),
    content: { [contentType ?? 'application/json']: content, ...Object.fromEntries(others) },
  };
}

/** A file in an answer: text, or bytes. */
const fileSchema = (contentType: string) =>
  contentType.startsWith('text/')
    ? ({ type: 'string' } as const)
    : ({ type: 'string', format: 'binary' } as const);

const tagHeader = {
  description:
    'Changes with the answer: for `If-None-Match`, and for `If-Match` where the record is changed.',
  schema: { type: 'string' },
} as const;

const languageHeader = {
  description: 'The languages of the texts of products, where they say their languages.',
  schema: { type: 'string' },
} as const;

/** The errors that an endpoint of this kind can return. */
function problemsOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { params, body, unauthenticated } = endpoint;
  return {
    ...(takesKey(endpoint) && {
      409: problemResponse('The first request with this `Idempotency-Key` is still under way.'),
      422: problemResponse('The `Idempotency-Key` was used for another request.'),
    }),
    ...(endpoint.checksTag && {
      412: problemResponse('The record was changed since it was read: it is not as `If-Match` says.'),
    }),
    400: problemResponse('The request is invalid.'),
    ...(!unauthenticated && { 401: problemResponse('Missing or invalid credentials.') }),
    ...(!unauthenticated && {
      403: problemResponse('The caller lacks the permission, or the API key is restricted.'),
      429: problemResponse('The caller or its organization sends too many requests.'),
    }),
    ...((body || !unauthenticated) && {
      503: problemResponse('The database or Temporal is unavailable; retry after `Retry-After` seconds.'),
    }),
    ...(params && { 404: problemResponse('It does not exist, or belongs to another organization.') }),
    ...(body && {
      413: problemResponse('The body is too large.'),
      415: problemResponse('The body is not of a type that is accepted.'),
    }),
    default: problemResponse('Any other failure.'),
  };
}

function problemResponse(description: string) {
  return { description, content: { [problemContentType]: { schema: problem } } };
}
