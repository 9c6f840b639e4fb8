import { createHash, timingSafeEqual } from 'node:crypto';
import { exchangeSecret, revokeSecret } from '../../../db/assistants/secrets.js';
import type { Origin } from '../../../db/audit/record-audit.js';
import type { Database } from '../../../db/database.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import type { AssistantGrant } from '../../../db/models/assistant-grant.js';
import { scopeOf } from '../../../domain/assistants/consent.js';
import { isResource } from './authorization-request.js';
import { idleDays } from './lifetimes.js';
import { OAuthRefusal } from './oauth-refusal.js';

export interface TokenExchangeDependencies {
  db: Database;
  now: () => Date;
  resource: string;
  tokens: { issue(grantId: string, endsAt: Date): Promise<{ accessToken: string; lifetimeSeconds: number }> };
}

export type Form = Readonly<Record<string, string | undefined>>;

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const dayMs = 24 * 3_600_000;

/** Exchanges codes and refresh tokens for access tokens. */
export class TokenExchange {
  constructor(private readonly uses: TokenExchangeDependencies) {}

  /** Throws an {@link OAuthRefusal}. */
  async exchange(form: Form, origin: Origin): Promise<TokenAnswer> {
    const { db, tokens, resource } = this.uses;
    const now = this.uses.now();
    const { clientId, ...given } = givenIn(form);
    if (form.resource !== undefined && !isResource(form.resource, resource)) {
      throw new OAuthRefusal('invalid_target', `resource must be ${resource}`);
    }
    const next = generateSecret();
    const grant = await exchangeSecret(
      db,
      {
        ...given,
        now,
        next,
        isFor: ({ grant: found, codeChallenge }) =>
          found.clientId === clientId && isProven(form, found, codeChallenge),
        endsAt: ({ endsBy }) => new Date(Math.min(endsBy.getTime(), now.getTime() + idleDays * dayMs)),
      },
      { origin },
    );
    if (!grant)
      throw new OAuthRefusal('invalid_grant', 'it does not count, or no more: ask the person again');
    const { accessToken, lifetimeSeconds } = await tokens.issue(grant.id, grant.endsAt);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      refresh_token: next,
      scope: scopeOf(grant.access),
    };
  }

  /** Ends what a refresh token is of. One that is unknown is none any more (RFC 7009, section 2.2). */
  async revoke(form: Form, origin: Origin): Promise<void> {
    const { token: secret, client_id: clientId } = form;
    if (secret === undefined) throw new OAuthRefusal('invalid_request', 'token is missing');
    if (clientId === undefined) throw new OAuthRefusal('invalid_request', 'client_id is missing');
    await revokeSecret(this.uses.db, { secret, clientId, now: this.uses.now() }, { origin });
  }
}

/** What a request brings: a code or a refresh token. */
function givenIn(form: Form): { kind: 'CODE' | 'REFRESH_TOKEN'; secret: string; clientId: string } {
  const { grant_type: type, client_id: clientId } = form;
  const missing = (name: string) => new OAuthRefusal('invalid_request', `${name} is missing`);
  if (type === undefined) throw missing('grant_type');
  if (type !== 'authorization_code' && type !== 'refresh_token') {
    throw new OAuthRefusal('unsupported_grant_type', 'it must be authorization_code or refresh_token');
  }
  if (clientId === undefined) throw missing('client_id');
  const name = type === 'refresh_token' ? 'refresh_token' : 'code';
  const secret = form[name];
  if (secret === undefined) throw missing(name);
  if (name === 'code' && form.code_verifier === undefined) throw missing('code_verifier');
  return { kind: name === 'code' ? 'CODE' : 'REFRESH_TOKEN', secret, clientId };
}

/** Whether the program that brings a code is the one that asked for it (RFC 7636). */
function isProven(form: Form, { redirectUri }: AssistantGrant, codeChallenge: string | null): boolean {
  if (codeChallenge === null) return true;
  if (form.redirect_uri !== undefined && form.redirect_uri !== redirectUri) return false;
  const verifier = form.code_verifier ?? '';
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const given = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(given), Buffer.from(codeChallenge));
}
