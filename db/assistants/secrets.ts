import type { Knex } from 'knex';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { hashSecret } from '../identity/secrets.js';
import type { AssistantGrant } from '../models/assistant-grant.js';
import { AssistantSecret } from '../models/assistant-secret.js';
import { deleteGrant, findGrant } from './grants.js';

/** A used refresh token is known so long. */
const knownDays = 7;
/** Within it a second use is a program that asked twice at once. */
const atOnceMs = 30_000;
const dayMs = 24 * 3_600_000;

export interface Exchange {
  kind: AssistantSecret['kind'];
  secret: string;
  now: Date;
  /** Whether it is the program and the verifier that it was given for. */
  isFor(found: { grant: AssistantGrant; codeChallenge: string | null }): boolean;
  /** The refresh token that replaces it. */
  next: string;
  /** When the grant ends, used now. */
  endsAt(grant: AssistantGrant): Date;
}

/**
 * Takes a code or refresh token, which counts once, and gives the next refresh token. Returns the grant; undefined if it does
 * not count. A second use ends the grant, as one of the two is a thief's (RFC 9700, section 4.14.2).
 */
export async function exchangeSecret(
  db: Database,
  { kind, secret, now, isFor, next, endsAt }: Exchange,
  who: Who,
): Promise<AssistantGrant | undefined> {
  return db.transaction(async (trx) => {
    const found = await lockedSecret(trx, secret, now);
    if (found?.kind !== kind) return undefined;
    const { usedAt, codeChallenge, grantId } = found;
    const grant = await findGrant(trx, grantId, now);
    if (!grant?.person || !isFor({ grant, codeChallenge })) return undefined;
    if (usedAt !== null) {
      const isAtOnce = kind === 'REFRESH_TOKEN' && now.getTime() - usedAt.getTime() < atOnceMs;
      if (!isAtOnce) await deleteGrant(trx, { id: grantId, person: grant.person, reason: 'USED_TWICE' }, who);
      return undefined;
    }
    const endsAtNow = endsAt(grant);
    await found.$query(trx).patch({
      usedAt: now,
      expiresAt: new Date(Math.min(endsAtNow.getTime(), now.getTime() + knownDays * dayMs)),
    });
    await AssistantSecret.query(trx).insert({
      secretSha256: hashSecret(next),
      grantId,
      kind: 'REFRESH_TOKEN',
      expiresAt: endsAtNow,
    });
    await grant.$query(trx).patch({ lastUsedAt: now, endsAt: endsAtNow });
    return grant;
  });
}

/** Ends the grant of a refresh token, used or not. */
export async function revokeSecret(
  db: Database,
  { secret, clientId, now }: { secret: string; clientId: string; now: Date },
  who: Who,
): Promise<void> {
  await db.transaction(async (trx) => {
    const found = await lockedSecret(trx, secret, now);
    const grant = found && (await findGrant(trx, found.grantId, now));
    if (!grant?.person || grant.clientId !== clientId) return;
    await deleteGrant(trx, { id: grant.id, person: grant.person, reason: 'REVOKED' }, who);
  });
}

async function lockedSecret(trx: Knex, secret: string, now: Date): Promise<AssistantSecret | undefined> {
  return AssistantSecret.query(trx).findById(hashSecret(secret)).where('expires_at', '>', now).forUpdate();
}
