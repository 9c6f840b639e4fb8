import { Router } from 'express';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { sendJsonText } from '../http/send-json.js';
import { validated } from '../http/validated.js';

export const getDocument = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'This document',
  tags: ['Reference'],
  responses: {
    200: { description: 'The OpenAPI 3.1 document.', schema: z.looseObject({ openapi: z.string() }) },
  },
  unauthenticated: true,
});

/** `GET /openapi.json`. The text is built on request, when all endpoints are mounted. */
export function openApiRoutes({ documentText }: { documentText: () => string }): Router {
  const router = Router();
  router.get(
    getDocument.path,
    validated(getDocument, (_input, _req, res) => sendJsonText(res, documentText())),
  );
  return router;
}
