import { z } from 'zod';
import { passwordLength } from '../../../db/identity/passwords.js';
import { endpoint } from '../../http/endpoint.js';

const tags = ['Authentication'] as const;

export const requestPasswordReset = endpoint({
  method: 'post',
  path: '/password-reset',
  operationId: 'requestPasswordReset',
  summary: 'Have a link for a new password mailed',
  description:
    'For somebody who forgot the password. The answer is the same whether there is such a user or not. The link goes to the e-mail address of the user, leads to the console, and counts once within 30 minutes; three an hour are sent to a user. None is sent to users who are disabled, who have no e-mail address, or who sign in through an identity provider. An extension.',
  tags,
  body: z.object({ userId: z.string().min(1).max(320) }).meta({ id: 'PasswordLinkRequest' }),
  bodyExample: { userId: 'ada@example.com' },
  responses: {
    202: { description: 'If there is such a user, a mail is on its way.' },
    429: {
      description: 'Too many requests of the address; `Retry-After` has the number of seconds to wait.',
    },
  },
  unauthenticated: true,
});

export const resetPassword = endpoint({
  method: 'post',
  path: '/password-reset/confirm',
  operationId: 'resetPassword',
  summary: 'Choose a new password by a mailed link',
  description:
    'All tokens and sessions of the user end. Nobody is signed in by it: signing in asks for the new password, and for the second factor of a user who has one. An extension.',
  tags,
  body: z
    .object({
      token: z.string().min(1).max(100).meta({ description: 'Of the link, after `#`.' }),
      newPassword: z.string().min(passwordLength.least).max(passwordLength.most),
    })
    .meta({ id: 'LinkedPassword' }),
  bodyExample: {
    token: 'o0hG3rNn0d7Jm3yJ8dVQ1cGkq5JbX2lYw9sT4uEaZfI',
    newPassword: 'a longer walk through the meadow',
  },
  responses: { 204: { description: 'The new password counts.' } },
  unauthenticated: true,
});
