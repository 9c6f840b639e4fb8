import { z } from 'zod';
import { instant, uuid } from '../../../domain/ground/primitives.js';
import { endpoint } from '../../http/endpoint.js';

export const signInMethod = z
  .enum(['PASSWORD', 'SINGLE_SIGN_ON'])
  .meta({ id: 'SignInMethod', description: 'How the person signed in.' });

const session = z
  .object({
    sessionId: uuid,
    personId: uuid,
    method: signInMethod,
    address: z.string().meta({ description: 'From where.' }),
    userAgent: z.string().meta({ description: 'What the browser says of itself.' }),
    isCurrent: z.boolean().meta({ description: 'Whether the request came with it.' }),
    createdTimestamp: instant,
    lastUsedTimestamp: instant.meta({ description: 'Exact to two minutes.' }),
    endsTimestamp: instant.meta({ description: 'However much it is used.' }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.output<typeof session>;

const sessions = z
  .object({ sessions: z.array(session).meta({ description: 'The latest first; 50 at most.' }) })
  .meta({ id: 'Sessions' });

const params = z.object({ sessionId: uuid });
const ofKey = { 409: { description: 'The caller is an API key, which has no sessions.' } } as const;

export const beginSession = endpoint({
  method: 'post',
  path: '/session',
  operationId: 'beginSession',
  summary: 'Sign in to a browser',
  description:
    'For pages of this service, such as the console. The answer sets a cookie that scripts cannot read. Requests with the cookie need the header `X-Session`: the id of the session, or `current`. Failed sign-ins are limited as those of `POST /token`. The session that the browser had ends. An extension.',
  tags: ['Authentication'],
  body: z
    .object({
      userId: z.string().min(1).max(320),
      password: z.string().min(1).max(1024),
      code: z.string().min(1).max(40).optional().meta({
        description: 'Of the second factor, for a user who has one: six digits, or a recovery code.',
      }),
    })
    .meta({ id: 'SessionRequest' }),
  bodyExample: { userId: 'ada@example.com', password: 'correct horse battery staple' },
  responses: {
    200: { description: 'The session.', schema: session },
    401: {
      description:
        'The user id, the password or the code is wrong; a code is needed: `SECOND_FACTOR_NEEDED`; or the request has no `X-Session`.',
    },
    429: { description: 'Too many failed sign-ins; `Retry-After` has the number of seconds to wait.' },
  },
  unauthenticated: true,
});

export const endSession = endpoint({
  method: 'delete',
  path: '/session',
  operationId: 'endSession',
  summary: 'Sign out of this browser',
  description: 'Ends the session that the request came with, and removes its cookie. An extension.',
  tags: ['Authentication'],
  responses: {
    204: { description: 'Signed out.' },
    409: { description: 'The request came with an API key or tokens.' },
  },
});

export const listOwnSessions = endpoint({
  method: 'get',
  path: '/me/session',
  operationId: 'listMySessions',
  summary: 'List your sessions',
  description: 'The browsers in which you are signed in. Tokens are not listed. An extension.',
  tags: ['Authentication'],
  responses: { 200: { description: 'The sessions.', schema: sessions }, ...ofKey },
});

export const endOwnSession = endpoint({
  method: 'delete',
  path: '/me/session/:sessionId',
  operationId: 'endMySession',
  summary: 'End one of your sessions',
  description: 'Within moments. An extension.',
  tags: ['Authentication'],
  params,
  responses: {
    204: { description: 'It has ended.' },
    404: { description: 'You have no such session.' },
    ...ofKey,
  },
});

export const signOutEverywhere = endpoint({
  method: 'post',
  path: '/me/sign-out',
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions and tokens within moments, with that of the request. An extension.',
  tags: ['Authentication'],
  responses: { 204: { description: 'Signed out.' }, ...ofKey },
});

export const listUserSessions = endpoint({
  method: 'get',
  path: '/user/:personId/session',
  operationId: 'listUserSessions',
  summary: 'List the sessions of a user',
  description: 'The browsers in which the user is signed in. Tokens are not listed. An extension.',
  tags: ['Administration'],
  params: z.object({ personId: uuid }),
  responses: {
    200: { description: 'The sessions.', schema: sessions },
    404: { description: 'The organization has no such user.' },
  },
  permission: 'administration:read',
});

export const endUserSession = endpoint({
  method: 'delete',
  path: '/user/:personId/session/:sessionId',
  operationId: 'endUserSession',
  summary: 'End a session of a user',
  description:
    'Within moments. `POST /user/{personId}/sign-out` ends all of them, and the tokens. An extension.',
  tags: ['Administration'],
  params: params.extend({ personId: uuid }),
  responses: {
    204: { description: 'It has ended.' },
    403: { description: 'The caller lacks a permission that the user has.' },
    404: { description: 'The organization has no such user, or the user no such session.' },
  },
  permission: 'administration:write',
});
