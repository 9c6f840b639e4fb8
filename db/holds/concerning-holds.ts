import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { isInPlace } from '../../domain/holds/risk-places.js';
import { stateOfInsured } from '../../domain/policy/rated-parts.js';
import { historyOf } from '../../domain/policy/timeline.js';
import type { Hold } from '../models/hold.js';
import type { Policy } from '../models/policy.js';
import type { Quote } from '../models/quote.js';
import { readContract } from '../policies/read-contract.js';
import { readPolicyChanges } from '../policies/read-history.js';
import { holdsInForce, type Overridable, overriddenHolds } from './holds-in-force.js';
import {
  type HoldSources,
  type PlacesOf,
  type ProductToday,
  placeSettingToday,
  placesBy,
} from './judge-holds.js';

/** The holds in force in the place of a quote's risk, but for those that are overridden for it. */
export async function holdsOfQuote(
  db: Knex,
  sources: HoldSources,
  quote: Quote,
  now: BusinessTime,
): Promise<Hold[]> {
  const { requestId: quoteId, clientId, intake } = quote;
  return holdsOf(db, sources, { ...quote, now }, { quoteId, clientId }, (placesOf) => placesOf(intake));
}

/** The holds in force in the place of a policy's risk today, but for those that are overridden for it. */
export async function holdsOfPolicy(
  db: Knex,
  sources: HoldSources,
  policy: Policy,
  now: BusinessTime,
): Promise<Hold[]> {
  return holdsOf(db, sources, { ...policy, now }, { policyId: policy.id }, async (placesOf) => {
    const history = historyOf(await readPolicyChanges(db, policy));
    if (history === null) return [];
    const { answers, meta } = await readContract(db, policy, history, now.today);
    return placesOf(answers, stateOfInsured(meta));
  });
}

async function holdsOf(
  db: Knex,
  sources: HoldSources,
  product: ProductToday,
  target: Overridable,
  placesOfRisk: (placesOf: PlacesOf) => Promise<ReturnType<PlacesOf>> | ReturnType<PlacesOf>,
): Promise<Hold[]> {
  const { productId, now } = product;
  const holds = await holdsInForce(db, { productId, today: now.today });
  if (holds.length === 0) return [];
  const places = await placesOfRisk(placesBy(await placeSettingToday(sources, product)));
  const concerning = holds.filter((hold) => places.some((place) => isInPlace(place, hold.place) !== false));
  const ids = concerning.map(({ id }) => id);
  const [overridden] = await overriddenHolds(db, ids, [target]);
  return concerning.filter(({ id }) => !overridden?.has(id));
}
