import { z } from 'zod';
import { endOf, type SignedTokens } from './signed-tokens.js';

const lifetimeSeconds = 15 * 60;
const claims = z.object({ sub: z.guid(), iat: z.int(), exp: z.int() });

/**
 * Access tokens of assistants, for the Model Context Protocol's address only, which is their audience (RFC 8707). A token
 * says which grant it is of; what that allows is read when the token is used.
 */
export class GrantTokens {
  constructor(private readonly uses: { signed: SignedTokens; resource: string }) {}

  async issue(grantId: string, endsAt: Date): Promise<{ accessToken: string; lifetimeSeconds: number }> {
    const { signed } = this.uses;
    const issuedAt = signed.now();
    const seconds = Math.max(1, Math.min(lifetimeSeconds, Math.floor(endsAt.getTime() / 1000) - issuedAt));
    const about = { sub: grantId, issuedAt, expiresAt: issuedAt + seconds };
    return { accessToken: await signed.sign(this.#kind(), about, {}), lifetimeSeconds: seconds };
  }

  /** The grant of a token; undefined if it is invalid. */
  async verify(accessToken: string): Promise<{ grantId: string; expiresAtMs: number } | undefined> {
    const read = claims.safeParse(await this.uses.signed.read(this.#kind(), accessToken)).data;
    return read && { grantId: read.sub, expiresAtMs: endOf(read) * 1000 };
  }

  #kind() {
    return { typ: 'at+jwt', audience: this.uses.resource };
  }
}
