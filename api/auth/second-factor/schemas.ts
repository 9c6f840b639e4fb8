import { z } from 'zod';
import { endpoint } from '../../http/endpoint.js';

const tags = ['Authentication'] as const;
const password = z.string().min(1).max(1024).meta({ description: 'The present password.' });
/** Six digits of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().min(1).max(40);
const limited = {
  409: { description: 'The caller is an API key, or it does not fit what the user has.' },
  429: { description: 'Too many failed attempts; `Retry-After` has the number of seconds to wait.' },
} as const;

export const beginSecondFactor = endpoint({
  method: 'post',
  path: '/me/second-factor',
  operationId: 'beginSecondFactor',
  summary: 'Begin a second factor',
  description:
    'For a signed-in user: a secret for an authenticator app (RFC 6238). Codes are asked for once one was confirmed. Attempts count as sign-ins. An extension.',
  tags,
  body: z.object({ password }).meta({ id: 'SecondFactorRequest' }),
  bodyExample: { password: 'correct horse battery staple' },
  responses: {
    200: {
      description: 'The secret, which is shown only this once.',
      schema: z
        .object({
          secret: z.string().meta({ description: 'In base 32, to be typed.' }),
          address: z.string().meta({ description: 'The same as `otpauth://…`, for a link or a QR code.' }),
        })
        .meta({ id: 'SecondFactorSecret' }),
    },
    ...limited,
  },
});

export const confirmSecondFactor = endpoint({
  method: 'post',
  path: '/me/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  summary: 'Confirm a second factor',
  description:
    'By a code of the app. From now on each sign-in by the password needs one. All tokens and sessions of the user end; the answer has new tokens, and a new session for a request that came with one. An extension.',
  tags,
  body: z
    .object({ code: z.string().regex(/^\d{6}$/, 'must have six digits') })
    .meta({ id: 'SecondFactorConfirmation' }),
  bodyExample: { code: '123456' },
  responses: {
    200: {
      description:
        'Recovery codes, which are shown only this once; each signs in once instead of the app. And a pair of tokens.',
      schema: z
        .object({ recoveryCodes: z.array(z.string()), accessToken: z.string(), idToken: z.string() })
        .meta({ id: 'RecoveryCodes' }),
    },
    ...limited,
  },
});

export const removeSecondFactor = endpoint({
  method: 'post',
  path: '/me/second-factor/remove',
  operationId: 'removeSecondFactor',
  summary: 'Remove your second factor',
  description: 'With the password and a code. Attempts count as sign-ins. An extension.',
  tags,
  body: z.object({ password, code: secondFactorCode }).meta({ id: 'SecondFactorRemoval' }),
  bodyExample: { password: 'correct horse battery staple', code: '123456' },
  responses: { 204: { description: 'The password alone signs in again.' }, ...limited },
});
