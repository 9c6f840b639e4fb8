import { createHash } from 'node:crypto';
import { z } from 'zod';
import { endOf, type SignedTokens } from './signed-tokens.js';
import { tokenLifetimeSeconds } from './signing-keys.js';

export interface TokenPair {
  accessToken: string;
  idToken: string;
}

export interface TokenSubject {
  personId: string;
  organizationId: string;
  name: string;
  /** Of the person: tokens of an earlier generation are refused. */
  tokenGeneration: number;
}

export interface VerifiedTokens {
  personId: string;
  organizationId: string;
  tokenGeneration: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

const accessKind = { typ: 'at+jwt', audience: 'ioi-api' };
const idKind = { typ: 'id+jwt', audience: 'ioi-client' };

const accessClaims = z.object({
  sub: z.guid(),
  org: z.guid(),
  gen: z.int(),
  iat: z.int(),
  exp: z.int(),
});
const idClaims = accessClaims.extend({ at_hash: z.string() });

/** Access and id tokens of people (spec 5), valid for one hour. */
export class Tokens {
  constructor(private readonly uses: { signed: SignedTokens }) {}

  async issue({ personId, organizationId, tokenGeneration, name }: TokenSubject): Promise<TokenPair> {
    const { signed } = this.uses;
    const issuedAt = signed.now();
    const about = { sub: personId, issuedAt, expiresAt: issuedAt + tokenLifetimeSeconds };
    const claims = { org: organizationId, gen: tokenGeneration };
    const accessToken = await signed.sign(accessKind, about, claims);
    const named = { ...claims, at_hash: accessTokenHash(accessToken), name };
    return { accessToken, idToken: await signed.sign(idKind, about, named) };
  }

  /** The owner of a pair of tokens; `undefined` if one is invalid, or if they are not from the same login. */
  async verify({ accessToken, idToken }: TokenPair): Promise<VerifiedTokens | undefined> {
    const { signed } = this.uses;
    const access = accessClaims.safeParse(await signed.read(accessKind, accessToken)).data;
    const id = access && idClaims.safeParse(await signed.read(idKind, idToken)).data;
    if (!id || id.sub !== access.sub || id.org !== access.org || id.gen !== access.gen) return undefined;
    if (id.at_hash !== accessTokenHash(accessToken)) return undefined;
    return {
      personId: access.sub,
      organizationId: access.org,
      tokenGeneration: access.gen,
      expiresAt: Math.min(endOf(access), endOf(id)),
    };
  }
}

/** OpenID Connect Core 3.1.3.6: the left half of the SHA-256 of the access token. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
}
