import { randomUUID } from 'node:crypto';
import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import type { Database } from '../../db/database.js';
import { stopsOfBinding, stopsOfNewQuote } from '../../db/holds/stops-of-quote.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { type QuotingOrganization, quotingOrganizationOf } from '../../db/products/quoting-organization.js';
import type { Rater } from '../../documents/rating/rater.js';
import { isRating, isThirdParty, type OwnRatingAction } from '../../domain/actions/configured-action.js';
import { allows } from '../../domain/authority/lack.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { monthsOfTerm, nameInInterface } from '../../domain/ground/term.js';
import { quoteContext } from '../../domain/policy/quote-context.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import { newQuote } from '../../domain/quote/new-quote.js';
import { withTerm } from '../../domain/quote/quote-details.js';
import { messagesIn, type QuoteWording, quoteDetailsIn } from '../../domain/quote/quote-wording.js';
import { stoppedQuote } from '../../domain/quote/stopped-quote.js';
import { failedRating } from '../../domain/rating/run/failed-rating.js';
import { Forbidden, NotFound } from '../errors/app-error.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { Caller } from '../http/caller.js';
import { acceptanceBy } from './as-read.js';
import type { TrialRating, TrialRequest } from './trial-schemas.js';

export interface TrialDependencies {
  db: Database;
  catalog: Pick<
    ProductCatalog,
    'productVisibleTo' | 'product' | 'licenseOf' | 'consentOf' | 'versionFor' | 'version'
  >;
  rater: Rater;
  now: () => Date;
}

/** Rates answers as `GET_QUOTES` does, and stores nothing. */
export class TrialRatings {
  constructor(private readonly uses: TrialDependencies) {}

  /** 404 if the product is not visible or not deployed for that day, 403 if the license does not allow to quote. */
  async rate(
    { organizationId }: Caller,
    productId: string,
    request: TrialRequest,
    languages?: AnswerLanguages,
  ) {
    const { catalog } = this.uses;
    const product = await catalog.productVisibleTo(organizationId, productId);
    if (product === null) throw new NotFound('product', productId);
    const system = this.uses.now();
    await this.#authority(
      organizationId,
      productId,
      product.ownerOrganizationId,
      new BusinessTime(system, product.timeZone),
    );
    const { effectiveDate, intake } = request;
    const versionId = await catalog.versionFor(productId, { effectiveDate, asConfiguredAt: system });
    const version = versionId === null ? null : await catalog.version(versionId);
    if (version === null) {
      const what = `version deployed for ${effectiveDate} of product`;
      throw new NotFound(what, productId, undefined, 'PRODUCT_NOT_DEPLOYED');
    }
    const now = new BusinessTime(system, version.timeZone);
    const wording = languages?.of(version.definition) ?? null;
    const applying = version.definition.configurations
      .flatMap(({ events }) => events.GET_QUOTES ?? [])
      .filter(isRating)
      .filter(({ id }) => version.compiled.actionApplies(id, intake, { effectiveDate, today: now.today }));
    const own = applying.filter((action): action is OwnRatingAction => !isThirdParty(action));
    const ratings = own.map(async (action) => {
      const quoting = await quotingOrganizationOf(catalog, product, action);
      const authority = await this.#authority(organizationId, productId, quoting.organizationId, now);
      const rated = await this.#rated({ version, action, request, organizationId, quoting, authority, now });
      const { quote, held } = await this.#asHoldsLeaveIt(rated, now);
      const asked = { askedBy: organizationId, askedAt: now, policyNumber: null, changeAmounts: null };
      const acceptance = await acceptanceBy(
        { catalog, licenseOf: catalog.licenseOf },
        { organizationId, timeOf: () => now, held },
        { ...quote, ...asked },
        quote.messages,
      );
      return trialRating(action, { ...quote, ...acceptance }, wording);
    });
    return {
      productVersionId: version.versionId,
      terms: [...new Set(own.flatMap((action) => ratingOf(version.compiled, action)?.terms ?? []))],
      ratings: await Promise.all(ratings),
      carriers: applying.length - own.length,
    };
  }

  async #rated({
    version,
    action,
    request,
    organizationId,
    quoting: named,
    authority,
    now,
  }: Trial): Promise<TrialQuote> {
    const {
      effectiveDate,
      intake,
      term = ratingOf(version.compiled, action)?.terms[0] ?? 'ANNUAL',
    } = request;
    const { refusal, ...quoting } = named;
    const rating = await this.uses.rater.rate(
      { organizationId },
      version,
      {
        actionId: action.id,
        actionType: action.type,
        effectiveDate,
        term,
        intake,
        asRatingConfiguredAt: now,
      },
      { keepWorksheet: false },
    );
    if (rating.status !== 'RATED') throw new Error(`action ${action.id} does not rate by an own plan`);
    const context = quoteContext({
      triggerRequestId: randomUUID(),
      organizationId,
      quoting,
      term,
      asConfiguredAt: now,
      now,
      productId: version.productId,
      version,
      authority,
      clientId: null,
      clockId: null,
      envelope: { batchMode: false, payload: { effectiveDate, intake } },
      action: { actionId: action.id, type: action.type },
    });
    return newQuote(context, refusal === undefined ? rating.rating : failedRating(refusal));
  }

  /** Without a client, so that overrides count only when it is quoted. */
  async #asHoldsLeaveIt(rated: TrialQuote, now: BusinessTime) {
    const { db } = this.uses;
    const quote = stoppedQuote(rated, await stopsOfNewQuote(db, this.uses, rated, now));
    const [stop] = quote.bindable ? await stopsOfBinding(db, this.uses, quote, now) : [];
    return { quote, held: new Map(stop && [[quote.requestId, stop]]) };
  }

  async #authority(organizationId: string, productId: string, issuerId: string, now: BusinessTime) {
    const { catalog } = this.uses;
    const sources = { catalog, licenseOf: catalog.licenseOf };
    const authority = await licensedAuthority(sources, { organizationId, productId, issuerId, now });
    if (authority === undefined || allows(authority, 'quote')) return authority;
    throw new Forbidden("the authority quote is needed, which the insurer's license does not grant", {
      code: 'NOT_IN_AUTHORITY',
      extensions: { authority: 'quote' },
    });
  }
}

type TrialQuote = ReturnType<typeof newQuote>;

interface Trial {
  version: CatalogVersion;
  action: OwnRatingAction;
  request: TrialRequest;
  organizationId: string;
  quoting: QuotingOrganization;
  authority: Awaited<ReturnType<typeof licensedAuthority>>;
  now: BusinessTime;
}

function trialRating(action: OwnRatingAction, quote: TrialQuote, wording: QuoteWording | null): TrialRating {
  const { actionId, type, bindable, requiresUnderwriterApproval, requiresPolicyholderAcceptance } = quote;
  return {
    actionId,
    actionName: action.name,
    type,
    term: nameInInterface(quote.term),
    termMonths: monthsOfTerm(quote.term),
    bindable,
    requiresUnderwriterApproval,
    requiresPolicyholderAcceptance,
    messages: messagesIn(wording, quote.messages),
    quotingOrganizationId: quote.quotingOrganizationId,
    quotingOrganization: quote.quotingOrganizationName,
    ...(quote.quoteDetails && { quoteDetails: quoteDetailsIn(wording, withTerm(quote.quoteDetails, quote)) }),
  };
}
