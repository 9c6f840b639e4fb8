import { createHash, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { leewaySeconds, type SigningKeys, signingAlgorithm, tokenLifetimeSeconds } from './signing-keys.js';

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

/** Distinguishes the two kinds, so that one is never accepted as the other. */
const accessKind = { typ: 'at+jwt', audience: 'ioi-api' };
const idKind = { typ: 'id+jwt', audience: 'ioi-client' };
type Kind = typeof accessKind;

const accessClaims = z.object({
  sub: z.guid(),
  org: z.guid(),
  gen: z.int(),
  iat: z.int(),
  exp: z.int(),
});
const idClaims = accessClaims.extend({ at_hash: z.string() });

/** Access and id tokens (spec 5), signed with the installation's key and valid for one hour. */
export class Tokens {
  constructor(private readonly uses: { keys: SigningKeys; issuer: string; now: () => Date }) {}

  async issue(subject: TokenSubject): Promise<TokenPair> {
    const issuedAt = Math.floor(this.uses.now().getTime() / 1000);
    const accessToken = await this.#sign(accessKind, subject, {}, issuedAt);
    const named = { at_hash: accessTokenHash(accessToken), name: subject.name };
    const idToken = await this.#sign(idKind, subject, named, issuedAt);
    return { accessToken, idToken };
  }

  /** The owner of a pair of tokens; `undefined` if one is invalid, or if they are not from the same login. */
  async verify({ accessToken, idToken }: TokenPair): Promise<VerifiedTokens | undefined> {
    const access = accessClaims.safeParse(await this.#read(accessKind, accessToken)).data;
    const id = access && idClaims.safeParse(await this.#read(idKind, idToken)).data;
    if (!id || id.sub !== access.sub || id.org !== access.org || id.gen !== access.gen) return undefined;
    if (id.at_hash !== accessTokenHash(accessToken)) return undefined;
    return {
      personId: access.sub,
      organizationId: access.org,
      tokenGeneration: access.gen,
      expiresAt: Math.min(endOf(access), endOf(id)),
    };
  }

  async #sign(kind: Kind, subject: TokenSubject, claims: JWTPayload, issuedAt: number): Promise<string> {
    const { kid, privateKey } = await this.uses.keys.active();
    return new SignJWT({ org: subject.organizationId, gen: subject.tokenGeneration, ...claims })
      .setProtectedHeader({ alg: signingAlgorithm, typ: kind.typ, kid })
      .setIssuer(this.uses.issuer)
      .setAudience(kind.audience)
      .setSubject(subject.personId)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .sign(privateKey);
  }

  async #read({ audience, typ }: Kind, token: string): Promise<JWTPayload | undefined> {
    let retiredAtMs = Infinity;
    const publicKey = async ({ kid = '' }: { kid?: string }) => {
      const found = await this.uses.keys.verifying(kid);
      if (!found) throw new UnknownKey();
      retiredAtMs = found.retiredAtMs ?? Infinity;
      return found.key;
    };
    const now = this.uses.now();
    try {
      const expected = {
        currentDate: now,
        algorithms: [signingAlgorithm],
        issuer: this.uses.issuer,
        audience,
        typ,
      };
      const { payload } = await jwtVerify(token, publicKey, { ...expected, requiredClaims: ['iat', 'exp'] });
      return isTimely(payload, retiredAtMs, now) ? payload : undefined;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }
}

/** The end of a token in seconds since 1970: one lifetime after its issue at the latest, whatever it claims. */
const endOf = ({ iat = 0, exp = 0 }: { iat?: number; exp?: number }): number =>
  Math.min(exp, iat + tokenLifetimeSeconds);

/**
 * Whether a token is within its lifetime, and was issued before its key was retired: so a stolen key forges no tokens
 * beyond one lifetime after its retirement. `maxTokenAge` of jose would refuse a token that another process, whose
 * reading of the clock is a moment ahead, has just issued, unless expired tokens had the same tolerance.
 */
function isTimely(claims: JWTPayload, retiredAtMs: number, at: Date): boolean {
  const now = at.getTime() / 1000;
  const { iat = Infinity } = claims;
  return endOf(claims) > now && iat <= Math.min(now, retiredAtMs / 1000) + leewaySeconds;
}

class UnknownKey extends Error {}

/** Whether a token is invalid, as opposed to an unavailable database. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnknownKey) return true;
  return error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code));
}

/** OpenID Connect Core 3.1.3.6: the left half of the SHA-256 of the access token. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
}
