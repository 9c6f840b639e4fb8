import type { Database } from '../database.js';
import type { ColumnsOf } from '../models/base.js';
import { SignOn } from '../models/sign-on.js';
import { hashSecret } from './secrets.js';

/** What only the browser that began it has. */
export interface SignOnSecrets {
  state: string;
  browser: string;
}

/** Keeps a sign-in until the provider calls back. */
export async function keepSignOn(
  db: Database,
  { state, browser }: SignOnSecrets,
  {
    provider,
    nonce,
    codeVerifier,
    returnTo,
    expiresAt,
  }: Omit<ColumnsOf<SignOn>, 'stateSha256' | 'browserSha256'>,
): Promise<void> {
  const hashes = { stateSha256: hashSecret(state), browserSha256: hashSecret(browser) };
  await SignOn.query(db).insert({ ...hashes, provider, nonce, codeVerifier, returnTo, expiresAt });
}

/** Takes a sign-in, which is finished once. Undefined if there is none, or if another browser began it. */
export async function takeSignOn(
  db: Database,
  { state, browser }: SignOnSecrets,
  { provider, now }: { provider: string; now: Date },
): Promise<SignOn | undefined> {
  const [taken] = await SignOn.query(db)
    .delete()
    .where({ state_sha256: hashSecret(state), browser_sha256: hashSecret(browser), provider })
    .where('expires_at', '>', now)
    .returning('*');
  return taken;
}

/** Deletes those that nobody finished. */
export async function deleteExpiredSignOns(db: Database, now: Date): Promise<void> {
  await SignOn.query(db).delete().where('expires_at', '<=', now);
}
