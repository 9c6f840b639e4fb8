import type { Database } from '../../db/database.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { JobEventType } from '../../domain/jobs/job-types.js';

export interface RowsToCheck {
  organizationId: string;
  type: JobEventType;
  productId: string;
  /** What the ids that the rows bring are derived from. */
  jobId: string;
  /** The versions whose questions the rows answer. */
  versions: readonly CatalogVersion[];
}

export interface RowSources {
  db: Database;
  catalog: ProductCatalog;
}
