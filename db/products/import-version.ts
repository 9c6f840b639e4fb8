import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Actor } from '../../domain/ground/actor.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { type Origin, recordAudit } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductVersion } from '../models/product-version.js';
import { ProductVersionMessage } from '../models/product-version-message.js';
import { requireConsents } from './consents.js';
import { storeLargeTables } from './large-tables.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';

export interface ImportRequest {
  /** Validated and linted. */
  definition: ProductDefinition;
  /** `contentHash(definition)`. */
  sha256: string;
  ownerOrganizationId: string;
  createdBy: { personId?: string | undefined; name: string };
  importedBy?: Actor;
  origin?: Origin | undefined;
  /** The version that this one is based on; counted as its fork. */
  basedOnVersionId?: string | undefined;
  /** The purpose of the version; stored as its first message. */
  message?: string | undefined;
  /** How many cases of the product it passed; left out if there are none. */
  casesPassed?: number | undefined;
}

export interface ImportedVersion {
  versionId: string;
  productId: string;
  version: string;
  buildNumber: number;
  /** False if the latest build has the same definition, and was returned instead of a new one. */
  created: boolean;
  /** The earlier build with the same content, which the new one restores; null if the content is new. */
  restoredBuildNumber: number | null;
}

/**
 * Stores a definition as the next build of its product, which the first import creates. Nothing is deployed.
 *
 * @throws ProductError if the organization is unknown, the product or its key is taken, `basedOnVersionId` is not a
 * version of a product visible to the organization, or an action quotes for an organization that does not consent.
 */
export async function importVersion(db: Database, request: ImportRequest): Promise<ImportedVersion> {
  return db.transaction(async (trx) => {
    const product = await ownProduct(trx, request);
    await requireConsents(trx, request.definition, {
      productId: product.id,
      ownerOrganizationId: product.ownerOrganizationId,
    });
    const latest = await ProductVersion.query(trx)
      .select('id', 'version', 'build_number', 'sha256')
      .where('product_id', product.id)
      .orderBy('build_number', 'desc')
      .first();
    if (latest?.sha256 === request.sha256) {
      if (request.casesPassed !== undefined)
        await latest.$query(trx).patch({ casesPassed: request.casesPassed });
      return { ...imported(latest, product.id), created: false, restoredBuildNumber: null };
    }
    // Restored content becomes a new build, so that the latest build is the last one imported.
    const restored = await ProductVersion.query(trx)
      .select('build_number')
      .where('product_id', product.id)
      .where('sha256', request.sha256)
      .orderBy('build_number', 'desc')
      .first();

    const { basedOnVersionId, ownerOrganizationId, createdBy, definition } = request;
    if (basedOnVersionId !== undefined) await requireVisible(trx, basedOnVersionId, ownerOrganizationId);

    const version = await ProductVersion.query(trx).insert({
      id: randomUUID(),
      productId: product.id,
      version: definition.version,
      buildNumber: (latest?.buildNumber ?? 0) + 1,
      definition: await storeLargeTables(trx, definition),
      sha256: request.sha256,
      basedOnVersionId: basedOnVersionId ?? null,
      casesPassed: request.casesPassed ?? null,
      createdBy: createdBy.personId ?? null,
      createdByName: createdBy.name,
      importedBy: request.importedBy ?? null,
    });
    await product.$query(trx).patch({ name: definition.product.title });
    if (request.message !== undefined) await addMessage(trx, version.id, createdBy.name, request.message);
    await recordAudit(trx, {
      action: 'PRODUCT_IMPORTED',
      organizationId: ownerOrganizationId,
      targetId: product.id,
      by: request.importedBy,
      origin: request.origin,
      details: { versionId: version.id, buildNumber: version.buildNumber },
    });
    await announceProductChange(trx, product.id);
    const restoredBuildNumber = restored?.buildNumber ?? null;
    return { ...imported(version, product.id), created: true, restoredBuildNumber };
  });
}

function imported(version: ProductVersion, productId: string) {
  return {
    versionId: version.id,
    productId,
    version: version.version,
    buildNumber: version.buildNumber,
  };
}

/** The definition's product, created if it is new, locked so that builds are numbered one after another. */
async function ownProduct(trx: Knex, { definition, ownerOrganizationId }: ImportRequest): Promise<Product> {
  const { key, product: root } = definition;
  const owner = await trx('organizations').where('id', ownerOrganizationId).first('id');
  if (!owner) {
    throw new ProductError('UNKNOWN_ORGANIZATION', `there is no organization ${ownerOrganizationId}`);
  }
  await Product.query(trx)
    .insert({ id: root.id, ownerOrganizationId, key, name: root.title })
    .onConflict()
    .ignore();
  const product = await Product.query(trx).findById(root.id).forUpdate();
  if (!product) {
    throw new ProductError(
      'KEY_IN_USE',
      `the organization already has another product with the key "${key}"`,
    );
  }
  if (product.ownerOrganizationId !== ownerOrganizationId) {
    throw new ProductError(
      'OWNED_BY_ANOTHER_ORGANIZATION',
      `product ${root.id} belongs to another organization; a copy needs its own line, configuration and action ids`,
    );
  }
  if (product.key !== key) {
    throw new ProductError(
      'KEY_CHANGED',
      `the key of product ${product.id} is "${product.key}" and cannot become "${key}"`,
    );
  }
  return product;
}

async function requireVisible(trx: Knex, versionId: string, organizationId: string): Promise<void> {
  const visible = await Product.query(trx)
    .modify('visibleTo', organizationId)
    .whereExists(
      ProductVersion.query()
        .whereColumn('product_versions.product_id', 'products.id')
        .where('product_versions.id', versionId),
    )
    .first();
  if (!visible) throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
}

async function addMessage(trx: Knex, productVersionId: string, authorName: string, text: string) {
  await ProductVersionMessage.query(trx).insert({ id: randomUUID(), productVersionId, authorName, text });
}
