import { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { eventCatalogue, eventTypes } from '../../domain/events/catalogue.js';
import { problem, problemContentType } from '../errors/problem.js';
import { type Endpoint, permissionsFor, type ResponseDeclaration, takesKey } from '../http/endpoint.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';

export interface DocumentInfo {
  version: string;
  /** The public address; without it, addresses are relative to the document's. */
  publicUrl?: string;
}

const title = 'Policy administration and quoting';
const description =
  'Every endpoint takes an API key (`Authorization: Basic`), or the tokens of `POST /ioi/v3/token`: the access token as `Authorization: Bearer` together with the id token in `x-jwt-assertion`. Every failure is a problem (RFC 9457).';

/** The OpenAPI 3.1 document of the mounted endpoints, from the schemas that validate them. */
export function openApiDocument(endpoints: readonly Endpoint[], { version, publicUrl }: DocumentInfo) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: publicUrl ?? '/' }],
    paths,
    security: [{ apiKey: [] }, { accessToken: [], idToken: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and secret.' },
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        idToken: { type: 'apiKey', in: 'header', name: 'x-jwt-assertion' },
      },
      schemas: { Problem: problem },
    },
  };
  return createDocument(document, { override: leaveObjectsOpen });
}

/** An answer may gain fields in a later release, and an object has one schema in requests and answers. */
const leaveObjectsOpen: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema }) => {
  if (zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
};

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { method, path, summary, description, spec, tags, params, query, body, permission } = endpoint;
  return {
    operationId: `${method}${path.replace(/^\/ioi\/v3/, '').replace(/[^a-zA-Z0-9]+(\w?)/g, (_match, next: string) => next.toUpperCase())}`,
    summary,
    description: [description, permissionSentence(endpoint), spec && `Specification: ${spec}.`]
      .filter(Boolean)
      .join('\n\n'),
    tags: [...tags],
    ...(!endpoint.unauthenticated && { 'x-permissions': [...permissionsFor(endpoint)] }),
    ...(permission === 'BY_EVENT_TYPE' && { 'x-event-permissions': eventPermissions }),
    ...(endpoint.unauthenticated && { security: [] }),
    ...((params || query || takesKey(endpoint)) && {
      requestParams: {
        ...(params && { path: params as z.ZodObject }),
        ...(query && { query: query as z.ZodObject }),
        ...(takesKey(endpoint) && { header: keyHeader }),
      },
    }),
    ...(body && {
      requestBody: {
        required: !endpoint.bodyOptional,
        content: {
          'application/json': {
            schema: body,
            ...(endpoint.bodyExample !== undefined && { example: endpoint.bodyExample }),
          },
          ...(endpoint.bodyText && {
            [endpoint.bodyText.mediaTypes[0]]: {
              schema: { description: endpoint.bodyText.description },
            },
          }),
        },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

const keyHeader = z.object({ 'Idempotency-Key': idempotencyKey.optional() });

/** The permissions to fire each event type; a caller needs one of them. */
const eventPermissions = Object.fromEntries(
  eventTypes.map((type) => [type, [...eventCatalogue[type].firedWith]]),
);

function permissionSentence({ unauthenticated, permission }: Endpoint): string {
  if (unauthenticated) return 'Needs no credentials.';
  if (permission === undefined) return 'Needs credentials, and no permission.';
  if (permission === 'BY_EVENT_TYPE')
    return "Permission: that of the event's type, in `x-event-permissions`.";
  return `Permission: \`${permission}\`.`;
}

function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const declared = Object.entries(endpoint.responses).map(([status, response]) => [
    status,
    responseOf(Number(status), response),
  ]);
  return { ...problemsOf(endpoint), ...Object.fromEntries(declared) };
}

function responseOf(
  status: number,
  { description, schema, contentType, otherTypes = [], example }: ResponseDeclaration,
) {
  if (status >= 400 && !schema) return problemResponse(description);
  if (!schema && contentType === undefined) return { description };
  const content = { ...(schema && { schema }), ...(example !== undefined && { example }) };
  const others = otherTypes.map((type) => [type, {}]);
  return {
    description,
    content: { [contentType ?? 'application/json']: content, ...Object.fromEntries(others) },
  };
}

/** The errors that an endpoint of this kind can return. */
function problemsOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { params, query, body, unauthenticated } = endpoint;
  return {
    ...(takesKey(endpoint) && {
      409: problemResponse('The first request with this `Idempotency-Key` is still under way.'),
      422: problemResponse('The `Idempotency-Key` was used for another request.'),
    }),
    ...((params || query || body) && { 400: problemResponse('The request is invalid.') }),
    ...(!unauthenticated && { 401: problemResponse('Missing or invalid credentials.') }),
    ...(!unauthenticated && {
      403: problemResponse('The caller lacks the permission, or the API key is restricted.'),
      429: problemResponse('The caller or its organization sends too many requests.'),
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
