import { utcDate } from '../../domain/ground/calendar.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { holdingIn } from '../../domain/product/overlaid-product.js';
import { CommandFailure } from '../ground/command-failure.js';

/** One state of a product with overlays, as commands are asked for it. */
export interface HoldingOptions {
  state?: string;
  on?: string;
}

/** What holds, with the state and the day; null without `--state`: then it is the product with all its overlays. */
export function whatHolds(definition: ProductDefinition, { state, on }: HoldingOptions) {
  if (state === undefined) {
    if (on !== undefined) throw new CommandFailure('Say where: --on needs --state.');
    return null;
  }
  const day = on ?? utcDate(new Date());
  const holding = holdingIn(definition, state, day);
  if (typeof holding === 'string')
    throw new CommandFailure(`${holding.charAt(0).toUpperCase()}${holding.slice(1)}.`);
  return { ...holding, state, on: day };
}

export type ShownHolding = NonNullable<ReturnType<typeof whatHolds>>;

/** `OH on 2027-03-01, with Ohio, rates of March 2027`. */
export function holdingText({
  state,
  on,
  overlays,
}: Pick<ShownHolding, 'state' | 'on' | 'overlays'>): string {
  return `${state} on ${on}, ${overlays.length === 0 ? 'without overlays' : `with ${overlays.join('; ')}`}`;
}
