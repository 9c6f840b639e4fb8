import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import type { Database } from '../../db/database.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import { type HostedVersion, hostedVersionsOf } from '../../db/products/hosted-versions.js';
import { eventsOfSeller, eventTypes } from '../../domain/events/catalog.js';
import { BusinessTime, dayIn } from '../../domain/ground/business-time.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { ProductDisplay } from '../../domain/product/product-display.js';
import { type CompiledProductDisplay, compileProductDisplay } from '../../domain/product/product-display.js';
import { type Environment, type Segment, timelineOf } from '../../domain/product/timeline.js';
import type { TreeRequest } from '../../domain/questions/question-tree.js';
import { NotFound } from '../errors/app-error.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { Caller } from '../http/caller.js';
import type { HostedVersionSegment, HostedVersions } from './schemas.js';

export interface ProductServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'productWithLine' | 'product' | 'licenseOf' | 'versionFor' | 'version'>;
  environment: Environment;
  now: () => Date;
}

/**
 * Questions and timelines of the products that the caller's organization owns or is licensed to use (spec
 * 4.3).
 */
export class ProductService {
  /** Lives as long as the version in the catalog. */
  readonly #displays = new WeakMap<ProductDefinition, CompiledProductDisplay>();

  constructor(private readonly uses: ProductServiceDependencies) {}

  /** The questions of today's live version, as they hold in the state that is answered, with the requested parts; of a line below the root, that line's alone. */
  async questions(
    caller: Caller,
    productId: string,
    request: TreeRequest,
    languages: AnswerLanguages,
  ): Promise<ProductDisplay> {
    const product = await this.#visible(caller, productId);
    const version = await this.#liveVersion(product);
    const today = dayIn(version.timeZone, this.uses.now());
    const held = version.compiled.holding(request.answers, { effectiveDate: today, today });
    const { definition } = languages.of(held.definition) ?? held;
    const display = this.#displayOf({ ...version, definition }, product).display(request, productId);
    if (display === undefined) throw new NotFound('product', productId);
    return display;
  }

  /** The deployments of each environment. */
  async hostedVersions(caller: Caller, productId: string): Promise<HostedVersions> {
    const { db, now } = this.uses;
    const product = await this.#visible(caller, productId);
    const deployments = await hostedVersionsOf(db, product.id);
    const today = new BusinessTime(now(), product.timeZone);
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
  }

  /** What the caller's organization may do with the product; `null` for its owner, who may do everything. */
  async authority(caller: Caller, productId: string) {
    const { catalog, now } = this.uses;
    const { id, ownerOrganizationId, timeZone } = await this.#visible(caller, productId);
    const { organizationId } = caller;
    const sold = {
      organizationId,
      productId: id,
      issuerId: ownerOrganizationId,
      now: new BusinessTime(now(), timeZone),
    };
    const granted = await licensedAuthority({ catalog, licenseOf: catalog.licenseOf }, sold);
    return {
      productId: id,
      ownerOrganizationId,
      isOwner: granted === undefined,
      authority: granted ?? null,
      events: granted === undefined ? eventTypes : eventsOfSeller(granted),
    };
  }

  async #visible({ organizationId }: Caller, productId: string): Promise<ProductHeader> {
    const product = await this.uses.catalog.productWithLine(organizationId, productId);
    if (!product) throw new NotFound('product', productId);
    return product;
  }

  async #liveVersion({ id: productId, timeZone }: ProductHeader): Promise<CatalogVersion> {
    const { catalog, environment, now } = this.uses;
    const at = now();
    const today = dayIn(timeZone, at);
    const versionId = await catalog.versionFor(productId, { effectiveDate: today, asConfiguredAt: at });
    const version = versionId === null ? null : await catalog.version(versionId);
    if (!version) {
      const what = `version deployed to ${environment} on ${today} of product`;
      throw new NotFound(what, productId, undefined, 'PRODUCT_NOT_DEPLOYED');
    }
    return version;
  }

  /** The definition may be in another language than the version's own. */
  #displayOf(
    { definition, versionId }: CatalogVersion,
    { ownerOrganizationId }: ProductHeader,
  ): CompiledProductDisplay {
    const known = this.#displays.get(definition);
    if (known) return known;
    const compiled = compileProductDisplay(definition, { versionId, ownerOrganizationId });
    this.#displays.set(definition, compiled);
    return compiled;
  }
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
