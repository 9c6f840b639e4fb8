import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';

export const issueToken = endpoint({
  method: 'post',
  path: '/token',
  operationId: 'issueToken',
  summary: 'Sign in',
  description:
    'Send the access token as `Authorization: Bearer …` and the id token as `x-jwt-assertion` with later requests. Both are valid for one hour. Failed logins are limited by user and address. The tokens end when the password changes or the user is disabled.',
  tags: ['Authentication'],
  body: z
    .object({
      userId: z.string().min(1).max(320),
      password: z.string().min(1).max(1024),
      grantType: z.literal('PASSWORD'),
    })
    .meta({ id: 'TokenRequest' }),
  bodyExample: { userId: 'ada@example.com', password: 'correct horse battery staple', grantType: 'PASSWORD' },
  responses: {
    200: {
      description: 'A pair of tokens.',
      schema: z.object({ accessToken: z.string(), idToken: z.string() }).meta({ id: 'TokenPair' }),
    },
    401: { description: 'The user id or the password is wrong.' },
    429: { description: 'Too many failed logins; `Retry-After` has the number of seconds to wait.' },
  },
  unauthenticated: true,
  spec: '4.1',
});

export const hello = endpoint({
  method: 'get',
  path: '/hello',
  operationId: 'hello',
  summary: 'Verify credentials',
  tags: ['Authentication'],
  responses: {
    200: { description: 'The text `hello`.', contentType: 'text/plain', schema: z.literal('hello') },
  },
  spec: '4.1, 5',
});
