import type { Database } from '../database.js';

/** A round that has died is begun again by Temporal; a workflow that was lost is not. */
const lostMs = 5 * 60_000;

/**
 * The organizations with mails that are due, or were left in the middle of an attempt.
 * @param since only those with mails that fell due after it.
 */
export async function dueMailQueues(db: Database, now: Date, since?: Date): Promise<string[]> {
  const leftBehind = `or exists (
    select from mails where organization_id = organizations.id and state = 'SENDING' and updated_at < :lost
  )`;
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from organizations where exists (
       select from mails where organization_id = organizations.id and state = 'WAITING'
         and next_attempt_at <= :now and next_attempt_at > :since
     ) ${since === undefined ? leftBehind : ''}`,
    { now, since: since ?? '-infinity', lost: new Date(now.getTime() - lostMs) } as never,
  );
  return rows.map(({ id }) => id);
}
