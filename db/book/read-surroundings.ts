import type { Knex } from 'knex';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { BookVersion } from './read-installation.js';

/** An organization that a book names: a line of `organizations.ndjson`. */
export interface OrganizationRecord {
  id: string;
  name: string;
  /** An IANA name. */
  timeZone: string;
}

export async function organizationsOfBook(trx: Knex, ids: Iterable<string>): Promise<OrganizationRecord[]> {
  return trx('organizations')
    .whereIn('id', [...ids])
    .orderBy(['name', 'id'])
    .select({ id: 'id', name: 'name', timeZone: 'time_zone' });
}

/** A product version of a book, without the file that it is written to. */
export type VersionToExport = Omit<BookVersion, 'file'> & { definition: ProductDefinition };

/** Product versions one at a time: their tables may be large. */
export async function* versionsOfBook(trx: Knex, ids: Iterable<string>): AsyncGenerator<VersionToExport> {
  const sorted: { id: string }[] = await trx('product_versions as version')
    .join('products as product', 'product.id', 'version.product_id')
    .whereIn('version.id', [...ids])
    .orderBy(['product.key', 'version.build_number', 'version.id'])
    .select('version.id');
  for (const { id } of sorted) {
    yield await trx('product_versions as version')
      .join('products as product', 'product.id', 'version.product_id')
      .join('organizations as owner', 'owner.id', 'product.owner_organization_id')
      .where('version.id', id)
      .first({
        id: 'version.id',
        productId: 'product.id',
        product: 'product.key',
        owner: 'owner.name',
        version: 'version.version',
        buildNumber: 'version.build_number',
        sha256: 'version.sha256',
        definition: 'version.definition',
      });
  }
}

/** How far the numbers of a product's policies are. */
export interface NumberCounter {
  productId: string;
  /** The pattern without the running number. */
  scope: string;
  /** Text, because it is a `bigint`. */
  last: string;
}

export async function countersOfBook(trx: Knex, productIds: Iterable<string>): Promise<NumberCounter[]> {
  return trx('policy_numbers')
    .whereIn('product_id', [...productIds])
    .orderBy(['product_id', 'scope'])
    .select({ productId: 'product_id', scope: 'scope', last: 'last' });
}

/** Raises the counters to those of a book, so that no number of its policies is given again. */
export async function raiseCounters(trx: Knex, counters: readonly NumberCounter[]): Promise<void> {
  for (const { productId, scope, last } of counters) {
    await trx('policy_numbers')
      .insert({ product_id: productId, scope, last })
      .onConflict(['product_id', 'scope'])
      .merge({ last: trx.raw('greatest(policy_numbers.last, excluded.last)') });
  }
}
