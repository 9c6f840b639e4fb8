import { Router } from 'express';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { staticText } from '../http/static-text.js';
import { validated } from '../http/validated.js';

export const getDocument = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'This document',
  tags: ['Reference'],
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      schema: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }),
    },
    304: { description: 'It is the one of the `ETag` in `If-None-Match`.' },
  },
  unauthenticated: true,
});

/** `GET /openapi.json`. The text is built on request, when all endpoints are mounted. */
export function openApiRoutes({ documentText }: { documentText: () => string }): Router {
  const router = Router();
  const document = staticText(documentText, { type: 'json', cacheControl: 'no-cache' });
  router.get(
    getDocument.path,
    validated(getDocument, (_input, req, res) => document(req, res)),
  );
  return router;
}
