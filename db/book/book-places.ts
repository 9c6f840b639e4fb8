import type { Knex } from 'knex';
import { codesOf, type ProductCodes } from '../../domain/book/codes.js';
import type { BookSurroundings } from '../../domain/book/surroundings.js';
import { ratingActionOf } from '../../domain/cases/rate-action.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
import { findOrganizations } from '../identity/organizations.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { ProductVersion } from '../models/product-version.js';
import type { CatalogVersion, ProductCatalog } from '../products/catalog.js';

interface Named {
  id: string;
  name: string;
}

/** A product that policies of a book are of, on the version of now. */
export type ProductOfBook = Pick<BookSurroundings, 'product' | 'version' | 'action' | 'settings' | 'now'> & {
  loaded: CatalogVersion;
  codes: ProductCodes;
  /** Otherwise it is the version that was imported last: nothing is sold or renewed with it. */
  isDeployed: boolean;
};

interface BookPlacesDependencies {
  db: Database;
  catalog: ProductCatalog;
  /** Whose book it is. */
  insurer: Named;
  now: Date;
  /** The ids of the organizations that it may name; by default all. */
  among?: ReadonlySet<string> | undefined;
}

/**
 * The organizations that a book may name that was sent: the insurer, and those that are licensed for its products. Others
 * get no records by it, and its findings do not tell whether they exist.
 */
export async function namedInSentBook(db: Knex, insurerId: string): Promise<ReadonlySet<string>> {
  const licensed = await ProductLicense.query(db)
    .whereIn('product_id', Product.query(db).modify('ownedBy', insurerId).select('id'))
    .distinct('organization_id');
  return new Set([insurerId, ...licensed.map(({ organizationId }) => organizationId)]);
}

/** The organizations and products that a book names, each looked up once. */
export class BookPlaces {
  readonly insurer: Named;
  readonly now: Date;
  readonly #organizations = new Map<string, Promise<Named | string>>();
  readonly #products = new Map<string, Promise<ProductOfBook | string>>();

  constructor(private readonly uses: BookPlacesDependencies) {
    this.insurer = uses.insurer;
    this.now = uses.now;
  }

  /** The organization with that id or name; a text says why there is none. Without a name it is the insurer. */
  organization(name: string | undefined): Promise<Named | string> {
    if (name === undefined) return Promise.resolve(this.insurer);
    return remembered(this.#organizations, name, async () => {
      const { db, insurer, among } = this.uses;
      const here = await findOrganizations(db, name);
      const [found, another] = here.filter(({ id }) => among?.has(id) ?? true);
      if (found === undefined) {
        return among === undefined
          ? `there is no organization "${name}": make it first`
          : `"${name}" is neither ${insurer.name} nor licensed for its products`;
      }
      return another === undefined ? found : `several organizations are named "${name}": give an id`;
    });
  }

  /** The insurer's product with that key or id; a text says why it cannot be used. */
  product(name: string): Promise<ProductOfBook | string> {
    return remembered(this.#products, name, () => this.#read(name));
  }

  /** What the insurer's products know of codes; those without a version are left out. */
  async codes(): Promise<ProductCodes[]> {
    const own = await Product.query(this.uses.db).modify('ownedBy', this.insurer.id).select('key');
    const read = await Promise.all(own.map(({ key }) => this.product(key)));
    return read.flatMap((product) => (typeof product === 'string' ? [] : [product.codes]));
  }

  async #read(name: string): Promise<ProductOfBook | string> {
    const { db, catalog, insurer, now } = this.uses;
    const own = await Product.query(db).modify('ownedBy', insurer.id).select('id', 'key');
    const found = own.find(({ id, key }) => key === name || id === name.toLowerCase());
    const keys = own.map(({ key }) => key);
    if (found === undefined) return `${insurer.name} has no product "${name}"${suggestion(name, keys)}`;
    const header = await catalog.product(found.id);
    const at = { effectiveDate: utcDate(now), asConfiguredAt: now };
    const deployed = await catalog.versionFor(found.id, at);
    const versionId = deployed ?? (await this.#lastImported(found.id));
    const version = versionId === undefined ? null : await catalog.version(versionId);
    if (header === null || version === null) return `${found.key} has no version here`;
    const action = ratingActionOf(version.definition, undefined);
    if (typeof action === 'string') return `${action}: its policies cannot be renewed`;
    return {
      product: { id: header.id, key: header.key, name: version.definition.product.title },
      version: { id: version.versionId, label: version.version, source: version.source },
      action: { id: action.id, type: action.type },
      settings: policySettingsOf(version.definition),
      now: new BusinessTime(now, version.timeZone),
      loaded: version,
      codes: codesOf(version),
      isDeployed: deployed !== null,
    };
  }

  async #lastImported(productId: string): Promise<string | undefined> {
    const versions = ProductVersion.query(this.uses.db).where('product_id', productId).select('id');
    return (await versions.orderBy('build_number', 'desc').first())?.id;
  }
}

function remembered<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}
