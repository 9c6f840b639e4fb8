import type { Knex } from 'knex';
import type { BookInstallation } from '../../domain/book/installed-rows.js';

/** An organization that is named in a book. */
export interface BookOrganization {
  id: string;
  name: string;
}

/** A product version that policies of a book have: a line of `products/versions.ndjson`. */
export interface BookVersion {
  id: string;
  productId: string;
  /** The key of the product. */
  product: string;
  version: string;
  buildNumber: number;
  /** Of the canonical definition. */
  sha256: string;
  /** The product's owner, by name. */
  owner: string;
  /** The file that `product import` reads. */
  file: string;
}

/**
 * What a book's ids are here: organizations by id or else by their name, if one has it; versions by id or else by their
 * content.
 */
export async function readInstallation(
  db: Knex,
  book: { organizations: readonly BookOrganization[]; versions: readonly BookVersion[] },
): Promise<BookInstallation> {
  const organizations: BookOrganization[] = await db('organizations').select('id', 'name').orderBy('id');
  const products: { id: string; key: string }[] = await db('products').select('id', 'key');
  const versions: { id: string; productId: string; sha256: string }[] = await db('product_versions')
    .select({ id: 'id', productId: 'product_id', sha256: 'sha256' })
    .orderBy('build_number');
  const ids = new Map<string, string>();
  const map = (id: string, known: readonly { id: string }[], alike: readonly { id: string }[]) => {
    const other = alike.at(-1);
    if (other !== undefined && !known.some((one) => one.id === id)) ids.set(id, other.id);
  };
  for (const { id, name } of book.organizations) {
    const named = organizations.filter((one) => one.name === name);
    map(id, organizations, named.length === 1 ? named : []);
  }
  for (const { id, productId, sha256 } of book.versions) {
    map(
      id,
      versions,
      versions.filter((one) => one.productId === productId && one.sha256 === sha256),
    );
  }
  return {
    organizations: new Map(organizations.map(({ id, name }) => [id, name])),
    products: new Map(products.map(({ id, key }) => [id, key])),
    versions: new Set(versions.map(({ id }) => id)),
    ids,
    versionNames: new Map(
      book.versions.map(({ id, product, version, buildNumber }) => [
        id,
        `${product} ${version}, build ${buildNumber}`,
      ]),
    ),
  };
}
