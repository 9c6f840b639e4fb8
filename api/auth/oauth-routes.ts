import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { AuditNotes } from '../audit/audit-notes.js';
import { BadRequest, Unauthorized } from '../errors/app-error.js';
import { endpoint } from '../http/endpoint.js';
import { formBody } from '../http/form-body.js';
import { type EndpointHandler, validated } from '../http/validated.js';
import { basicIn, verifiedKey } from './client-credentials.js';
import type { Identities } from './identities.js';
import type { KeyTokens } from './key-tokens.js';

const missing = 'is required';

export const issueKeyToken = endpoint({
  method: 'post',
  path: '/oauth/token',
  operationId: 'issueKeyToken',
  summary: 'Get an access token for an API key',
  description:
    'OAuth 2.0 client credentials (RFC 6749, section 4.4), for programs that prefer it to `Authorization: Basic`: the key is the client id, its secret the client secret, as Basic or in the form. The token is sent as `Authorization: Bearer` alone. It may do what the key may do, and ends with the secret that it was got with. An extension.',
  tags: ['Authentication'],
  body: z
    .object({
      grant_type: z.literal('client_credentials', {
        error: ({ input }) => (input === undefined ? missing : 'must be client_credentials'),
      }),
      client_id: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'The API key, without `Authorization`.' }),
      client_secret: z.string().max(200).optional(),
    })
    .meta({ id: 'KeyTokenRequest' }),
  bodyText: formBody,
  bodyExample: {
    grant_type: 'client_credentials',
    client_id: 'ioi_5b1f0c6e9a2d4783c1e05f7a',
    client_secret: 'vJ0mZkq3T8sWcXy5eRb1uNf7hLd2aGp9oKi4tQx6wEs',
  },
  responses: {
    200: {
      description: 'An access token.',
      schema: z
        .object({
          access_token: z.string(),
          token_type: z.literal('Bearer'),
          expires_in: z.int().meta({ description: 'Seconds: an hour, or until the secret ends.' }),
        })
        .meta({ id: 'KeyToken' }),
    },
    400: {
      description:
        'The request is not valid. `error` is `invalid_request`, `unsupported_grant_type` or `invalid_scope` (RFC 6749, section 5.2).',
    },
    401: {
      description: 'The API key or its secret is wrong, expired or revoked. `error` is `invalid_client`.',
    },
  },
  unauthenticated: true,
});

/** Access tokens of API keys: an extension of the interface. */
export function oauthRoutes(uses: {
  identities: Identities;
  keyTokens: KeyTokens;
  audit: Pick<AuditNotes, 'note'>;
}): Router {
  const router = Router();
  router.post(
    issueKeyToken.path,
    inWordsOfOAuth(
      validated(issueKeyToken, async ({ body }, req) => {
        const basic = basicIn(req);
        const { client_id: key, client_secret: secret } = body;
        if (basic && secret !== undefined) {
          throw new BadRequest([
            { field: 'client_secret', detail: 'is stated twice: in Authorization, too' },
          ]);
        }
        if (basic && key !== undefined && key !== basic.key) {
          throw new BadRequest([{ field: 'client_id', detail: 'is another key than that of Authorization' }]);
        }
        const inForm = key !== undefined && secret !== undefined ? { key, secret } : undefined;
        // Another scheme beside it would be passed over in silence.
        const given = req.headers.authorization === undefined ? inForm : basic;
        const verified = given && (await verifiedKey(uses, req, given));
        if (!verified || !given)
          throw new Unauthorized(undefined, { extensions: { error: 'invalid_client' } });
        const { accessToken, lifetimeSeconds } = await uses.keyTokens.issue(given.key, verified.by);
        return { access_token: accessToken, token_type: 'Bearer' as const, expires_in: lifetimeSeconds };
      }),
    ),
  );
  return router;
}

/** Its 400s have the `error` that clients of OAuth read (RFC 6749, section 5.2). */
function inWordsOfOAuth(handler: EndpointHandler): EndpointHandler {
  const answer: RequestHandler = async (req, res, next) => {
    try {
      await handler(req, res, next);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      const { errors, message, code, extensions } = error;
      throw new BadRequest(errors.length > 0 ? errors : message, {
        code,
        extensions: { ...extensions, error: errorOf(error) },
      });
    }
  };
  return Object.assign(answer, { endpoint: handler.endpoint });
}

function errorOf({ errors }: BadRequest): string {
  if (errors.some(({ field, detail }) => field === 'grant_type' && detail !== missing))
    return 'unsupported_grant_type';
  return errors.some(({ field }) => field === 'scope') ? 'invalid_scope' : 'invalid_request';
}
