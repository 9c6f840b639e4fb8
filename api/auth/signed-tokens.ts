import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { leewaySeconds, type SigningKeys, signingAlgorithm, tokenLifetimeSeconds } from './signing-keys.js';

/** A kind of tokens: none is accepted as another one. */
export interface TokenKind {
  typ: string;
  audience: string;
}

/** JWTs that are signed with the installation's key, and valid for an hour at most. */
export class SignedTokens {
  constructor(private readonly uses: { keys: SigningKeys; issuer: string; now: () => Date }) {}

  /** In seconds since 1970. */
  now(): number {
    return Math.floor(this.uses.now().getTime() / 1000);
  }

  async sign(
    kind: TokenKind,
    { sub, issuedAt, expiresAt }: { sub: string; issuedAt: number; expiresAt: number },
    claims: JWTPayload,
  ): Promise<string> {
    const { kid, privateKey } = await this.uses.keys.active();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, typ: kind.typ, kid })
      .setIssuer(this.uses.issuer)
      .setAudience(kind.audience)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(privateKey);
  }

  /** The claims of a token; undefined if it is invalid, or none of that kind. */
  async read({ audience, typ }: TokenKind, token: string): Promise<JWTPayload | undefined> {
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
export const endOf = ({ iat = 0, exp = 0 }: { iat?: number; exp?: number }): number =>
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
