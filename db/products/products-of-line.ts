import type { Database } from '../database.js';

/** More than anybody has of one line. */
const most = 100;

/**
 * The ids of the products that have a line with this id below their root, in any version. None for a product's own id.
 * It does not check who may see them.
 */
export async function productsOfLine(db: Database, lineId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { product_id: string }[] }>(
    `select distinct product_id from product_versions
     where jsonb_path_query_array(definition, '$.product.**.lines[*].id') \\? ?::text
       and not exists (select 1 from products where id = ?::uuid)
     order by product_id limit ${most}`,
    [lineId, lineId],
  );
  return rows.map((row) => row.product_id);
}
