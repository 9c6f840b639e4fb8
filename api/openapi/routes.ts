import { Router } from 'express';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { KeptText } from '../http/kept-text.js';
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
  let kept: KeptText | undefined;
  router.get(
    getDocument.path,
    validated(getDocument, (_input, req, res) => {
      kept ??= new KeptText(documentText(), 'application/json; charset=utf-8');
      return kept.send(req, res, 'no-cache');
    }),
  );
  return router;
}
