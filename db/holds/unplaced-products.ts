import { raw } from 'objection';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { HoldPlace } from '../../domain/holds/hold.js';
import { missingQuestions } from '../../domain/holds/place-questions.js';
import { placeSetting } from '../../domain/policy/place-setting.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductVersion } from '../models/product-version.js';
import type { HoldSources } from './judge-holds.js';

/** A product that has to declare a question first, and the part of the place that needs it. */
export interface UnplacedProduct {
  name: string;
  part: 'zips' | 'counties';
  /** Such as `policy.place.zipQuestion`. */
  setting: string;
}

/** Of an organization's products that are deployed today, or of one of them: those that name no question for a place. */
export async function unplacedProducts(
  db: Database,
  { catalog }: HoldSources,
  {
    organizationId,
    productId,
    place,
    now,
  }: { organizationId: string; productId: string | null; place: HoldPlace; now: BusinessTime },
): Promise<UnplacedProduct[]> {
  if (place.zips.length + place.counties.length === 0) return [];
  const products = await Product.query(db)
    .modify('ownedBy', organizationId)
    .where((query) => {
      if (productId !== null) query.where('id', productId);
    })
    .select('id')
    .orderBy('id');
  const at = { effectiveDate: now.today, asConfiguredAt: now.systemTime };
  const versionIds = await Promise.all(products.map(({ id }) => catalog.versionFor(id, at)));
  const versions = await ProductVersion.query(db)
    .findByIds(versionIds.flatMap((id) => id ?? []))
    .select(raw("definition #>> '{product,title}'").as('name'))
    .select(raw("coalesce(definition #> '{policy,place}', '{}')").as('place'))
    .castTo<{ name: string; place: unknown }[]>();
  return versions.flatMap(({ name, place: setting }) =>
    missingQuestions(placeSetting.parse(setting), place).map((missing) => ({ name, ...missing })),
  );
}
