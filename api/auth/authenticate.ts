import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { BasicStrategy } from 'passport-http';
import { hashSecret } from '../../db/identity/secrets.js';
import type { Caller } from '../http/caller.js';
import type { Identities } from './identities.js';
import type { Tokens, VerifiedTokens } from './tokens.js';

export interface AuthenticationDependencies {
  identities: Identities;
  tokens: Tokens;
}

const maxVerifiedPairs = 10_000;

/**
 * Takes either method of spec 5: an API key as Basic, or an access token as Bearer together with its id token
 * in `x-jwt-assertion`. Anything else is 401.
 */
export function authenticate({ identities, tokens }: AuthenticationDependencies): RequestHandler {
  const passport = new Passport();
  const tokenCaller = createTokenCaller({ identities, tokens });
  passport.use(
    'api-key',
    new BasicStrategy((key, secret, done) => {
      apiKeyCaller(identities, key, secret).then((caller) => done(null, caller ?? false), done);
    }),
  );
  passport.use(
    'tokens',
    new CustomStrategy((req, done) => {
      tokenCaller(req).then((caller) => done(null, caller ?? false), done);
    }),
  );
  return passport.authenticate(['api-key', 'tokens'], {
    session: false,
    failWithError: true,
    authInfo: false,
  }) as RequestHandler;
}

/** Compared with where a key is unknown, so that it takes as long as a wrong secret. */
const noSecret = Buffer.alloc(32);

async function apiKeyCaller(
  identities: Identities,
  key: string,
  secret: string,
): Promise<Caller | undefined> {
  if (!/^ioi_[0-9a-f]{24}$/.test(key)) return undefined;
  const known = await identities.apiKey(key);
  const matches = timingSafeEqual(hashSecret(secret), known?.secretSha256 ?? noSecret);
  return matches ? known?.caller : undefined;
}

function createTokenCaller({ identities, tokens }: AuthenticationDependencies) {
  const verifiedPairs = new LRUCache<string, VerifiedTokens>({ max: maxVerifiedPairs });

  /** Signatures never change, so a pair is verified once; its expiry is looked at every time. */
  const verify = async (accessToken: string, idToken: string) => {
    const pair = `${accessToken} ${idToken}`;
    const verified = verifiedPairs.get(pair) ?? (await tokens.verify({ accessToken, idToken }));
    if (!verified || verified.expiresAt * 1000 <= Date.now()) return undefined;
    verifiedPairs.set(pair, verified);
    return verified;
  };

  return async (req: Request): Promise<Caller | undefined> => {
    const accessToken = /^Bearer +([\w.-]+)$/i.exec(req.headers.authorization ?? '')?.[1];
    const idToken = req.headers['x-jwt-assertion'];
    if (accessToken === undefined || typeof idToken !== 'string') return undefined;
    const verified = await verify(accessToken, idToken);
    const caller = verified && (await identities.person(verified.personId));
    return caller?.organizationId === verified?.organizationId ? caller : undefined;
  };
}
