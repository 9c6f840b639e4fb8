import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { readWritten } from '../../domain/ground/written-issues.js';
import { productDefinition } from '../../domain/product/definition.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import type { Deployment, Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductDeployment } from '../models/product-deployment.js';
import { ProductVersion } from '../models/product-version.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';

export interface DeploymentRequest {
  versionId: string;
  environment: Environment;
  /** First day that the version covers, `YYYY-MM-DD`; it may be in the past. */
  effectiveDate: string;
}

export interface DeployedVersion {
  /** False if the version stood there already. */
  deployed: boolean;
  /** How many cases the version passed when it was imported; absent if it had none. */
  casesPassed?: number;
}

/** A deployment, with the environment whose timeline it is on. */
export type PlacedDeployment = Deployment & { environment: Environment };

/**
 * Puts a version on an environment's timeline. Repeating a deployment changes nothing.
 *
 * @throws ProductError if the version is unknown, archived, or fails today's lint.
 */
export async function deployVersion(db: Database, request: DeploymentRequest): Promise<DeployedVersion> {
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, request.versionId);
    if (version.archivedAt) {
      throw new ProductError('ARCHIVED', `version ${version.id} is archived and cannot be deployed`);
    }
    const cases = await requireSound(trx, version.id);
    const { environment, effectiveDate } = request;
    const standing = await ProductDeployment.query(trx)
      .where({ product_id: version.productId, environment, effective_date: effectiveDate })
      .whereNull('withdrawn_at')
      .orderBy('deployed_at', 'desc')
      .first();
    if (standing?.productVersionId === version.id) return { deployed: false, ...cases };

    await ProductDeployment.query(trx).insert({
      id: randomUUID(),
      productId: version.productId,
      productVersionId: version.id,
      environment,
      effectiveDate,
      // Not `now()`, the start of the transaction: a deployment that waited for the lock is the later one.
      deployedAt: trx.raw('clock_timestamp()'),
    });
    await announceProductChange(trx, version.productId);
    return { deployed: true, ...cases };
  });
}

/**
 * Takes a version off an environment's timeline: all its deployments there, or the one from `effectiveDate`.
 * Returns their number. The rows stay, for events configured by them until now.
 *
 * @throws ProductError if the version is unknown or not deployed there.
 */
export async function withdrawVersion(
  db: Database,
  {
    versionId,
    environment,
    effectiveDate,
  }: Omit<DeploymentRequest, 'effectiveDate'> & { effectiveDate?: string },
): Promise<number> {
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, versionId);
    const withdrawn = await ProductDeployment.query(trx)
      .patch({ withdrawnAt: trx.fn.now(), updatedAt: trx.fn.now() })
      .where({ product_version_id: version.id, environment })
      .whereNull('withdrawn_at')
      .modify((query) => {
        if (effectiveDate !== undefined) query.where('effective_date', effectiveDate);
      });
    if (withdrawn === 0) {
      const from = effectiveDate === undefined ? '' : ` from ${effectiveDate}`;
      throw new ProductError(
        'NOT_DEPLOYED',
        `version ${version.id} is not deployed to ${environment}${from}`,
      );
    }
    await announceProductChange(trx, version.productId);
    return withdrawn;
  });
}

/**
 * Archives a version: it leaves every timeline and cannot be deployed again.
 *
 * @throws ProductError if it is unknown. Archiving it twice changes nothing.
 */
export async function archiveVersion(db: Database, versionId: string): Promise<{ archived: boolean }> {
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, versionId);
    if (version.archivedAt) return { archived: false };
    await version.$query(trx).patch({ archivedAt: trx.fn.now(), updatedAt: trx.fn.now() });
    await announceProductChange(trx, version.productId);
    return { archived: true };
  });
}

/** Every deployment of a product, withdrawn ones too, to one environment or to all. */
export async function deploymentsOf(
  db: Knex,
  productId: string,
  environment?: Environment,
): Promise<PlacedDeployment[]> {
  return ProductDeployment.query(db)
    .join('product_versions as version', 'version.id', 'product_deployments.product_version_id')
    .where('product_deployments.product_id', productId)
    .modify((query) => {
      if (environment !== undefined) query.where('environment', environment);
    })
    .select(
      'product_version_id as versionId',
      'version.build_number as buildNumber',
      'environment',
      'effective_date as effectiveDate',
      'deployed_at as deployedAt',
      'withdrawn_at as withdrawnAt',
      'version.archived_at as archivedAt',
    )
    .castTo<PlacedDeployment[]>();
}

/** An older build of the service may have imported a definition that fails today's lint. */
async function requireSound(trx: Knex, versionId: string): Promise<Pick<DeployedVersion, 'casesPassed'>> {
  const row = await ProductVersion.query(trx).select('definition', 'cases_passed').findById(versionId);
  const { data, issues } = readWritten(productDefinition, row?.definition);
  const found = data === undefined ? issues : lintDefinition(data);
  const wrong = found.find(({ severity }) => severity === 'ERROR');
  if (wrong) {
    const place = wrong.path.map(String).join('.');
    throw new ProductError('UNSOUND', `version ${versionId} cannot be deployed: ${place}: ${wrong.message}`);
  }
  return row?.casesPassed ? { casesPassed: row.casesPassed } : {};
}

/** The version, with its product locked, so that changes to one timeline are made one after another. */
async function lockVersion(trx: Knex, versionId: string): Promise<ProductVersion> {
  const version = await ProductVersion.query(trx)
    .select('id', 'product_id', 'archived_at')
    .findById(versionId);
  if (!version) throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
  await Product.query(trx).findById(version.productId).forUpdate();
  return (await version.$query(trx).select('id', 'product_id', 'archived_at')) ?? version;
}
