import type { Knex } from 'knex';
import type { Rows } from '../../domain/book/rows.js';

/**
 * Adds clients, quotes and policies with all that belongs to them, and notes them in the feed with one statement. Their triggers
 * note row by row, which would take most of the time.
 *
 * @param write adds the rows, and changes none that was there.
 */
export async function noteTogether(
  trx: Knex.Transaction,
  rows: Rows,
  write: () => Promise<void>,
): Promise<void> {
  await trx.raw("select set_config('ioi.noting', 'together', true)");
  await write();
  const { clients = [], quotes = [], policies = [] } = rows;
  await trx.raw("select note_together(:clients, :quotes, :policies), set_config('ioi.noting', '', true)", {
    clients: clients.map(({ id }) => String(id)),
    quotes: quotes.map((quote) => String(quote.request_id)),
    policies: policies.map(({ id }) => String(id)),
  });
}
