import type { Knex } from 'knex';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import type { ColumnsOf } from '../models/base.js';
import { ProviderSession } from '../models/provider-session.js';

/** What ties a session to the provider that began it. */
export type ProviderTie = Omit<ColumnsOf<ProviderSession>, 'sessionId' | 'checkingUntil'>;

/** Ties a new session to its provider. */
export async function tieToProvider(trx: Knex, sessionId: string, tie: ProviderTie): Promise<void> {
  await ProviderSession.query(trx).insert({ ...tie, sessionId });
}

/** Undefined for a session that a password began. */
export async function findProviderSession(
  db: Database,
  sessionId: string,
): Promise<ProviderSession | undefined> {
  return ProviderSession.query(db).findById(sessionId);
}

/**
 * Whether this process is to ask the provider now: a refresh token counts once, so two must not send it. Returns until when,
 * which names the claim; it ends by itself then, as the process may be killed.
 */
export async function claimCheck(
  db: Database,
  sessionId: string,
  { now, untilMs }: { now: Date; untilMs: number },
): Promise<Date | undefined> {
  const until = new Date(now.getTime() + untilMs);
  const claimed = await ProviderSession.query(db)
    .findById(sessionId)
    .where('checked_until', '<=', now)
    .whereRaw('coalesce(checking_until <= ?, true)', [now])
    .patch({ checkingUntil: until });
  return claimed > 0 ? until : undefined;
}

/** A new refresh token, sealed, replaces the one before. */
export async function keepToken(
  db: Database,
  sessionId: string,
  refreshToken: ProviderTie['refreshToken'],
): Promise<void> {
  await ProviderSession.query(db).findById(sessionId).patch({ refreshToken });
}

/** The provider's word holds until then. */
export async function keepCheck(db: Database, sessionId: string, checkedUntil: Date): Promise<void> {
  await ProviderSession.query(db).findById(sessionId).patch({ checkedUntil });
}

/** This process has asked, whatever came of it. The claim of another, which found this one over, stays. */
export async function releaseCheck(db: Database, sessionId: string, claim: Date): Promise<void> {
  await ProviderSession.query(db)
    .findById(sessionId)
    .where('checking_until', claim)
    .patch({ checkingUntil: null });
}

/** Ends a session because its provider no longer vouches for the person. */
export async function endByProvider(
  db: Database,
  sessionId: string,
  who: Who,
  reason: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    await ended(trx, trx('sessions').where('id', sessionId), who, reason);
  });
}

/**
 * Ends the sessions that a provider names by its own id or by the person (OpenID Connect Back-Channel Logout 1.0, section
 * 2.7). Returns how many.
 */
export async function endSessionsOfProvider(
  db: Database,
  {
    provider,
    issuer,
    subject,
    sid,
    begunBy,
  }: {
    provider: string;
    issuer: string;
    subject?: string | undefined;
    sid?: string | undefined;
    begunBy: Date;
  },
  who: Who,
): Promise<number> {
  return db.transaction(async (trx) => {
    const named = trx('provider_sessions').where({ provider, issuer });
    if (subject !== undefined) named.where({ subject });
    // A provider that put no id into the ID token means the person's sessions.
    if (sid !== undefined) {
      named.where((query) => {
        query.where({ sid });
        if (subject !== undefined) query.orWhereNull('sid');
      });
    }
    return ended(
      trx,
      trx('sessions').where('created_at', '<=', begunBy).whereIn('id', named.select('session_id')),
      who,
      'LOGOUT',
    );
  });
}

async function ended(trx: Knex, sessions: Knex.QueryBuilder, who: Who, reason: string): Promise<number> {
  const rows: { id: string; person_id: string }[] = await sessions.delete().returning(['id', 'person_id']);
  if (rows.length === 0) return 0;
  const people = await trx('people')
    .whereIn(
      'id',
      rows.map((row) => row.person_id),
    )
    .select('id', 'organization_id', 'user_id');
  const byId = new Map(people.map((person) => [person.id, person]));
  await recordAudit(
    trx,
    ...rows.map(({ id, person_id }) => ({
      ...who,
      action: 'SESSION_ENDED' as const,
      organizationId: byId.get(person_id)?.organization_id ?? null,
      targetId: person_id,
      details: { userId: byId.get(person_id)?.user_id, sessionId: id, reason },
    })),
  );
  return rows.length;
}
