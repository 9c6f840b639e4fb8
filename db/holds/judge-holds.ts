import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { placesOf, type RiskPlace } from '../../domain/holds/risk-places.js';
import { type Business, stopsOf } from '../../domain/holds/stops-of.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { PlaceSetting } from '../../domain/policy/place-setting.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';
import type { CatalogVersion } from '../products/catalog.js';
import { holdsInForce, type Overridable, overriddenHolds } from './holds-in-force.js';

/** Where products are found. */
export interface HoldSources {
  catalog: {
    version(versionId: string): Promise<Pick<CatalogVersion, 'definition'> | null>;
    versionFor(
      productId: string,
      at: { effectiveDate: string; asConfiguredAt: Date },
    ): Promise<string | null>;
  };
}

/** A product, on a day. */
export interface ProductToday {
  productId: string;
  /** Of the record; it counts where the product is not deployed today. */
  productVersionId: string;
  now: BusinessTime;
}

/** Something to be done with a risk, and for what the holds may be overridden. */
export interface Judged extends ProductToday {
  target: Overridable;
  /** Asked only where a hold is in force. */
  business(placesOf: PlacesOf): Promise<Business> | Business;
}

export type PlacesOf = (answers: AnswerMap, insuredState?: string | null) => RiskPlace[];

/**
 * What holds stop some business now, but for those that are overridden; read in the caller's transaction, so that a hold
 * that was declared before counts.
 */
export async function stopsNow(
  db: Knex,
  sources: HoldSources,
  { target, business, ...product }: Judged,
): Promise<Stop[]> {
  const holds = await holdsInForce(db, { productId: product.productId, today: product.now.today });
  if (holds.length === 0) return [];
  const setting = await placeSettingToday(sources, product);
  const stops = stopsOf(holds, await business(placesBy(setting)));
  return notOverridden(db, stops, target);
}

/** Where the product's questions say that a risk is. */
export const placesBy =
  (setting: PlaceSetting): PlacesOf =>
  (answers, insuredState) =>
    placesOf(answers, setting, insuredState);

/** Those stops whose holds are not overridden. */
export async function notOverridden(db: Knex, stops: readonly Stop[], target: Overridable): Promise<Stop[]> {
  if (stops.length === 0) return [];
  const ids = stops.map(({ holdId }) => holdId);
  const [overridden] = await overriddenHolds(db, ids, [target]);
  return stops.filter(({ holdId }) => !overridden?.has(holdId));
}

/** By which questions the product knows today where a risk is: those of an old version may be missing. */
export async function placeSettingToday(
  { catalog }: HoldSources,
  { productId, productVersionId, now }: ProductToday,
): Promise<PlaceSetting> {
  const at = { effectiveDate: now.today, asConfiguredAt: now.systemTime };
  const deployed = await catalog.versionFor(productId, at);
  const version = await catalog.version(deployed ?? productVersionId);
  return policySettingsOf(version?.definition ?? {}).place;
}
