import { jwtVerify } from 'jose';
import { z } from 'zod';
import { BadRequest, Unavailable } from '../../errors/app-error.js';
import type { ProviderClient } from './provider-client.js';

const event = 'http://schemas.openid.net/event/backchannel-logout';

const claims = z
  .object({
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.record(z.string(), z.unknown()),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid, events }) => (sub ?? sid) !== undefined && Object.hasOwn(events, event));

const maxAgeSeconds = 300;
const leewaySeconds = 60;

/**
 * Which sessions a logout token ends: those begun by its issue, as a recorded one may be sent again (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws (400) if it is not a token
 * of the provider for this client: an ID token, which has a `nonce` and no such event, is none.
 */
export async function readLogoutToken(
  client: ProviderClient,
  token: string,
  now: Date,
): Promise<{ subject?: string | undefined; sid?: string | undefined; begunBy: Date }> {
  const { issuer, clientId } = client.settings;
  try {
    const keys = await client.keys();
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      currentDate: now,
      clockTolerance: leewaySeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['jti'],
    });
    const { sub, sid } = claims.parse(payload);
    const begunBy = new Date(((payload.iat ?? 0) + leewaySeconds) * 1000);
    return { subject: sub, sid, begunBy };
  } catch (error) {
    if (!isRefusal(error)) throw new Unavailable('the identity provider does not answer', { cause: error });
    throw new BadRequest([{ field: 'logout_token', detail: 'is not a logout token of this provider' }]);
  }
}

/** Whether the token is wrong, as opposed to keys that could not be read. */
function isRefusal(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^ERR_J/.test(code) && !['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(code);
}
