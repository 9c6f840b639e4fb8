import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { type Endpoint, permissionsFor, takesKey } from '../http/endpoint.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { responsesOf } from './responses.js';

/** The operation of an endpoint, as the document describes it. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, description, spec, tags, body, permission } = endpoint;
  return {
    operationId: endpoint.operationId,
    summary,
    description: [description, permissionSentence(endpoint), spec && `Specification: ${spec}.`]
      .filter(Boolean)
      .join('\n\n'),
    tags: [...tags],
    ...(endpoint.deprecated && { deprecated: true }),
    ...(!endpoint.unauthenticated && { 'x-permissions': [...permissionsFor(endpoint)] }),
    ...(permission === 'BY_EVENT_TYPE' && { 'x-event-permissions': eventPermissions }),
    ...(endpoint.operationId === 'fireEvent' && {
      'x-event-results': { $ref: '#/components/schemas/EventResults' },
    }),
    ...(endpoint.unauthenticated && { security: [] }),
    ...parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: !endpoint.bodyOptional,
        content: {
          'application/json': {
            schema: body,
            ...(endpoint.bodyExample !== undefined && { example: endpoint.bodyExample }),
            ...(endpoint.bodyExamples && { examples: { ...endpoint.bodyExamples } }),
          },
          ...(endpoint.bodyText && {
            [endpoint.bodyText.mediaTypes[0]]: {
              schema: { description: endpoint.bodyText.description },
            },
          }),
        },
      },
    }),
    ...(endpoint.bytes && {
      requestBody: {
        required: true,
        description: endpoint.bytes.description,
        content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

function parametersOf(endpoint: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams'> {
  const { params, query, tagged = false, checksTag = false, inLanguages = false } = endpoint;
  const headers = {
    ...(takesKey(endpoint) && { 'Idempotency-Key': idempotencyKey.optional() }),
    ...(inLanguages && { 'Accept-Language': wantedLanguages.optional() }),
    ...(tagged && { 'If-None-Match': knownTag.optional() }),
    ...(checksTag && { 'If-Match': expectedTag.optional() }),
  };
  const hasHeaders = Object.keys(headers).length > 0;
  if (!params && !query && !hasHeaders) return {};
  return {
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(hasHeaders && { header: z.object(headers) }),
    },
  };
}

const wantedLanguages = z.string().meta({
  description:
    "The languages that the reader wants, for texts of products: the product's own where it has none of them. " +
    '`Content-Language` says which it is.',
  example: 'es-MX, es;q=0.9, en;q=0.5',
});
const knownTag = z.string().meta({
  description: 'The `ETag` of an earlier answer: 304 without a body if it is still the same.',
  example: '"1763755200123456"',
});
const expectedTag = z.string().meta({
  description: 'The `ETag` of the record as it was read: 412 if it was changed since.',
  example: '"1763755200123456"',
});

/** The permissions to fire each event type; a caller needs one of them. */
const eventPermissions = Object.fromEntries(
  eventTypes.map((type) => [type, [...eventCatalog[type].firedWith]]),
);

function permissionSentence({ unauthenticated, permission }: Endpoint): string {
  if (unauthenticated) return 'Needs no credentials.';
  if (permission === undefined) return 'Needs credentials, and no permission.';
  if (permission === 'BY_EVENT_TYPE')
    return "Permission: that of the event's type, in `x-event-permissions`.";
  return `Permission: \`${permission}\`.`;
}
