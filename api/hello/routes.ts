import { Router } from 'express';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { validated } from '../http/validated.js';

const hello = endpoint({
  method: 'get',
  path: '/hello',
  summary: 'Verify credentials',
  tags: ['Authentication'],
  responses: {
    200: { description: 'The text `hello`.', contentType: 'text/plain', schema: z.literal('hello') },
  },
  spec: '4.1, 5.3',
});

/** `GET /hello` (spec 5.3). */
export function helloRoutes(): Router {
  const router = Router();
  router.get(
    hello.path,
    validated(hello, (_input, _req, res) => {
      res.type('text/plain').send('hello');
    }),
  );
  return router;
}
