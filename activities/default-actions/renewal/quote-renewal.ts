import { ApplicationFailure } from '@temporalio/common';
import { isAbout } from '../../../db/authority/lack-of-rates.js';
import type { Policy } from '../../../db/models/policy.js';
import { readPolicyStanding } from '../../../db/policies/read-history.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import type { QuoteToRecord } from '../../../db/quotes/record-quote.js';
import type { ResultOf } from '../../../domain/events/catalogue.js';
import { refusalType } from '../../../domain/events/refusal.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { mergedAnswers } from '../../../domain/intake/answer-changes.js';
import { againstRenewing } from '../../../domain/policy/change-rules.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { renewalQuote } from '../../../domain/policy/renewal-quote.js';
import { answersOn } from '../../../domain/policy/timeline.js';
import { whyNotBindable } from '../../../domain/quote/bindable.js';
import { newQuotes } from '../../../domain/quote/package-quote.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import {
  type MadeQuotes,
  type QuotedChangeResult,
  recordsOf,
  storeQuotes,
} from '../../policy-changes/quote-change.js';
import { quoteContextOf } from '../../policy-changes/quote-context.js';
import { ratingOfPolicy } from '../../policy-changes/rate-policy.js';

/**
 * Rates a policy's next term as a quote of type `RENEWAL`, with the version that is deployed for it. If the
 * product renews automatically, a bindable quote is held for the end of the term; a declined one fires
 * `POLICY_RENEWAL_QUOTING_FAILED`.
 */
export const quoteRenewal: DefaultActionHandler<'QUOTE_RENEWAL'> = async (work) => {
  const { event, now } = work;
  const { triggerRequestId } = event;
  const { policyId } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  const known = await policyOfEvent(work.dependencies.db, event, policyId);
  refuseIf(againstRenewing(known));
  const made = await quotesOrReason(work, known);
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    refuseIf(againstRenewing(policy));
    if (policy.termNumber !== known.termNumber) throw refused('the policy has been renewed meanwhile');
    const { metadata, fires, ...about } =
      'reason' in made ? withoutQuote(policy, made.reason) : await storeQuotes(trx, { ...made, policy });
    const { quoteId } = metadata;
    const isHeld =
      'quote' in made &&
      made.automatic &&
      whyNotBindable(made.quote, now) === undefined &&
      !hasSellersTime(work, policy);
    if (isHeld && quoteId !== undefined) await updatePolicy(trx, policy, { renewalQuoteId: quoteId }, now);
    const premium = 'premium' in made ? made.premium : null;
    await recordPolicyEvent(trx, policyId, {
      ...policyEvent(triggerRequestId, premium === null ? 'RENEWAL_QUOTING_FAILED' : 'RENEWAL_QUOTED', {
        label: premium === null ? 'Renewal not quoted' : 'Renewal quoted',
        description: premium === null ? whyNot(made) : `Premium ${premium}`,
      }),
      data: { ...(quoteId !== undefined && { quoteId }), held: isHeld },
      effectiveDate: policy.expirationDate,
      triggerRequestId,
      now,
    });
    const failed = {
      id: derivedId(triggerRequestId, 'POLICY_RENEWAL_QUOTING_FAILED'),
      type: 'POLICY_RENEWAL_QUOTING_FAILED' as const,
      payload: { policyId },
    };
    return {
      ...about,
      metadata: answers('POLICY_RENEWAL_QUOTING', { ...metadata, held: isHeld }),
      fires: [...fires, ...(premium === null ? [failed] : [])],
    };
  };
};

/** Before it is decided whether the quote is held. */
type RenewalQuoting = Omit<QuotedChangeResult, 'metadata'> & {
  metadata: Omit<ResultOf<'POLICY_RENEWAL_QUOTING'>, 'held'>;
};

type RenewalQuotes = MadeQuotes & { quote: QuoteToRecord['quote']; automatic: boolean };

/** Why the renewal could not be rated: the quoting has failed, but the event has reported it. */
async function quotesOrReason(
  work: DefaultActionWork,
  policy: Policy,
): Promise<RenewalQuotes | { reason: string }> {
  try {
    return await makeQuotes(work, policy);
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.type !== refusalType) throw error;
    return { reason: error.message };
  }
}

/** Rated as of a time that the seller chose: the quote is for comparison. The policy's own plan chooses none. */
function hasSellersTime({ event, now }: DefaultActionWork, policy: Policy): boolean {
  const isPlanned = event.byService && event.depth === 0;
  if (isPlanned || event.organizationId === policy.issuingOrganizationId) return false;
  return !isAbout(event.asConfiguredAt, now);
}

function withoutQuote(policy: Policy, reason: string): RenewalQuoting {
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: { policyId: policy.id, outcome: 'FAILED', reason },
    fires: [],
  };
}

function whyNot(made: RenewalQuotes | { reason: string }): string {
  return 'reason' in made ? made.reason : made.rating.messages.map(({ message }) => message).join('; ');
}

async function makeQuotes(work: DefaultActionWork, policy: Policy): Promise<RenewalQuotes> {
  const { dependencies, event, now } = work;
  const { catalog } = dependencies;
  const { intake = {} } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  const { expirationDate, productId } = policy;
  const at = { effectiveDate: expirationDate, asConfiguredAt: now };
  const versionId = await catalog.versionFor(productId, at);
  const version = versionId === null ? null : await catalog.version(versionId);
  if (version === null) throw refused(`no version of the product is deployed for ${expirationDate}`);
  const { term } = await readPolicyStanding(dependencies.db, policy);
  const rating = await ratingOfPolicy(dependencies.db, policy, {
    ...{ version, termFrom: expirationDate, asOf: event.asConfiguredAt },
  });
  const answers = mergedAnswers(answersOn(term, expirationDate), intake);
  const context = await quoteContextOf(work, policy, {
    rating,
    intake: answers,
    effectiveDate: expirationDate,
  });
  const rated = rating.rate(answers);
  const [first, ...components] = recordsOf(newQuotes(context, rated), rated);
  if (first === undefined) throw new RangeError('a rating makes a quote');
  const renewal = { policyId: policy.id, termNumber: term.number + 1, expiringOn: expirationDate };
  const quote = renewalQuote(first.quote, renewal);
  return {
    policy,
    rating: rated,
    quote,
    records: [{ ...first, quote }, ...components],
    premium: rated.outcome === 'QUOTED' ? rated.premium : null,
    automatic: policySettingsOf(version.definition).renewal.automatic,
  };
}
