import type { Database } from '../../db/database.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import { type HostedVersion, hostedVersionsOf } from '../../db/products/hosted-versions.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { ProductDisplay } from '../../domain/product/product-display.js';
import { type CompiledProductDisplay, compileProductDisplay } from '../../domain/product/product-display.js';
import { type Environment, type Segment, timelineOf } from '../../domain/product/timeline.js';
import type { TreeRequest } from '../../domain/questions/question-tree.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { HostedVersionSegment, HostedVersions } from './schemas.js';

export interface ProductServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'productVisibleTo' | 'versionFor' | 'version'>;
  environment: Environment;
  now: () => Date;
}

export type ProductService = ReturnType<typeof createProductService>;

/** Questions and timelines of the products that the caller's organization owns or is licensed to (spec 4.3). */
export function createProductService({ db, catalog, environment, now }: ProductServiceDependencies) {
  // Lives as long as the catalog keeps the version.
  const displays = new WeakMap<ProductDefinition, CompiledProductDisplay>();

  async function visibleProduct({ organizationId }: Caller, productId: string): Promise<ProductHeader> {
    const product = await catalog.productVisibleTo(organizationId, productId);
    if (!product) throw new NotFound('product', productId);
    return product;
  }

  async function liveVersion(productId: string): Promise<CatalogVersion> {
    const at = now();
    const today = utcDate(at);
    const versionId = await catalog.versionFor(productId, { effectiveDate: today, asConfiguredAt: at });
    const version = versionId === null ? null : await catalog.version(versionId);
    if (!version) throw new NotFound(`version deployed to ${environment} on ${today} of product`, productId);
    return version;
  }

  function displayOf(
    version: CatalogVersion,
    { ownerOrganizationId }: ProductHeader,
  ): CompiledProductDisplay {
    const known = displays.get(version.definition);
    if (known) return known;
    const { definition, versionId } = version;
    const compiled = compileProductDisplay(definition, { versionId, ownerOrganizationId });
    displays.set(definition, compiled);
    return compiled;
  }

  return {
    async questions(caller: Caller, productId: string, request: TreeRequest): Promise<ProductDisplay> {
      const product = await visibleProduct(caller, productId);
      return displayOf(await liveVersion(product.id), product).display(request);
    },

    async hostedVersions(caller: Caller, productId: string): Promise<HostedVersions> {
      const product = await visibleProduct(caller, productId);
      const deployments = await hostedVersionsOf(db, product.id);
      const today = utcDate(now());
      const timeline = (of: Environment) =>
        timelineOf(
          deployments.filter((deployment) => deployment.environment === of),
          today,
        ).map((segment) => segmentShown(segment, product, caller));
      return {
        envirnmentDeplymentTimelineMap: {
          DEV: timeline('DEV'),
          UAT: timeline('UAT'),
          PROD: timeline('PROD'),
        },
      };
    },
  };
}

function segmentShown(
  { deployment, ...segment }: Segment<HostedVersion>,
  { ownerOrganizationId }: ProductHeader,
  caller: Caller,
): HostedVersionSegment {
  const { versionId, version, buildNumber, createdByPersonId, createdByName } = deployment;
  return {
    versionId,
    organizationId: ownerOrganizationId,
    version,
    buildNumber,
    ...segment,
    createdTimestamp: deployment.createdAt.toISOString(),
    updatedTimestamp: deployment.updatedAt.toISOString(),
    createdBy: { ...(createdByPersonId !== null && { personId: createdByPersonId }), name: createdByName },
    messageCount: deployment.messageCount,
    forkCount: deployment.forkCount,
    supportsRepositoryOperations: caller.organizationId === ownerOrganizationId,
  };
}
