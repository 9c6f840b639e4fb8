import { LRUCache } from 'lru-cache';
import { deploymentCovering, type Environment } from '../../domain/product/timeline.js';
import { packedCharacters } from '../../domain/rating/tables/check-packed.js';
import type { Database } from '../database.js';
import { createNotifications } from '../notifications.js';
import { WebhookSubscriptions } from '../webhooks/subscriptions.js';
import { type LoadedVersion, loadVersion } from './load-version.js';
import { productChannel } from './product-changes.js';
import { type License, loadProductEntry, type ProductEntry, type ProductHeader } from './product-entry.js';
import { productsOfLine } from './products-of-line.js';

export type { ProductHeader };

export interface CatalogVersion extends LoadedVersion {
  /** `HOSTING` if it has ever been deployed to this installation's environment, else a draft: `BUILDER`. */
  source: 'HOSTING' | 'BUILDER';
  /** Where its business days are: its own setting, or else its owner's. */
  timeZone: string;
}

/** Products of this installation's environment, kept in memory. */
export interface ProductCatalog {
  /** Starts listening for changes by other processes; without it only compiled versions are kept. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The product if the organization owns it or is licensed to use it, else `null`. */
  productVisibleTo(organizationId: string, lineId: string): Promise<ProductHeader | null>;
  /** The product itself, or the visible one that has a line with this id below its root; `null` if there is none. */
  productWithLine(organizationId: string, lineId: string): Promise<ProductHeader | null>;
  /** The license of an organization for another one's product; undefined if it has none. */
  licenseOf(productId: string, organizationId: string): Promise<License | undefined>;
  /** The name of an organization that consents that the product quotes in its name; undefined if it does not. */
  consentOf(productId: string, organizationId: string): Promise<string | undefined>;
  /** A product's header without an organization scope, or `null`: for the service's own work. */
  product(productId: string): Promise<ProductHeader | null>;
  /**
   * The id of the version that covers `effectiveDate` (`YYYY-MM-DD`) as deployed at `asConfiguredAt`, or
   * `null`. Does not check who may see the product.
   */
  versionFor(productId: string, at: { effectiveDate: string; asConfiguredAt: Date }): Promise<string | null>;
  /** A version, compiled, or `null`. Does not check who may see it: compare its `productId` first. */
  version(versionId: string): Promise<CatalogVersion | null>;
  /** The ids of an organization's webhook endpoints for events of this type. */
  webhooksFor(organizationId: string, eventType: string): Promise<string[]>;
  /** Call it when an organization's endpoints were changed; other processes are notified. */
  forgetWebhooks(organizationId: string): void;
}

export interface ProductCatalogOptions {
  db: Database;
  databaseUrl: string;
  environment: Environment;
}

const mostProducts = 1_000;
const mostVersions = 200;
/** Of the large tables of all versions together; one product has at most a quarter. */
const mostCharacters = 400_000_000;

/**
 * Compiled versions never change and are kept by id. Headers, licenses, consents and timelines are kept per product and
 * forgotten when the product changes, in this process or another, or when a notification may have been
 * missed.
 */
export function createProductCatalog(options: ProductCatalogOptions): ProductCatalog {
  const { db, databaseUrl, environment } = options;
  const products = new LRUCache<string, Promise<ProductEntry | null>>({ max: mostProducts });
  const versions = new LRUCache<string, Promise<LoadedVersion | null>>({
    max: mostVersions,
    maxSize: mostCharacters,
    // Known when it is loaded.
    sizeCalculation: () => 1,
  });
  const sizeOf = ({ definition }: LoadedVersion) => 1 + packedCharacters(definition.tables);
  const notifications = createNotifications(databaseUrl);
  notifications.on(productChannel, (productId) => products.delete(productId));
  notifications.onReconnect(() => products.clear());
  const subscriptions = new WebhookSubscriptions(db, notifications);

  const entryOf = (productId: string): Promise<ProductEntry | null> => {
    const load = (id: string) => loadProductEntry(db, id, environment);
    // While notifications do not arrive, only data that cannot change is kept.
    return notifications.isListening() ? remembered(products, productId, load) : load(productId);
  };

  const productVisibleTo = async (organizationId: string, productId: string) => {
    const entry = await entryOf(productId);
    if (!entry) return null;
    const { header, licenses } = entry;
    return header.ownerOrganizationId === organizationId || licenses.has(organizationId) ? header : null;
  };

  return {
    start: () => notifications.start(),
    stop: () => notifications.stop(),
    productVisibleTo,
    async productWithLine(organizationId, lineId) {
      const product = await productVisibleTo(organizationId, lineId);
      if (product !== null) return product;
      for (const productId of await productsOfLine(db, lineId)) {
        const visible = await productVisibleTo(organizationId, productId);
        if (visible !== null) return visible;
      }
      return null;
    },
    licenseOf: async (productId, organizationId) => (await entryOf(productId))?.licenses.get(organizationId),
    consentOf: async (productId, organizationId) => (await entryOf(productId))?.consents.get(organizationId),
    product: async (productId) => (await entryOf(productId.toLowerCase()))?.header ?? null,
    async versionFor(productId, at) {
      const entry = await entryOf(productId);
      return entry ? (deploymentCovering(entry.deployments, at)?.versionId ?? null) : null;
    },
    webhooksFor: (organizationId, eventType) => subscriptions.endpointsFor(organizationId, eventType),
    forgetWebhooks: (organizationId) => subscriptions.forget(organizationId),
    async version(versionId) {
      const loaded = await remembered(versions, versionId, (id) => loadVersion(db, id), sizeOf);
      if (!loaded) return null;
      const entry = await entryOf(loaded.productId);
      const hosted = entry?.deployments.some((deployment) => deployment.versionId === loaded.versionId);
      const timeZone = loaded.definition.timeZone ?? entry?.header.timeZone ?? 'UTC';
      return { ...loaded, source: hosted ? 'HOSTING' : 'BUILDER', timeZone };
    },
  };
}

/**
 * The value of a key, loaded once for all concurrent callers. Missing and failed values are not kept. The
 * promise is kept from the start of the load, so that a change during the load forgets it.
 */
function remembered<T>(
  cache: LRUCache<string, Promise<T | null>>,
  key: string,
  load: (key: string) => Promise<T | null>,
  sizeOf?: (value: T) => number,
): Promise<T | null> {
  const known = cache.get(key);
  if (known) return known;
  const loading = load(key);
  cache.set(key, loading);
  const forget = () => {
    if (cache.peek(key) === loading) cache.delete(key);
  };
  const keep = (value: T | null) => {
    if (value === null) forget();
    else if (sizeOf && cache.peek(key) === loading) cache.set(key, loading, { size: sizeOf(value) });
  };
  loading.then(keep, forget);
  return loading;
}
