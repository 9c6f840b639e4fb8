import type { Knex } from 'knex';

/** Whether there are policies of an organization's own product. */
export async function hasBeenSold(
  db: Knex,
  productId: string,
  ownerOrganizationId: string,
): Promise<boolean> {
  const product = await db('products')
    .where({ id: productId, owner_organization_id: ownerOrganizationId })
    .whereExists(db('policies').where('policies.product_id', productId))
    .first('id');
  return product !== undefined;
}
