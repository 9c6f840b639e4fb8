import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import type { Changing } from '../identity/changing.js';
import { auditUser, changeOfPerson, ofOrganization } from '../identity/people.js';
import { hashSecret } from '../identity/secrets.js';
import { AssistantGrant } from '../models/assistant-grant.js';
import { AssistantSecret } from '../models/assistant-secret.js';
import type { ColumnsOf } from '../models/base.js';
import type { Person } from '../models/person.js';

/** A further one ends the person's oldest. */
export const mostGrants = 50;

export type NewGrant = Omit<ColumnsOf<AssistantGrant>, 'id' | 'personId' | 'tokenGeneration' | 'lastUsedAt'>;

/** Keeps what a person allows an assistant, with the code by which it gets its first token, before the grant ends. */
export async function allowAssistant(
  db: Database,
  person: Person,
  grant: NewGrant,
  { code, codeChallenge }: { code: string; codeChallenge: string },
  who: Who,
): Promise<AssistantGrant> {
  return db.transaction(async (trx) => {
    const created = await AssistantGrant.query(trx).insertAndFetch({
      ...grant,
      id: randomUUID(),
      personId: person.id,
      tokenGeneration: person.tokenGeneration,
      lastUsedAt: grant.createdAt,
    });
    const { id: grantId, endsAt: expiresAt, assistant, access, redirectUri } = created;
    await AssistantSecret.query(trx).insert({
      secretSha256: hashSecret(code),
      grantId,
      kind: 'CODE',
      codeChallenge,
      expiresAt,
    });
    const kept = AssistantGrant.query(trx).where('person_id', person.id).orderBy(newest).limit(mostGrants);
    await AssistantGrant.query(trx)
      .delete()
      .where('person_id', person.id)
      .whereNotIn('id', kept.select('id'));
    await auditUser(trx, 'ASSISTANT_CONNECTED', person, who, {
      grantId,
      assistant,
      access,
      redirectUri,
      terms: created.terms as JsonObject,
    });
    return created;
  });
}

const newest = ['created_at', 'id'].map((column) => ({
  column: `assistant_grants.${column}`,
  order: 'desc' as const,
}));

/** Grants that count: their people are not disabled, and were not signed out everywhere since. */
export function grantsInForce(db: Knex, now: Date) {
  return AssistantGrant.query(db)
    .withGraphJoined('person.organization')
    .where('assistant_grants.ends_at', '>', now)
    .whereNull('person.disabled_at')
    .whereRaw('person.token_generation = assistant_grants.token_generation');
}

/** A grant that counts, with its person and the organization. */
export async function findGrant(db: Knex, id: string, now: Date): Promise<AssistantGrant | undefined> {
  return grantsInForce(db, now).where('assistant_grants.id', id).first();
}

/** What a person allows, the latest first; undefined if the organization has no such person. */
export async function readGrants(
  db: Database,
  { organizationId, personId }: { organizationId: string; personId: string },
  now: Date,
): Promise<AssistantGrant[] | undefined> {
  if (!(await ofOrganization(db, organizationId).findById(personId))) return undefined;
  return grantsInForce(db, now)
    .where('assistant_grants.person_id', personId)
    .orderBy(newest)
    .limit(mostGrants);
}

/** Ends a grant of a person. False if there is none. */
export async function endGrant(
  db: Database,
  { grantId, ...whose }: { organizationId: string; personId: string; grantId: string },
  { check, ...who }: Changing,
): Promise<boolean> {
  const ended = await changeOfPerson(db, whose, { check }, (trx, person) =>
    deleteGrant(trx, { id: grantId, person, reason: 'DISCONNECTED' }, who),
  );
  return ended ?? false;
}

/** Deletes a grant with its secrets. */
export async function deleteGrant(
  trx: Knex,
  { id, person, reason }: { id: string; person: Person; reason: 'DISCONNECTED' | 'REVOKED' | 'USED_TWICE' },
  who?: Who,
): Promise<boolean> {
  const [ended] = await AssistantGrant.query(trx).delete().where({ id, person_id: person.id }).returning('*');
  if (!ended) return false;
  const { assistant } = ended;
  await auditUser(trx, 'ASSISTANT_DISCONNECTED', person, who, { grantId: id, assistant, reason });
  return true;
}

/** Deletes grants and secrets that have ended by themselves. */
export async function deleteEndedGrants(db: Database, now: Date): Promise<void> {
  await AssistantGrant.query(db).delete().where('ends_at', '<=', now);
  await AssistantSecret.query(db).delete().where('expires_at', '<=', now);
}
