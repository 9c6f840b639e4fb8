import type { Transaction } from 'objection';
import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import { Organization } from '../../db/models/organization.js';
import type { Policy } from '../../db/models/policy.js';
import { type PolicyStanding, readPolicyStanding } from '../../db/policies/read-history.js';
import { insertQuotes, type QuoteToRecord, recordOf } from '../../db/quotes/record-quote.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { changeQuotes } from '../../domain/policy/change-quote.js';
import { priceCharges } from '../../domain/policy/charges.js';
import { changedOn, priceAnswers, ratedStretches } from '../../domain/policy/endorsement.js';
import type { QuoteContext } from '../../domain/quote/new-quote.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import type { QuotedRating, RatingResult } from '../../domain/rating/run/result.js';
import type { DefaultActionResult, DefaultActionWork } from '../ground/default-action.js';
import { missing, refused } from '../ground/failures.js';
import { policyOfEvent } from './policy-of-event.js';
import { policyToChange } from './policy-to-change.js';
import { type PolicyRating, ratingOfPolicy, versionOfPolicy } from './rate-policy.js';
import { settingsOfPolicy } from './settings-of-policy.js';

/** A requested change of a policy, to be rated. */
export interface ChangeRequest {
  type: 'ENDORSEMENT' | 'TRUEUP';
  policyId: string;
  /** The first day of the change. */
  effectiveDate: string;
  /** The path of the date in the envelope. */
  dateField: string;
  /** The answers with the change, given the answers of that day. */
  changed(answers: AnswerMap, standing: PolicyStanding): AnswerMap;
}

/** The quotes of one rating, ready to be stored, with their result for the caller. */
export interface MadeQuotes {
  policy: Policy;
  records: QuoteToRecord[];
  rating: RatingResult | BundleRating;
  /** The change's premium, decimal text; null if it was declined. */
  premium: string | null;
}

/** Rates a change of a policy and returns its quote. Refused if the policy cannot be changed. */
export async function quoteChange(work: DefaultActionWork, request: ChangeRequest): Promise<MadeQuotes> {
  const { dependencies, event } = work;
  const { type, effectiveDate } = request;
  const known = await policyOfEvent(dependencies.db, event, request.policyId);
  const { settings } = await settingsOfPolicy(work, known);
  const { policy } = await policyToChange(dependencies.db, known, {
    ...{ effectiveDate, dateField: request.dateField, settings, now: work.now },
    isTrueUp: type === 'TRUEUP',
  });
  const standing = await readPolicyStanding(dependencies.db, policy);
  const { term, history } = standing;
  const version = await versionOfPolicy(work, policy);
  const rating = await ratingOfPolicy(dependencies.db, policy, {
    ...{ version, termFrom: term.effectiveDate, asOf: event.asConfiguredAt },
  });
  const day = { day: effectiveDate, from: effectiveDate };
  const answers = request.changed(changedOn(term, { ...day, answers: {} }), standing);
  const context = await contextOf(work, policy, {
    rating,
    intake: changedOn(term, { ...day, answers }),
    effectiveDate,
  });

  const rated = rating.rate(context.envelope.payload.intake);
  const made = { policy, rating: rated };
  if (rated.outcome === 'DECLINED')
    return { ...made, records: withWorksheets(context, rated), premium: null };
  const quotedAt = onlyQuoted(rating);
  const change = { from: effectiveDate, answers };
  const priced = priceAnswers(term, { ...change, rate: (each) => quotedAt(each).premium });
  const { stretches, ratings } = ratedStretches(term, {
    ...change,
    stretches: priced.stretches,
    rate: quotedAt,
  });
  const { quote, components } = changeQuotes(context, rated, {
    type,
    policyId: policy.id,
    termNumber: term.number,
    effectiveDate,
    basedOn: history.seq,
    ratedFor: term.effectiveDate,
    answers,
    priced: { ...priced, stretches },
    laterRatings: ratings,
    charges: priceCharges(term, { ...change, rate: (each) => quotedAt(each).taxesAndFees }),
  });
  const records = [recordOf({ quote, rating: rated }), ...components.map(recordOf)];
  return { ...made, records, premium: priced.premium };
}

/** The result of an action that stores quotes of a change. */
export type QuotedChange = Required<
  Pick<
    DefaultActionResult<'QUOTE_ENDORSEMENT' | 'QUOTE_TRUE_UP'>,
    'clientId' | 'policyId' | 'metadata' | 'fires'
  >
>;

/** Stores quotes, and fires `UNDERWRITING_REFERRED` if the first one needs an underwriter's approval. */
export async function storeQuotes(
  trx: Transaction,
  { policy, records, premium }: MadeQuotes,
): Promise<QuotedChange> {
  await insertQuotes(trx, records);
  const quote = records[0]?.quote;
  if (quote === undefined) throw new RangeError('a rating makes a quote');
  const { requestId, outcome, requiresUnderwriterApproval } = quote;
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: {
      policyId: policy.id,
      quoteId: requestId,
      outcome,
      ...(premium !== null && { premium: Number(premium) }),
    },
    fires: requiresUnderwriterApproval
      ? [
          {
            id: derivedId(requestId, 'UNDERWRITING_REFERRED'),
            type: 'UNDERWRITING_REFERRED',
            payload: { clientId: policy.clientId, quoteId: requestId },
          },
        ]
      : [],
  };
}

/**
 * The organizations and records of a policy's quote: the policy's own organizations, regardless of who fired
 * the event.
 */
export async function contextOf(
  { dependencies, event, now }: DefaultActionWork,
  policy: Policy,
  { rating, intake, effectiveDate }: { rating: PolicyRating; intake: AnswerMap; effectiveDate: string },
): Promise<QuoteContext> {
  const { version, action } = rating;
  const issuer = await Organization.query(dependencies.db)
    .findById(policy.issuingOrganizationId)
    .select('id', 'name');
  if (issuer === undefined) throw missing('organization', policy.issuingOrganizationId);
  const seller = await licensedAuthority(
    { catalog: dependencies.catalog, licenseOf: dependencies.catalog.licenseOf },
    {
      ...{ organizationId: event.organizationId, productId: policy.productId, now },
      issuerId: policy.issuingOrganizationId,
    },
  );
  return {
    triggerRequestId: event.triggerRequestId,
    organizationId: policy.sellerOrganizationId,
    envelope: {
      batchMode: false,
      payload: { effectiveDate, intake },
    },
    clientId: policy.clientId,
    action,
    product: {
      id: policy.productId,
      versionId: version.versionId,
      source: version.source,
      title: version.definition.product.title,
    },
    quoting: { organizationId: issuer.id, name: issuer.name },
    term: policy.premiumTerm as QuoteContext['term'],
    asConfiguredAt: event.asConfiguredAt,
    now,
    ...(!event.byService && { sellerLimits: seller?.limits }),
  };
}

/** The quotes of a rating with their worksheets. */
export function withWorksheets(context: QuoteContext, rating: RatingResult | BundleRating): QuoteToRecord[] {
  const { quote, components } = newQuotes(context, rating);
  return [recordOf({ quote, rating }), ...components.map(recordOf)];
}

/**
 * Each remaining stretch of the term is rated: its answers may be declined even if the first day's are not.
 */
function onlyQuoted({ rate }: PolicyRating): (answers: AnswerMap) => QuotedRating {
  const known = new Map<string, QuotedRating>();
  return (answers) => {
    const key = JSON.stringify(answers);
    const before = known.get(key);
    if (before !== undefined) return before;
    const rating = rate(answers);
    if (rating.outcome === 'DECLINED') {
      const reasons = rating.messages.map(({ message }) => message).join('; ');
      throw refused(`a later part of the term would be declined: ${reasons}`);
    }
    known.set(key, rating);
    return rating;
  };
}
