import type { Knex } from 'knex';

/** The channel on which caches learn of changed products; the payload is a product id. */
export const productChannel = 'ioi_product_changed';

/** Notifies every process, once the transaction commits, that its cached data of a product is out of date. */
export async function announceProductChange(trx: Knex, productId: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [productChannel, productId]);
}

/** The same for all products that an organization owns. */
export async function announceChangeOfProducts(trx: Knex, ownerOrganizationId: string): Promise<void> {
  await trx.raw('select pg_notify(?, id::text) from products where owner_organization_id = ?', [
    productChannel,
    ownerOrganizationId,
  ]);
}
