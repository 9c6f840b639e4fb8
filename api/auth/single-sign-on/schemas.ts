import { z } from 'zod';
import { endpoint } from '../../http/endpoint.js';
import { formBody } from '../../http/form-body.js';
import { isConsolePath } from './return-path.js';

const tags = ['Authentication'] as const;
const params = z.object({ provider: z.string().min(1).max(100) });
const unknown = { 404: { description: 'No such identity provider is set up.' } } as const;

export const listSignOns = endpoint({
  method: 'get',
  path: '/sign-on',
  operationId: 'listSignOns',
  summary: 'List the ways to sign in',
  description:
    'For a page that signs people in: whether there are passwords, and the identity providers. An extension.',
  tags,
  responses: {
    200: {
      description: 'The ways to sign in.',
      schema: z
        .object({
          passwords: z.boolean().meta({ description: 'Whether anybody can sign in by a password.' }),
          providers: z.array(
            z
              .object({ provider: z.string(), label: z.string().meta({ description: 'For a button.' }) })
              .meta({ id: 'SignOnProvider' }),
          ),
        })
        .meta({ id: 'SignOns' }),
    },
  },
  unauthenticated: true,
});

export const beginSignOn = endpoint({
  method: 'get',
  path: '/sign-on/:provider',
  operationId: 'beginSignOn',
  summary: 'Sign in through an identity provider',
  description:
    'For browsers: leads to the provider, which leads back to `…/callback`. What comes to nothing leads to the console, which says why. An extension.',
  tags,
  params,
  query: z.object({
    returnTo: z
      .string()
      .refine(isConsolePath, 'must be a path of the console, such as /console/policies')
      .default('/console')
      .meta({ description: 'A page of the console: where the sign-in leads.' }),
  }),
  responses: {
    302: { description: 'To the provider.' },
    303: { description: 'To the console: it failed.' },
    429: {
      description:
        'Too many sign-ins were begun from the address and not finished; `Retry-After` has the number of seconds to wait.',
    },
    ...unknown,
  },
  unauthenticated: true,
});

export const finishSignOn = endpoint({
  method: 'get',
  path: '/sign-on/:provider/callback',
  operationId: 'finishSignOn',
  summary: 'Come back from an identity provider',
  description:
    'The redirect URI of OpenID Connect (authorization code flow with PKCE). Begins a session of the browser. An extension.',
  tags,
  params,
  // Providers add parameters of their own, which are part of what is checked.
  query: z.looseObject({ state: z.string().min(1).max(1000) }),
  responses: {
    303: { description: 'To the page of the console, or to its sign-in, which says what failed.' },
    ...unknown,
  },
  unauthenticated: true,
});

export const signOutByProvider = endpoint({
  method: 'post',
  path: '/sign-on/:provider/logout',
  operationId: 'signOutByProvider',
  summary: 'Be told that somebody has signed out',
  description:
    'For identity providers (OpenID Connect Back-Channel Logout 1.0): ends the sessions that the logout token names. A form with `logout_token`, or the same as JSON. An extension.',
  tags,
  params,
  body: z
    .object({
      logout_token: z.string().min(1).max(20_000).meta({ description: 'A JWT, signed by the provider.' }),
    })
    .meta({ id: 'ProviderLogout' }),
  bodyExample: { logout_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImxvZ291dCtqd3QifQ…' },
  bodyText: formBody,
  responses: {
    204: { description: 'The sessions have ended.' },
    400: { description: 'It is not a logout token of this provider.' },
    ...unknown,
  },
  unauthenticated: true,
});
