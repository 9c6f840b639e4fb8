import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { userFilters } from '../../db/identity/identity-filters.js';
import { passwordLength } from '../../db/identity/passwords.js';
import { userIdPattern } from '../../db/identity/people.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { mailAddress } from '../../domain/mail/mail-address.js';
import { asRead } from '../http/as-read.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { signInMethod } from '../http/sign-in-method.js';
import { given, had } from './fields.js';

const tags = ['Administration'] as const;
const params = z.object({ personId: uuid });
const nobodyElse = {
  403: { description: 'The caller lacks a permission that the user has or would get.' },
  404: { description: 'The organization has no such user.' },
} as const;

const user = z
  .object({
    personId: uuid,
    userId: z.string().meta({ description: 'The name for sign-in.' }),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().optional().meta({ description: 'Where links for a new password go.' }),
    ...had,
    active: z.boolean().meta({ description: 'A disabled user cannot sign in.' }),
    createdTimestamp: instant,
    disabledTimestamp: instant.optional(),
  })
  .meta({ id: 'User' });
export type UserView = z.output<typeof user>;

const signIn = z
  .object({
    lastTimestamp: instant.optional().meta({
      description: 'The last time, as far as the audit log goes back; absent: not known.',
    }),
    lastMethod: signInMethod.optional().meta({ description: 'Absent for a token.' }),
    hasSecondFactor: z.boolean().meta({ description: 'Whether the password needs a code beside it.' }),
    issuer: z.string().optional().meta({ description: 'The identity provider that knows the user.' }),
  })
  .meta({ id: 'UserSignIn' });
export type SignInView = z.output<typeof signIn>;
const userWithSignIn = user.extend({ signIn }).meta({ id: 'UserWithSignIn' });

const password = z
  .string()
  .min(passwordLength.least)
  .max(passwordLength.most)
  .optional()
  .meta({ description: 'Generated if it is left out.' });
const shownPassword = z.string().optional().meta({
  description: 'The generated password, which is shown only this once; absent if the request had one.',
});

const name = z.string().trim().max(200);
const email = mailAddress.optional();

const userCreation = z
  .object({
    userId: z
      .string()
      .regex(userIdPattern, 'must be 1 to 320 characters without spaces')
      .meta({ description: 'The name for sign-in, unique in the installation whatever its case.' }),
    firstName: name.default(''),
    lastName: name.default(''),
    email: email.meta({ description: 'Where links for a new password go; without it none is sent.' }),
    roles: given.roles.default([]),
    permissions: given.permissions.default([]),
    password,
  })
  .meta({ id: 'UserCreation' });
export type UserCreation = z.output<typeof userCreation>;

export const listUsers = endpoint({
  method: 'get',
  path: '/user',
  operationId: 'listUsers',
  summary: 'List users',
  description:
    'The users of the organization, the latest created first. Pages end after 10,000: continue with `createdTo`. An extension.',
  tags,
  query: z.object({ ...filterFields(userFilters), ...pageQuery }),
  responses: {
    200: {
      description: 'A page of users.',
      schema: z.object({ ...pageFields(userWithSignIn), totalIsExact: z.boolean() }).meta({ id: 'UserPage' }),
    },
  },
  permission: 'administration:read',
});
export type UserQuery = z.output<NonNullable<typeof listUsers.query>>;

export const createUser = endpoint({
  method: 'post',
  path: '/user',
  operationId: 'createUser',
  summary: 'Create a user',
  description:
    'A person who signs in with a user id and a password. A user without roles and permissions may do nothing. An extension.',
  tags,
  body: userCreation,
  bodyExample: {
    userId: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.com',
    roles: ['underwriter', 'service'],
  },
  responses: {
    200: {
      description: 'The user.',
      schema: user.extend({ password: shownPassword }).meta({ id: 'UserWithPassword' }),
    },
    403: { description: 'The caller lacks a permission that the user would get.' },
    409: { description: 'The user id is taken.' },
  },
  permission: 'administration:write',
});

export const getUser = endpoint({
  method: 'get',
  path: '/user/:personId',
  tagged: true,
  operationId: 'getUser',
  summary: 'Read a user',
  description: 'An extension.',
  tags,
  params,
  responses: {
    200: {
      description: 'The user. The tag is that of what `PUT` changes: no sign-in changes it.',
      schema: userWithSignIn,
    },
    404: nobodyElse[404],
  },
  permission: 'administration:read',
});

const givenRoles = {
  roles: given.roles,
  permissions: given.permissions.default([]),
  email: email.meta({
    description:
      'Where links for a new password go; those that were sent count no more when it changes. It stays if it is left out.',
  }),
};
const roles = z.object({ ...givenRoles, ...asRead(user, givenRoles) }).meta({ id: 'UserRoles' });
export type UserRoles = z.output<typeof roles>;

export const changeUserRoles = endpoint({
  method: 'put',
  path: '/user/:personId',
  checksTag: true,
  operationId: 'updateUser',
  summary: 'Replace what a user may do, and the e-mail address',
  description: 'Every API process heeds it within moments. An extension.',
  tags,
  params,
  body: roles,
  bodyExample: { roles: ['underwriter'], permissions: ['audit:read'] },
  responses: {
    200: { description: 'The changed user.', schema: user },
    ...nobodyElse,
    409: { description: 'It is the caller.' },
  },
  permission: 'administration:write',
});

const change = (
  verb: 'disable' | 'enable' | 'sign-out',
  words: { operationId: string; summary: string; description: string },
  refusals: Endpoint['responses'] = {},
) =>
  endpoint({
    method: 'post',
    path: `/user/:personId/${verb}`,
    ...words,
    tags,
    params,
    responses: {
      200: { description: 'The user.', schema: user },
      ...nobodyElse,
      ...refusals,
    },
    permission: 'administration:write',
  });

export const disableUser = change(
  'disable',
  {
    operationId: 'disableUser',
    summary: 'Disable a user',
    description:
      'The user cannot sign in, and all tokens and sessions of the user end within moments. An extension.',
  },
  { 409: { description: 'It is the caller.' } },
);

export const enableUser = change('enable', {
  operationId: 'enableUser',
  summary: 'Enable a disabled user',
  description: 'The user can sign in again. An extension.',
});

export const signOutUser = change('sign-out', {
  operationId: 'signOutUser',
  summary: 'Sign a user out everywhere',
  description:
    'Ends all tokens and sessions of the user within moments. The user can sign in again. An extension.',
});

export const resetSecondFactor = endpoint({
  method: 'post',
  path: '/user/:personId/second-factor/reset',
  operationId: 'resetUserSecondFactor',
  summary: 'Remove the second factor of a user',
  description:
    'For somebody who lost it: the password alone signs in until they begin another one. Ends all tokens and sessions of the user. An extension.',
  tags,
  params,
  responses: {
    200: { description: 'The user.', schema: userWithSignIn },
    ...nobodyElse,
    409: { description: 'It is the caller, or the user has none.' },
  },
  permission: 'administration:write',
});

export const resetPassword = endpoint({
  method: 'post',
  path: '/user/:personId/password',
  operationId: 'resetUserPassword',
  summary: 'Replace the password of a user',
  description:
    'Ends all tokens and sessions of the user. For one’s own password there is `POST /me/password`. An extension.',
  tags,
  params,
  body: z.object({ password }).meta({ id: 'PasswordReset' }),
  bodyOptional: true,
  bodyExample: {},
  responses: {
    200: {
      description: 'The generated password, if the request had none.',
      schema: z.object({ personId: uuid, password: shownPassword }).meta({ id: 'ResetPassword' }),
    },
    ...nobodyElse,
    409: { description: 'It is the caller, or somebody who signs in through an identity provider.' },
  },
  permission: 'administration:write',
});
