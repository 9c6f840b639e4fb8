import { z } from 'zod';
import { passwordLength } from '../../db/identity/passwords.js';
import { eventType } from '../../domain/events/catalog.js';
import { uuid } from '../../domain/ground/primitives.js';
import { permission } from '../administration/fields.js';
import { endpoint } from '../http/endpoint.js';
import { environment } from '../product-authoring/fields.js';
import { secondFactorCode } from './second-factor/schemas.js';

const tokenPair = z.object({ accessToken: z.string(), idToken: z.string() }).meta({ id: 'TokenPair' });

export const issueToken = endpoint({
  method: 'post',
  path: '/token',
  operationId: 'issueToken',
  summary: 'Sign in',
  description:
    'Beta, and subject to change, as are the tokens. Send the access token as `Authorization: Bearer …` and the id token as `x-jwt-assertion` with later requests. Both are valid for one hour. Failed logins are limited by user and address. The tokens end when the password changes or the user is disabled.',
  tags: ['Authentication'],
  body: z
    .object({
      userId: z.string().min(1).max(320),
      password: z.string().min(1).max(1024),
      grantType: z.literal('PASSWORD'),
      code: secondFactorCode.optional().meta({
        description: 'Of the second factor, for a user who has one: six digits, or a recovery code.',
      }),
    })
    .meta({ id: 'TokenRequest' }),
  bodyExample: { userId: 'ada@example.com', password: 'correct horse battery staple', grantType: 'PASSWORD' },
  responses: {
    200: {
      description: 'A pair of tokens.',
      schema: tokenPair,
    },
    401: {
      description:
        'The user id, the password or the code is wrong; or a code is needed: `SECOND_FACTOR_NEEDED`.',
    },
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
  share: 'none',
  responses: {
    200: { description: 'The text `hello`.', contentType: 'text/plain', schema: z.literal('hello') },
  },
  spec: '4.1, 5',
});

const me = z
  .object({
    kind: z.enum(['USER', 'API_KEY']).meta({ id: 'CallerKind' }),
    environment: environment.meta({ description: 'Of this installation.' }),
    organizationId: uuid,
    organizationName: z.string(),
    timeZone: z.string().meta({ description: "The organization's: its business days are the days there." }),
    name: z.string().meta({ description: 'Of the person, or the label of the key.' }),
    personId: uuid.optional().meta({ description: 'Of a user.' }),
    userId: z.string().optional().meta({ description: 'Of a user: the name for sign-in.' }),
    sessionId: uuid
      .optional()
      .meta({ description: 'Of the session that the request came with; absent for tokens and keys.' }),
    hasSecondFactor: z
      .boolean()
      .optional()
      .meta({ description: 'Of a user: whether the password needs a code beside it.' }),
    apiKey: z.string().optional().meta({ description: 'Of an API key; without its secret.' }),
    roles: z.array(z.string()),
    permissions: z
      .array(permission)
      .meta({ description: 'All that the caller has, by roles or one by one.' }),
    events: z.array(eventType).meta({ description: 'The event types that the caller can fire.' }),
    productIds: z
      .array(uuid)
      .optional()
      .meta({ description: 'The only products that the API key can use; absent: no restriction.' }),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof me>;

export const getMe = endpoint({
  method: 'get',
  path: '/me',
  operationId: 'getMe',
  summary: 'Read who the caller is, and what it may do',
  description:
    "An extension. For user interfaces, which show only what the person may do. Which records the caller sees, and what an insurer's license lets its organization do, is not part of it.",
  tags: ['Authentication'],
  responses: { 200: { description: 'The caller.', schema: me } },
});

export const changeOwnPassword = endpoint({
  method: 'post',
  path: '/me/password',
  operationId: 'changePassword',
  summary: 'Change your password',
  description:
    'For a signed-in user. All tokens and sessions of the user end; the answer has new tokens, and a new session for a request that came with one. Attempts count as sign-ins. An extension.',
  tags: ['Authentication'],
  body: z
    .object({
      password: z.string().min(1).max(1024).meta({ description: 'The present password.' }),
      newPassword: z.string().min(passwordLength.least).max(passwordLength.most),
      code: secondFactorCode.optional().meta({
        description: 'Of the second factor, for a user who has one: six digits, or a recovery code.',
      }),
    })
    .meta({ id: 'PasswordChange' }),
  bodyExample: { password: 'correct horse battery staple', newPassword: 'a longer walk through the meadow' },
  responses: {
    200: { description: 'A pair of tokens.', schema: tokenPair },
    409: { description: 'The caller is an API key, which has no password.' },
    429: { description: 'Too many failed logins; `Retry-After` has the number of seconds to wait.' },
  },
});
