import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { configuredAt } from '../../domain/product/configured-at.js';
import { BadRequest } from '../errors/app-error.js';

export interface SelectedVersion {
  version: CatalogVersion;
  asConfiguredAt: Date;
}

/**
 * The product version that configures an event: the requested one, or the one whose deployment segment covers
 * the effective date (by default the business day), as the timeline was at the requested time (spec 4.4). 400 if
 * there is none. Drafts are there for the product's owner only: their actions were never released.
 */
export async function selectVersion(
  catalog: ProductCatalog,
  envelope: EventEnvelope,
  { isOwner, now }: { isOwner: boolean; now: BusinessTime },
): Promise<SelectedVersion> {
  const { productVersionId, versionSystemSource } = envelope;
  const quoting = envelope.type === 'GET_QUOTES' ? envelope.payload : undefined;
  const selector = quoting?.asConfiguredAtTimestamp ?? envelope.asConfiguredAtTimestamp;
  const effectiveDate = quoting?.effectiveDate ?? now.today;
  const { systemTime } = now;
  const asConfiguredAt = selector === undefined ? systemTime : configuredAt(selector, systemTime);
  const versionId =
    productVersionId ?? (await catalog.versionFor(envelope.lineId, { effectiveDate, asConfiguredAt }));
  if (versionId === null) {
    const field = quoting === undefined ? 'lineId' : 'payload.effectiveDate';
    const selected = selector === undefined ? '' : ` as configured at ${selector}`;
    const detail = `no version of the product is deployed for ${effectiveDate}${selected}`;
    throw new BadRequest([{ field, detail }], { code: 'EFFECTIVE_DATE_NOT_COVERED' });
  }
  const version = await catalog.version(versionId);
  const isHidden = !isOwner && version?.source === 'BUILDER';
  if (version === null || isHidden || version.productId !== envelope.lineId) {
    throw new BadRequest([{ field: 'productVersionId', detail: 'is not a version of this product' }]);
  }
  if (versionSystemSource === 'HOSTING' && version.source !== 'HOSTING') {
    throw new BadRequest([
      {
        field: 'versionSystemSource',
        detail: 'this version is a draft that was not deployed here; use BUILDER',
      },
    ]);
  }
  if (versionSystemSource === 'BUILDER' && version.source !== 'BUILDER') {
    throw new BadRequest([
      {
        field: 'versionSystemSource',
        detail:
          'this version was deployed here and is no draft; use HOSTING, or the productVersionId of a draft',
      },
    ]);
  }
  return { version, asConfiguredAt };
}
