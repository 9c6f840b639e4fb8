import { segmentDates } from '../../overlays/holding.js';
import type { ProductDefinition } from '../definition.js';
import { OverlaidProduct, statesSold } from '../overlaid-product.js';
import type { Change } from './change.js';
import { compareProducts } from './compare-products.js';

/** How a state differs from the product without overlays, for terms that begin on or after a day until the next entry's. */
export interface StateDifference {
  state: string;
  from: string;
  /** The names of the overlays that hold. */
  overlays: readonly string[];
  changes: Change[];
}

/** What each state with overlays differs in, by their dates. A state without one has no entry. */
export function compareStates(definition: ProductDefinition, only?: string): StateDifference[] {
  const { overlays = [], included: _, ...base } = definition;
  const product = new OverlaidProduct(definition);
  const known = new Map<ProductDefinition, Change[]>();
  const changesOf = (held: ProductDefinition) => {
    const changes = known.get(held) ?? compareProducts(base, held);
    known.set(held, changes);
    return changes;
  };
  return statesSold(definition)
    .filter((state) => only === undefined || state === only)
    .flatMap((state) =>
      segmentDates(overlays, state).map((from) => {
        const held = product.in(state, { effectiveDate: from, today: from });
        return { state, from, overlays: held.overlays, changes: changesOf(held.definition) };
      }),
    );
}
