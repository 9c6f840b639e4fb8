import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Actor } from '../../domain/ground/actor.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { pathText } from '../../domain/ground/lint-issue.js';
import { readWritten } from '../../domain/ground/written-issues.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import type { Deployment, Environment } from '../../domain/product/timeline.js';
import { type Origin, recordAudit } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductDeployment } from '../models/product-deployment.js';
import { ProductVersion } from '../models/product-version.js';
import { requireConsents } from './consents.js';
import { withLargeTables } from './large-tables.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';
import { noteRollback, requireRollback } from './rollback.js';

/** A change to a version. */
export interface VersionChange {
  versionId: string;
  /** Absent for demo data and tests. */
  by?: Actor;
  origin?: Origin | undefined;
  /** Only a version of a product that this organization owns; absent for operators. */
  ownerOrganizationId?: string;
}

export interface DeploymentRequest extends VersionChange {
  environment: Environment;
  /** First day that the version covers, `YYYY-MM-DD`; it may be in the past. */
  effectiveDate: string;
}

export interface DeployedVersion {
  /** False if the version stood there already. */
  deployed: boolean;
  /** How many cases the version passed when it was imported; absent if it had none. */
  casesPassed?: number;
  /** What today's lint finds in a version that was deployed there before; absent if it finds no error. */
  lintError?: string;
}

/** A deployment, with the environment whose timeline it is on. */
export type PlacedDeployment = Deployment & { environment: Environment };

/** The first lint error of a stored definition, with its place; undefined if there is none. */
export type FindError = (definition: unknown) => Promise<string | undefined>;

/**
 * Puts a version on an environment's timeline. Repeating a deployment changes nothing. A version that was deployed
 * there before may return even if today's lint finds an error in it: this is noted on the version.
 *
 * @throws ProductError if the version is unknown, archived, or fails today's lint and is new to the environment, or if
 * an action quotes for an organization that does not consent.
 */
export async function deployVersion(
  db: Database,
  request: DeploymentRequest,
  findError: FindError = async (definition) => firstError(definition),
): Promise<DeployedVersion> {
  // Before the lock: the definition of a version never changes.
  const { definition, ...cases } = await definitionOf(db, request.versionId);
  const lintError = await findError(definition);
  const result = { ...cases, ...(lintError !== undefined && { lintError }) };
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, request);
    if (version.archivedAt) {
      throw new ProductError('ARCHIVED', `version ${version.id} is archived and cannot be deployed`);
    }
    if (lintError !== undefined) await requireRollback(trx, { ...request, definition, lintError });
    const { productId } = version;
    const ownerOrganizationId = await ownerOf(trx, productId);
    await requireConsents(trx, definition as ProductDefinition, { productId, ownerOrganizationId });
    const { environment, effectiveDate } = request;
    const standing = await ProductDeployment.query(trx)
      .where({ product_id: version.productId, environment, effective_date: effectiveDate })
      .whereNull('withdrawn_at')
      .orderBy('deployed_at', 'desc')
      .first();
    if (standing?.productVersionId === version.id) return { deployed: false, ...result };

    await ProductDeployment.query(trx).insert({
      id: randomUUID(),
      productId: version.productId,
      productVersionId: version.id,
      environment,
      effectiveDate,
      // Not `now()`, the start of the transaction: a deployment that waited for the lock is the later one.
      deployedAt: trx.raw('clock_timestamp()'),
      deployedBy: request.by ?? null,
    });
    if (lintError !== undefined) await noteRollback(trx, { ...request, lintError });
    await auditVersion(trx, 'VERSION_DEPLOYED', version, request, { environment, effectiveDate });
    await announceProductChange(trx, version.productId);
    return { deployed: true, ...result };
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
  request: Omit<DeploymentRequest, 'effectiveDate'> & { effectiveDate?: string | undefined },
): Promise<number> {
  const { environment, effectiveDate, by } = request;
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, request);
    const withdrawn = await ProductDeployment.query(trx)
      .patch({ withdrawnAt: trx.fn.now(), withdrawnBy: by ?? null, updatedAt: trx.fn.now() })
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
    await auditVersion(trx, 'VERSION_WITHDRAWN', version, request, {
      environment,
      ...(effectiveDate !== undefined && { effectiveDate }),
    });
    await announceProductChange(trx, version.productId);
    return withdrawn;
  });
}

/**
 * Archives a version: it leaves every timeline and cannot be deployed again.
 *
 * @throws ProductError if it is unknown. Archiving it twice changes nothing.
 */
export async function archiveVersion(
  db: Database,
  versionId: string,
  change: Omit<VersionChange, 'versionId'> = {},
): Promise<{ archived: boolean }> {
  return db.transaction(async (trx) => {
    const version = await lockVersion(trx, { ...change, versionId });
    if (version.archivedAt) return { archived: false };
    const archivedBy = change.by ?? null;
    await version.$query(trx).patch({ archivedAt: trx.fn.now(), archivedBy, updatedAt: trx.fn.now() });
    await auditVersion(trx, 'VERSION_ARCHIVED', version, { ...change, versionId });
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

async function definitionOf(
  db: Knex,
  versionId: string,
): Promise<{ definition: unknown; casesPassed?: number }> {
  const row = await ProductVersion.query(db).select('definition', 'cases_passed').findById(versionId);
  if (!row) throw unknownVersion(versionId);
  const definition = await withLargeTables(db, row.definition);
  return { definition, ...(row.casesPassed && { casesPassed: row.casesPassed }) };
}

/** An older build of the service may have imported a definition that fails today's lint. */
function firstError(definition: unknown): string | undefined {
  const { data, issues } = readWritten(productDefinition, definition);
  const found = data === undefined ? issues : lintDefinition(data);
  const wrong = found.find(({ severity }) => severity === 'ERROR');
  return wrong && `${pathText(wrong.path)}: ${wrong.message}`;
}

/** The version, with its product locked, so that changes to one timeline are made one after another. */
async function lockVersion(
  trx: Knex,
  { versionId, ownerOrganizationId }: VersionChange,
): Promise<ProductVersion> {
  const version = await ProductVersion.query(trx).select('product_id').findById(versionId);
  const product =
    version &&
    (await Product.query(trx).findById(version.productId).modify('ownedBy', ownerOrganizationId).forUpdate());
  if (!product) throw unknownVersion(versionId);
  return ProductVersion.query(trx)
    .select('id', 'product_id', 'archived_at')
    .findById(versionId)
    .throwIfNotFound();
}

async function auditVersion(
  trx: Knex,
  action: 'VERSION_DEPLOYED' | 'VERSION_WITHDRAWN' | 'VERSION_ARCHIVED',
  { id, productId }: ProductVersion,
  { by, origin }: VersionChange,
  details: JsonObject = {},
): Promise<void> {
  const entry = { action, organizationId: await ownerOf(trx, productId), by, origin, targetId: id };
  await recordAudit(trx, { ...entry, details: { productId, ...details } });
}

async function ownerOf(trx: Knex, productId: string): Promise<string> {
  const product = await Product.query(trx)
    .findById(productId)
    .select('owner_organization_id')
    .throwIfNotFound();
  return product.ownerOrganizationId;
}

function unknownVersion(versionId: string): ProductError {
  return new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
}
