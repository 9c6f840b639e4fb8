import type { Knex } from 'knex';
import type { PartialModelObject } from 'objection';
import type { Database } from '../database.js';
import { hashSecret } from '../identity/secrets.js';
import { AssistantAct } from '../models/assistant-act.js';

type Previewed =
  | 'organizationId'
  | 'holder'
  | 'author'
  | 'tool'
  | 'operationId'
  | 'input'
  | 'operation'
  | 'basis';

export type PreviewToSave = Pick<AssistantAct, Previewed | 'title' | 'changes' | 'money' | 'currency'> & {
  id: string;
  token: string;
  about: { clientId?: string | undefined; quoteId?: string | undefined; policyId?: string | undefined };
  now: Date;
  expiresAt: Date;
  /** The preview that it takes the place of. */
  replaces?: string | undefined;
};

/** Keeps a preview under the hash of its token, with the client of what it is about. */
export async function savePreview(db: Database, preview: PreviewToSave): Promise<void> {
  const { token, about, now, replaces, ...same } = preview;
  await db.transaction(async (trx) => {
    if (replaces !== undefined)
      await AssistantAct.query(trx).delete().where({ id: replaces, state: 'PREVIEWED' });
    const row: PartialModelObject<AssistantAct> = {
      ...same,
      tokenSha256: hashSecret(token),
      clientId: (await clientOf(trx, about)) ?? null,
      quoteId: about.quoteId ?? null,
      policyId: about.policyId ?? null,
      state: 'PREVIEWED',
      createdAt: now,
      touchedAt: now,
    };
    await AssistantAct.query(trx).insert(row);
  });
}

async function clientOf(trx: Knex, about: PreviewToSave['about']): Promise<string | undefined> {
  const { clientId = null, quoteId = null, policyId = null } = about;
  const { rows } = await trx.raw<{ rows: [{ id: string | null }] }>(
    `select coalesce((select id from clients where id = :clientId::uuid),
       (select client_id from policies where id = :policyId::uuid),
       (select client_id from quotes where request_id = :quoteId::uuid)) as id`,
    { clientId, quoteId, policyId },
  );
  return rows[0].id ?? undefined;
}

/** The preview or act of a token, or of an id; undefined for another holder's. */
export async function findAct(
  db: Database,
  { organizationId, holder }: { organizationId: string; holder: string },
  of: { token: string } | { actId: string },
): Promise<AssistantAct | undefined> {
  const key = 'token' in of ? { token_sha256: hashSecret(of.token) } : { id: of.actId };
  return AssistantAct.query(db)
    .findOne({ ...key, holder })
    .modify('visibleTo', organizationId);
}

/** Deletes previews whose tokens have expired, and acts that ended before `endedBefore`; returns their number. */
export async function deleteOldActs(db: Database, now: Date, endedBefore: Date): Promise<number> {
  return AssistantAct.query(db)
    .delete()
    .where((previewed) => previewed.whereNull('acted_at').where('expires_at', '<', now))
    .orWhere('ended_at', '<', endedBefore);
}
