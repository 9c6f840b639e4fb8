import { z } from 'zod';
import { whyNotRedirect } from '../../../domain/assistants/redirect-uris.js';
import { clientIdOf, nameOfClient } from '../../../domain/assistants/registered-client.js';
import { OAuthRefusal } from './oauth-refusal.js';

/** What counts of a program's metadata (RFC 7591, section 2). Others are ignored, as that section asks. */
const metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1),
});

/**
 * Registers a program (RFC 7591). Nothing is kept: its id says all of it. Every program is a public one, without a secret; what
 * it asked for otherwise is answered as it is. Throws an {@link OAuthRefusal}.
 */
export function registeredProgram(sent: unknown) {
  const read = metadata.safeParse(sent);
  if (!read.success) {
    const { path = [], message = '' } = read.error.issues[0] ?? {};
    const error = path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthRefusal(error, `${path.join('.')} ${message}`.trim());
  }
  const { client_name: stated, redirect_uris: redirectUris } = read.data;
  for (const uri of redirectUris) {
    const why = whyNotRedirect(uri);
    if (why !== undefined) throw new OAuthRefusal('invalid_redirect_uri', `a redirect URI ${why}`);
  }
  const name = nameOfClient(stated ?? '') ?? new URL(redirectUris[0] ?? '').host;
  const clientId = clientIdOf({ name, redirectUris });
  if (clientId === undefined) {
    throw new OAuthRefusal('invalid_client_metadata', 'redirect_uris are too many, or too long');
  }
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
