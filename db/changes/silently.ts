import type { Knex } from 'knex';

/**
 * Notes the changes of a transaction so that no webhook endpoint is notified of them: they are of the past, such as those of a book
 * that is loaded. The feed has them.
 */
export async function changeSilently(trx: Knex.Transaction): Promise<void> {
  await trx.raw("select set_config('ioi.silent', 'true', true)");
}

/** Whether a transaction's changes are of the past. */
export async function changesSilently(trx: Knex): Promise<boolean> {
  const { rows } = await trx.raw(
    "select coalesce(current_setting('ioi.silent', true), '') = 'true' as silent",
  );
  return rows[0].silent;
}
