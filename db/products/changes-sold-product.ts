import type { Knex } from 'knex';

/** Whether an organization's own product has policies, and no version with this content. */
export async function changesSoldProduct(
  db: Knex,
  {
    productId,
    sha256,
    ownerOrganizationId,
  }: { productId: string; sha256: string; ownerOrganizationId: string },
): Promise<boolean> {
  const product = await db('products')
    .where({ id: productId, owner_organization_id: ownerOrganizationId })
    .whereExists(db('policies').where('policies.product_id', productId))
    .whereNotExists(db('product_versions').where({ product_id: productId, sha256 }))
    .first('id');
  return product !== undefined;
}
