import { hash } from 'node:crypto';
import { z } from 'zod';
import type { KnownKey } from './identities.js';
import { endOf, type SignedTokens } from './signed-tokens.js';
import { tokenLifetimeSeconds } from './signing-keys.js';

/** An access token of an API key. */
export interface KeyToken {
  accessToken: string;
  lifetimeSeconds: number;
}

const kind = { typ: 'at+jwt', audience: 'ioi-key' };
const claims = z.object({ sub: z.string(), sec: z.string(), iat: z.int(), exp: z.int() });

/**
 * Access tokens of API keys, for callers that speak OAuth. A token says which key it is of and which secret it was got with;
 * what the key may do is read when the token is used. So it ends with that secret, and with the key.
 */
export class KeyTokens {
  constructor(private readonly uses: { signed: SignedTokens }) {}

  /** Valid for an hour, or until the secret ends. */
  async issue(apiKey: string, { sha256, endsAtMs }: KnownKey['secrets'][number]): Promise<KeyToken> {
    const { signed } = this.uses;
    const issuedAt = signed.now();
    const lifetimeSeconds = Math.min(tokenLifetimeSeconds, Math.floor(endsAtMs / 1000) - issuedAt);
    const about = { sub: apiKey, issuedAt, expiresAt: issuedAt + lifetimeSeconds };
    return { accessToken: await signed.sign(kind, about, { sec: markOf(sha256) }), lifetimeSeconds };
  }

  /** The key of a token; undefined if it is invalid. */
  async verify(
    accessToken: string,
  ): Promise<{ apiKey: string; isOf(secret: Buffer): boolean; expiresAt: number } | undefined> {
    const read = claims.safeParse(await this.uses.signed.read(kind, accessToken)).data;
    if (!read) return undefined;
    return {
      apiKey: read.sub,
      isOf: (secret) => markOf(secret) === read.sec,
      expiresAt: endOf(read),
    };
  }
}

/** Tells the secrets of a key apart, and nothing of them. */
const markOf = (sha256: Buffer): string => hash('sha256', sha256, 'base64url').slice(0, 22);
