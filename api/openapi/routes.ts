import { Router } from 'express';
import { z } from 'zod';
import { type Coding, codingOf, packedWell } from '../http/compression.js';
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

export interface OpenApiRoutesDependencies {
  /** Called on request, when all endpoints are mounted. */
  documentText: () => string;
  compresses: boolean;
}

/** `GET /openapi.json`, compressed well and once. */
export function openApiRoutes({ documentText, compresses }: OpenApiRoutesDependencies): Router {
  const router = Router();
  const packed = new Map<Coding, Promise<Buffer>>();
  router.get(
    getDocument.path,
    validated(getDocument, async (_input, req, res) => {
      const coding = compresses ? codingOf(String(req.headers['accept-encoding'] ?? '')) : undefined;
      if (coding === undefined) return sendJsonText(res, documentText());
      const packing = packed.get(coding) ?? packedWell(documentText(), coding);
      packed.set(coding, packing);
      const bytes = await packing;
      res.appendHeader('Vary', 'Accept-Encoding');
      res.setHeader('Content-Type', 'application/json; charset=utf-8');
      res.setHeader('Content-Encoding', coding);
      res.setHeader('Content-Length', bytes.length);
      res.end(bytes);
    }),
  );
  return router;
}
