import type { Knex } from 'knex';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { stopsOfBinding } from '../../db/holds/stops-of-quote.js';
import { Quote } from '../../db/models/quote.js';
import { policyOfQuote } from '../../db/policies/issue-policy.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { type PlanTerms, planTermsOf } from '../../domain/billing/plan-terms.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { bindingSideOf } from '../../domain/policy/binding-rules.js';
import { type PolicySettings, policySettingsOf } from '../../domain/policy/policy-settings.js';
import { whyNotAccept } from '../../domain/policy/why-not-accept.js';
import { boundTypes } from '../../domain/quote/bindable.js';
import type { QuoteType } from '../../domain/quote/quote.js';
import { missing, refused } from '../ground/failures.js';
import { refuseHeld } from '../holds/refuse-held.js';

export interface QuotesToBind {
  clientId: string;
  quoteIds: readonly string[];
}

/** A bindable quote, with the product version that rated it. */
export interface BindableQuote {
  quote: Quote;
  version: CatalogVersion;
  settings: PolicySettings;
  /** Its path in the envelope, for refusals. */
  field: string;
}

/**
 * The quotes that an event names, in its order. Refuses the event, with the reason, if one of them cannot be
 * bound. With `lock` they are locked for the transaction, against concurrent binding. `field` is the path of the only one,
 * `types` are those of quotes that can be bound.
 */
export async function bindableQuotes(
  db: Knex,
  { event, catalog, now }: { event: AcceptedEvent; catalog: ProductCatalog; now: BusinessTime },
  { clientId, quoteIds }: QuotesToBind,
  {
    lock = false,
    field: only,
    types = boundTypes,
  }: { lock?: boolean; field?: string; types?: ReadonlySet<QuoteType> } = {},
): Promise<BindableQuote[]> {
  // In one order, so that two events about the same quotes cannot deadlock.
  const found = Quote.query(db)
    .findByIds([...quoteIds])
    .modify('visibleTo', event.organizationId)
    .orderBy('request_id');
  const quotes = new Map((await (lock ? found.forUpdate() : found)).map((quote) => [quote.requestId, quote]));
  const bindable: BindableQuote[] = [];
  for (const [index, quoteId] of quoteIds.entries()) {
    const field = only ?? `payload.quoteIds.${index}`;
    const quote = quotes.get(quoteId);
    if (quote === undefined) throw refused(`quote ${quoteId} does not exist`, field);
    if (quote.clientId !== clientId) throw refused('the quote is of another client', field);
    const policy = await policyOfQuote(db, quoteId);
    const version = await catalog.version(quote.productVersionId);
    if (version === null) throw missing('product version', quote.productVersionId);
    const settings = policySettingsOf(version.definition);
    const obstacle = whyNotAccept(
      { ...quote, policyNumber: policy?.policyNumber ?? null },
      {
        rules: settings.binding,
        side: bindingSideOf(event, { organizationId: quote.quotingOrganizationId }),
        now,
        types,
      },
    );
    if (obstacle !== undefined) throw refused(obstacle.reason, field, obstacle.code);
    refuseHeld(await stopsOfBinding(db, { catalog }, quote, now), { quoteId, field });
    bindable.push({ quote, version, settings, field });
  }
  return bindable;
}

/** The terms of the payment plan chosen for a quote, by default the product's first. */
export function planOfQuote(
  bindable: BindableQuote,
  plans: { readonly [quoteId: string]: PaymentPlan } | undefined,
  name: string,
): PlanTerms {
  const { requestId } = bindable.quote;
  return chosenPlan(bindable, plans?.[requestId], `payload.${name}.${requestId}`);
}

/** The terms of a chosen payment plan, by default the product's first; `field` is its path in the envelope. */
export function chosenPlan(
  { quote, settings }: BindableQuote,
  chosen: PaymentPlan | undefined,
  field: string,
): PlanTerms {
  const plan = planTermsOf(settings, chosen);
  if (plan !== undefined) return plan;
  const offered = settings.paymentPlans.map((terms) => terms.plan).join(', ');
  throw refused(`${quote.lineName} does not offer payment plan ${chosen}; it offers ${offered}`, field);
}
