import type { Authority } from '../authority/authority.js';
import type { QuoteContext } from '../quote/new-quote.js';

export interface QuoteToMake extends Omit<QuoteContext, 'product' | 'sellerLimits'> {
  productId: string;
  version: {
    versionId: string;
    source: QuoteContext['product']['source'];
    definition: { product: { title: string } };
  };
  /** What a licensed seller may do on the insurer's paper; undefined for the insurer. */
  authority: Authority | undefined;
}

/** The event, action and product version that a quote is made for, with the limits of who asks for it. */
export function quoteContext({
  productId,
  version: { versionId, source, definition },
  authority,
  ...known
}: QuoteToMake): QuoteContext {
  return {
    ...known,
    product: { id: productId, versionId, source, title: definition.product.title },
    sellerLimits: authority?.limits,
  };
}
