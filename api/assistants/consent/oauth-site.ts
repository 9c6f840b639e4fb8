import { type Request, type RequestHandler, type Response, Router } from 'express';
import { assistantScopes } from '../../../domain/assistants/consent.js';
import { AppError } from '../../errors/app-error.js';
import { addressLimit } from '../../http/address-limit.js';
import { formBody } from '../../http/form-body.js';
import { jsonBodyReader } from '../../http/json-body.js';
import { otherMethods } from '../../http/no-such-route.js';
import { originOf } from '../../http/origin.js';
import { rawBody } from '../../http/raw-body.js';
import { OAuthRefusal } from './oauth-refusal.js';
import type { ConsentPlace } from './place.js';
import { registeredProgram } from './registration.js';
import type { Form, TokenExchange } from './token-exchange.js';

const base = '/assistant/oauth';
/** Of an address; a program asks once in a quarter of an hour. */
const mostPerMinute = 300;
const readJson = jsonBodyReader({ limit: 20_000, optional: false });

/**
 * The authorization server of assistants: its metadata (RFC 8414), that of the resource (RFC 9728), registration (RFC 7591),
 * tokens, and revocation (RFC 7009). The person consents in the console. These speak OAuth, not the interface: unknown
 * parameters are ignored, and errors have the form that its clients read.
 */
export function oauthSite({ place, exchange }: { place: ConsentPlace; exchange: TokenExchange }): Router {
  const { issuer, resource, resourceMetadataPath, serverMetadataPath } = place;
  const limit = addressLimit(mostPerMinute);
  const router = Router({ caseSensitive: true });
  const get = (path: string, body: object) =>
    router
      .route(path)
      .get((_req, res) => void res.json(body))
      .all(otherMethods(['get']));
  const post = (path: string, answer: (req: Request, res: Response) => Promise<unknown>) =>
    router
      .route(`${base}${path}`)
      .post(inWordsOfOAuth(limit, answer))
      .all(otherMethods(['post']));

  const resourceMetadata = {
    resource,
    resource_name: 'Insurance policy administration and quoting',
    authorization_servers: [issuer],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ['header'],
  };
  for (const path of new Set([resourceMetadataPath, '/.well-known/oauth-protected-resource'])) {
    get(path, resourceMetadata);
  }
  get(serverMetadataPath, {
    issuer,
    authorization_endpoint: `${issuer}/console/connect`,
    token_endpoint: `${issuer}${base}/token`,
    registration_endpoint: `${issuer}${base}/register`,
    revocation_endpoint: `${issuer}${base}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: assistantScopes,
    authorization_response_iss_parameter_supported: true,
  });
  post('/register', async (req, res) => {
    const registered = registeredProgram((await readJson(req, res)).value());
    res.status(201);
    return registered;
  });
  post('/token', async (req, res) => exchange.exchange(await formOf(req, res), originOf(req)));
  post('/revoke', async (req, res) => {
    await exchange.revoke(await formOf(req, res), originOf(req));
    return {};
  });
  return router;
}

async function formOf(req: Request, res: Response): Promise<Form> {
  const text = (await rawBody(req, res, { limit: 20_000 })).toString();
  return formBody.asBody(text) as Form;
}

function inWordsOfOAuth(
  limit: (req: Request) => void,
  answer: (req: Request, res: Response) => Promise<unknown>,
): RequestHandler {
  return async (req, res) => {
    limit(req);
    try {
      res.json(await answer(req, res));
    } catch (error) {
      if (error instanceof AppError && error.status !== 400) throw error;
      if (!(error instanceof OAuthRefusal || error instanceof AppError)) throw error;
      const name = error instanceof OAuthRefusal ? error.error : 'invalid_request';
      res.status(400).json({ error: name, error_description: error.message });
    }
  };
}
