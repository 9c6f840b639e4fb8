import type { Knex } from 'knex';

/** Every process that caches products listens here; the payload is a product id. */
export const productChannel = 'ioi_product_changed';

/** Tells every process, once the transaction commits, that what it keeps of a product is out of date. */
export async function announceProductChange(trx: Knex, productId: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [productChannel, productId]);
}
