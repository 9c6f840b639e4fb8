import type { Authority } from '../authority/authority.js';
import type { QuoteContext } from '../quote/new-quote.js';
import { againstBindingDate, type BindingSide, bindingWithin } from './binding-rules.js';
import { type PolicySettings, policySettingsOf } from './policy-settings.js';

export interface QuoteToMake extends Omit<QuoteContext, 'product' | 'sellerLimits' | 'againstDate'> {
  productId: string;
  version: {
    versionId: string;
    source: QuoteContext['product']['source'];
    definition: { policy?: PolicySettings | undefined; product: { title: string } };
  };
  /** What a licensed seller may do on the insurer's paper; undefined for the insurer. */
  authority: Authority | undefined;
  /** For new business, whose effective date is judged: who would bind it. */
  bindingSide?: BindingSide;
}

/** The event, action and product version that a quote is made for, with the limits of who asks for it. */
export function quoteContext({
  productId,
  version: { versionId, source, definition },
  authority,
  bindingSide: side,
  ...known
}: QuoteToMake): QuoteContext {
  const { binding } = policySettingsOf(definition);
  const rules = authority === undefined ? binding : bindingWithin(binding, authority);
  return {
    ...known,
    product: { id: productId, versionId, source, title: definition.product.title },
    sellerLimits: authority?.limits,
    ...(side !== undefined && { againstDate: (dates) => againstBindingDate(rules, { ...dates, side }) }),
  };
}
