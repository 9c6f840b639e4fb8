import type { Actor } from '../../domain/ground/actor.js';
import { grouped } from '../../domain/ground/grouped.js';
import type { Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { ProductDeployment } from '../models/product-deployment.js';
import { ProductVersion } from '../models/product-version.js';

/** A version of a list. Who did something is null if it was before this was recorded, or if the reader may not know. */
export interface ListedVersion {
  versionId: string;
  version: string;
  buildNumber: number;
  createdAt: string;
  /** The author. */
  createdBy: string;
  importedBy: Actor | null;
  archived: boolean;
  archivedBy: Actor | null;
  deployments: {
    environment: Environment;
    effectiveDate: string;
    deployedAt: string;
    deployedBy: Actor | null;
  }[];
  lastWithdrawal: {
    environment: Environment;
    effectiveDate: string;
    withdrawnAt: string;
    withdrawnBy: Actor | null;
  } | null;
}

export interface ListedVersions {
  /** The latest 100 builds and those that are deployed, latest first. */
  versions: ListedVersion[];
  /** The number of builds, those that are not listed included. */
  builds: number;
}

const mostBuilds = 100;

/** The versions of products, by the product's id. */
export async function listVersions(
  db: Database,
  productIds: readonly string[],
): Promise<Map<string, ListedVersions>> {
  const rows = await ProductVersion.query(db)
    .alias('version')
    .whereIn('product_id', productIds)
    .where((either) =>
      either
        // Builds are numbered without gaps.
        .where(
          'build_number',
          '>',
          db.raw(
            '(select max(build_number) from product_versions latest where latest.product_id = version.product_id) - ?',
            [mostBuilds],
          ),
        )
        .orWhereExists(
          ProductDeployment.query(db)
            .whereColumn('product_version_id', 'version.id')
            .whereNull('withdrawn_at'),
        ),
    )
    .select(
      'id',
      'product_id',
      'version',
      'build_number',
      'created_at',
      'created_by_name',
      'imported_by',
      'archived_at',
      'archived_by',
    )
    .orderBy('build_number', 'desc');
  const ids = rows.map(({ id }) => id);
  const [standing, withdrawn] = await Promise.all([
    ProductDeployment.query(db)
      .whereIn('product_version_id', ids)
      .whereNull('withdrawn_at')
      .orderBy(['environment', 'effective_date']),
    ProductDeployment.query(db)
      .distinctOn('product_version_id')
      .whereIn('product_version_id', ids)
      .whereNotNull('withdrawn_at')
      .orderBy([{ column: 'product_version_id' }, { column: 'withdrawn_at', order: 'desc' }]),
  ]);
  const deployments = grouped(standing, ({ productVersionId }) => productVersionId);
  const withdrawals = new Map(withdrawn.map((one) => [one.productVersionId, one]));
  return new Map(
    [...grouped(rows, ({ productId }) => productId)].map(([productId, builds]) => [
      productId,
      {
        builds: builds[0]?.buildNumber ?? 0,
        versions: builds.map((row) =>
          listedVersion(row, deployments.get(row.id) ?? [], withdrawals.get(row.id)),
        ),
      },
    ]),
  );
}

function listedVersion(
  row: ProductVersion,
  deployments: readonly ProductDeployment[],
  withdrawal: ProductDeployment | undefined,
): ListedVersion {
  return {
    versionId: row.id,
    version: row.version,
    buildNumber: row.buildNumber,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    importedBy: row.importedBy,
    archived: row.archivedAt !== null,
    archivedBy: row.archivedBy,
    deployments: deployments.map(({ environment, effectiveDate, deployedAt, deployedBy }) => ({
      environment,
      effectiveDate,
      deployedAt: deployedAt.toISOString(),
      deployedBy,
    })),
    lastWithdrawal: withdrawal?.withdrawnAt
      ? {
          environment: withdrawal.environment,
          effectiveDate: withdrawal.effectiveDate,
          withdrawnAt: withdrawal.withdrawnAt.toISOString(),
          withdrawnBy: withdrawal.withdrawnBy,
        }
      : null,
  };
}
