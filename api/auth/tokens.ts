import { createHash, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type SigningKeys, signingAlgorithm } from './signing-keys.js';

export const tokenLifetimeSeconds = 3_600;

export interface TokenPair {
  accessToken: string;
  idToken: string;
}

export interface TokenSubject {
  personId: string;
  organizationId: string;
  name: string;
}

export interface VerifiedTokens {
  personId: string;
  organizationId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

export interface Tokens {
  issue(subject: TokenSubject): Promise<TokenPair>;
  /** Who a pair of tokens is of; `undefined` where one of them is not good, or they are not of one login. */
  verify(pair: TokenPair): Promise<VerifiedTokens | undefined>;
}

/** What keeps the two kinds apart, so that one is never accepted as the other. */
const accessKind = { typ: 'at+jwt', audience: 'ioi-api' };
const idKind = { typ: 'id+jwt', audience: 'ioi-client' };
type Kind = typeof accessKind;

const accessClaims = z.object({ sub: z.guid(), org: z.guid(), exp: z.int() });
const idClaims = accessClaims.extend({ at_hash: z.string() });

/** Access and id tokens (spec 5): signed with the installation's key, good for one hour. */
export function createTokens({ keys, issuer }: { keys: SigningKeys; issuer: string }): Tokens {
  const sign = async (kind: Kind, subject: TokenSubject, claims: JWTPayload, issuedAt: number) => {
    const { kid, privateKey } = await keys.active();
    return new SignJWT({ org: subject.organizationId, ...claims })
      .setProtectedHeader({ alg: signingAlgorithm, typ: kind.typ, kid })
      .setIssuer(issuer)
      .setAudience(kind.audience)
      .setSubject(subject.personId)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .sign(privateKey);
  };

  const read = async (kind: Kind, token: string): Promise<JWTPayload | undefined> => {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid = '' }) => {
          const key = await keys.publicKey(kid);
          if (!key) throw new UnknownKey();
          return key;
        },
        { algorithms: [signingAlgorithm], issuer, audience: kind.audience, typ: kind.typ },
      );
      return payload;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };

  return {
    async issue(subject) {
      const issuedAt = Math.floor(Date.now() / 1000);
      const accessToken = await sign(accessKind, subject, {}, issuedAt);
      const idToken = await sign(
        idKind,
        subject,
        { at_hash: accessTokenHash(accessToken), name: subject.name },
        issuedAt,
      );
      return { accessToken, idToken };
    },

    async verify({ accessToken, idToken }) {
      const access = accessClaims.safeParse(await read(accessKind, accessToken)).data;
      const id = access && idClaims.safeParse(await read(idKind, idToken)).data;
      if (!id || id.sub !== access.sub || id.org !== access.org) return undefined;
      if (id.at_hash !== accessTokenHash(accessToken)) return undefined;
      return {
        personId: access.sub,
        organizationId: access.org,
        expiresAt: Math.min(access.exp, id.exp),
      };
    },
  };
}

class UnknownKey extends Error {}

/** A token that is not good, as opposed to a database that does not answer. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnknownKey) return true;
  return error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code));
}

/** OpenID Connect Core 3.1.3.6: the left half of the SHA-256 of the access token. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
}
