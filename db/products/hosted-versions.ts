import type { Deployment, Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { ProductDeployment } from '../models/product-deployment.js';

/** A deployment with the data of its version for the timeline (spec 2.4). */
export interface HostedVersion extends Deployment {
  environment: Environment;
  /** Label of the version. */
  version: string;
  createdAt: Date;
  /** The last change to the version or to the deployment. */
  updatedAt: Date;
  createdByPersonId: string | null;
  createdByName: string;
  messageCount: number;
  /** The number of versions that are based on this one. */
  forkCount: number;
}

/** Every deployment of a product to every environment, in one query; without an organization scope. */
export async function hostedVersionsOf(db: Database, productId: string): Promise<HostedVersion[]> {
  return ProductDeployment.query(db)
    .alias('deployment')
    .join('product_versions as version', 'version.id', 'deployment.product_version_id')
    .where('deployment.product_id', productId)
    .select(
      'version.id as versionId',
      'version.build_number as buildNumber',
      'version.version as version',
      'version.created_at as createdAt',
      'version.created_by as createdByPersonId',
      'version.created_by_name as createdByName',
      'version.archived_at as archivedAt',
      'deployment.environment',
      'deployment.effective_date as effectiveDate',
      'deployment.deployed_at as deployedAt',
      'deployment.withdrawn_at as withdrawnAt',
      db.raw('greatest(version.updated_at, deployment.updated_at) as "updatedAt"'),
      db.raw(
        '(select count(*)::int from product_version_messages m where m.product_version_id = version.id) as "messageCount"',
      ),
      db.raw(
        '(select count(*)::int from product_versions f where f.based_on_version_id = version.id) as "forkCount"',
      ),
    )
    .castTo<HostedVersion[]>();
}
