import type { Knex } from 'knex';
import type { MadeBy } from './author.js';

/**
 * Says who or what a transaction is for: the changes that it makes name it as their cause, unless their record has its own.
 */
export async function causedBy(trx: Knex, { triggerRequestId, createdBy }: MadeBy): Promise<void> {
  await trx.raw("select set_config('ioi.event', ?, true), set_config('ioi.author', ?, true)", [
    triggerRequestId ?? '',
    createdBy ? JSON.stringify(createdBy) : '',
  ]);
}
