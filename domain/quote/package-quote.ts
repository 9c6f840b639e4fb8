import { derivedId } from '../ground/derived-id.js';
import type { BundleRating, ComponentRating } from '../rating/bundle/result.js';
import type { RatingResult } from '../rating/run/result.js';
import { newQuote, type QuoteContext } from './new-quote.js';

type NewQuote = ReturnType<typeof newQuote>;

/**
 * The record of a rating and, for a package, of its components. A component's quote cannot be bound: it is
 * bound with its package, at its share of the package's premium.
 */
export function newQuotes(
  context: QuoteContext,
  rating: RatingResult | BundleRating,
): { quote: NewQuote; components: { quote: NewQuote; rating: RatingResult }[] } {
  const quote = newQuote(context, rating);
  if (!('components' in rating)) return { quote, components: [] };
  const components = rating.components.map((component, position) => ({
    quote: componentQuote(context, quote.requestId, component, position),
    rating: component.rating,
  }));
  const listed = rating.components.map((component) => ({
    ...summaryOf(component),
    lineId: component.lineId,
    requestId: componentQuoteIdOf(context, component),
  }));
  return { quote: { ...quote, metadata: { ...quote.metadata, components: listed } }, components };
}

/** Derived from event and action, as a quote's id is. */
function componentQuoteIdOf({ triggerRequestId, action }: QuoteContext, { key }: ComponentRating): string {
  return derivedId(triggerRequestId, action.actionId, 'quote', key);
}

function componentQuote(
  context: QuoteContext,
  packageRequestId: string,
  component: ComponentRating,
  position: number,
): NewQuote {
  const { lineId, title, rating } = component;
  // It is decided with its package.
  const quote = newQuote({ ...context, sellerLimits: undefined }, rating);
  return {
    ...quote,
    requestId: componentQuoteIdOf(context, component),
    type: 'PACKAGE_COMPONENT',
    lineId,
    lineName: title,
    bindable: false,
    packageRequestId,
    packagePosition: position,
    metadata: { ...quote.metadata, ...summaryOf(component), packageRequestId },
  };
}

function summaryOf({ key, state, packagePremium }: ComponentRating) {
  return {
    component: key,
    state,
    ...(packagePremium !== null && { packagePremium: Number(packagePremium) }),
  };
}
