import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import type { Person } from '../models/person.js';
import { Session } from '../models/session.js';
import type { Changing } from './changing.js';
import { auditUser, changeOfPerson, ofOrganization } from './people.js';
import { type ProviderTie, tieToProvider } from './provider-sessions.js';
import { hashSecret } from './secrets.js';

/** A further one ends the person's oldest. */
export const mostSessions = 50;

export interface NewSession
  extends Pick<Session, 'method' | 'address' | 'userAgent' | 'createdAt' | 'endsAt'> {
  person: Pick<Person, 'id' | 'organizationId' | 'tokenGeneration'>;
  secret: string;
  /** The secret of the session that the browser had before: it ends. */
  replaces?: string | undefined;
  /** Of a session that an identity provider began. */
  tie?: ProviderTie | undefined;
}

/** Begins a session, and records the sign-in. */
export async function beginSession(
  db: Database,
  { person, secret, replaces, tie, ...session }: NewSession,
  who: Who,
): Promise<Session> {
  return db.transaction(async (trx) => {
    if (replaces !== undefined)
      await Session.query(trx).delete().where('secret_sha256', hashSecret(replaces));
    const created = await Session.query(trx).insertAndFetch({
      ...session,
      id: randomUUID(),
      secretSha256: hashSecret(secret),
      personId: person.id,
      tokenGeneration: person.tokenGeneration,
      lastUsedAt: session.createdAt,
    });
    if (tie !== undefined) await tieToProvider(trx, created.id, tie);
    const kept = Session.query(trx).where('person_id', person.id).orderBy(newest).limit(mostSessions);
    await Session.query(trx).delete().where('person_id', person.id).whereNotIn('id', kept.select('id'));
    await recordAudit(trx, {
      ...who,
      action: 'SIGNED_IN',
      organizationId: person.organizationId,
      targetId: person.id,
      details: { sessionId: created.id, method: session.method },
    });
    return created;
  });
}

const newest = ['created_at', 'id'].map((column) => ({ column, order: 'desc' as const }));

/** A session with its person and the organization, unless the person is disabled or was signed out since. */
export async function findSession(db: Database, secret: string): Promise<Session | undefined> {
  return Session.query(db)
    .findOne('secret_sha256', hashSecret(secret))
    .withGraphJoined('person.organization')
    .whereNull('person.disabled_at')
    .whereRaw('person.token_generation = sessions.token_generation');
}

/** The sessions of a person that go on, the latest first; undefined if the organization has no such person. */
export async function readSessions(
  db: Database,
  { organizationId, personId }: { organizationId: string; personId: string },
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<Session[] | undefined> {
  const person = await ofOrganization(db, organizationId).findById(personId);
  if (!person) return undefined;
  const { tokenGeneration } = person;
  return Session.query(db)
    .where({ person_id: personId, token_generation: tokenGeneration })
    .where('ends_at', '>', now)
    .where('last_used_at', '>', usedSince)
    .orderBy(newest)
    .limit(mostSessions);
}

/** Ends a session of a person. False if there is none. */
export async function endSession(
  db: Database,
  { sessionId, ...whose }: { organizationId: string; personId: string; sessionId: string },
  { check, ...who }: Changing,
): Promise<boolean> {
  const hasEnded = await changeOfPerson(db, whose, { check }, async (trx, person) => {
    const ended = await Session.query(trx).delete().where({ id: sessionId, person_id: person.id });
    if (ended > 0) await auditUser(trx, 'SESSION_ENDED', person, who, { sessionId });
    return ended > 0;
  });
  return hasEnded ?? false;
}

/** Deletes the sessions of a person, whose generation of tokens has ended. */
export async function deleteSessionsOf(trx: Knex, personId: string): Promise<void> {
  await Session.query(trx).delete().where('person_id', personId);
}

/** Keeps when sessions were used last. */
export async function recordSessionUses(db: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  // Ordered, so that two processes never wait for each other's rows.
  const rows = [...uses]
    .map(([id, at]) => ({ id, at: at.toISOString() }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  await db.raw(
    `with used as (
       select session.id, wanted.at from sessions session
       join jsonb_to_recordset(?::jsonb) as wanted (id uuid, at timestamptz) on wanted.id = session.id
       order by session.id for update of session
     )
     update sessions set last_used_at = greatest(last_used_at, used.at) from used where sessions.id = used.id`,
    [JSON.stringify(rows)],
  );
}

/** Deletes sessions that have ended by themselves. */
export async function deleteEndedSessions(
  db: Database,
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<void> {
  await Session.query(db).delete().where('ends_at', '<=', now).orWhere('last_used_at', '<=', usedSince);
}

/** A session by its id, which only its own caller knows here, with its person. */
export async function findOwnSession(db: Database, id: string): Promise<Session | undefined> {
  return Session.query(db).findById(id).withGraphJoined('person');
}
