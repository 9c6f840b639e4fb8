import type { Database } from '../database.js';
import { hashSecret } from './secrets.js';

/** A sign-in at an identity provider that is under way. */
export interface SignOn {
  provider: string;
  nonce: string;
  codeVerifier: string;
  /** The page of the console that it leads to. */
  returnTo: string;
}

/** What only the browser that began it has. */
export interface SignOnSecrets {
  state: string;
  browser: string;
}

/** Keeps a sign-in until the provider calls back. */
export async function keepSignOn(
  db: Database,
  { state, browser }: SignOnSecrets,
  { provider, nonce, codeVerifier, returnTo, expiresAt }: SignOn & { expiresAt: Date },
): Promise<void> {
  await db('sign_ons').insert({
    state_sha256: hashSecret(state),
    browser_sha256: hashSecret(browser),
    provider,
    nonce,
    code_verifier: codeVerifier,
    return_to: returnTo,
    expires_at: expiresAt,
  });
}

/** Takes a sign-in, which is finished once. Undefined if there is none, or if another browser began it. */
export async function takeSignOn(
  db: Database,
  { state, browser }: SignOnSecrets,
  { provider, now }: { provider: string; now: Date },
): Promise<SignOn | undefined> {
  const [taken] = await db('sign_ons')
    .where({ state_sha256: hashSecret(state), browser_sha256: hashSecret(browser), provider })
    .where('expires_at', '>', now)
    .delete()
    .returning(['nonce', 'code_verifier', 'return_to']);
  return (
    taken && { provider, nonce: taken.nonce, codeVerifier: taken.code_verifier, returnTo: taken.return_to }
  );
}

/** Deletes those that nobody finished. */
export async function deleteExpiredSignOns(db: Database, now: Date): Promise<void> {
  await db('sign_ons').where('expires_at', '<=', now).delete();
}
