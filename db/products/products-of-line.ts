import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductVersion } from '../models/product-version.js';

/** More than anybody has of one line. */
const most = 100;

/**
 * The ids of the products that have a line with this id below their root, in any version. None for a product's own id.
 * It does not check who may see them.
 */
export async function productsOfLine(db: Database, lineId: string): Promise<string[]> {
  const versions = await ProductVersion.query(db)
    .whereRaw(`jsonb_path_query_array(definition, '$.product.**.lines[*].id') \\? ?::text`, lineId)
    .whereNotExists(Product.query().findById(lineId))
    .distinct('product_id')
    .orderBy('product_id')
    .limit(most);
  return versions.map(({ productId }) => productId);
}
