import { ApplicationFailure } from '@temporalio/common';
import type { Transaction } from 'objection';
import type { AcceptedEvent } from '../../../db/events/read-event.js';
import type { Policy } from '../../../db/models/policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import type { CatalogVersion } from '../../../db/products/catalog.js';
import { carrierActionOf } from '../../../domain/actions/configured-action.js';
import { refusalType } from '../../../domain/events/refusal.js';
import { recordsJudged } from '../../../domain/lookups/judged-by-lookups.js';
import { ignoredMessages } from '../../../domain/lookups/without-looked-up.js';
import { whyNotRenew } from '../../../domain/policy/change-rules.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { renewalQuote } from '../../../domain/policy/renewal-quote.js';
import { quoteIdOf } from '../../../domain/quote/new-quote.js';
import { newQuotes } from '../../../domain/quote/package-quote.js';
import {
  answers,
  type DefaultActionEffect,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { lookupsOfEvent } from '../../ground/lookups-of-event.js';
import { hasSellersTime } from '../../policy-changes/hold-renewal.js';
import { policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import { recordsOf, referralOf } from '../../policy-changes/quote-change.js';
import { quoteContextOf } from '../../policy-changes/quote-context.js';
import { ratingOfPolicy, versionOfPolicy } from '../../policy-changes/rate-policy.js';
import { type QuotedTerm, recordRenewal } from '../../policy-changes/record-renewal.js';
import { expiringTermOf } from '../../rating/expiring-term.js';
import { keepingSources, type NextTerm, nextTermOf, versionOfNextTerm } from '../../rating/next-term.js';
import type { RenewalBasis } from '../../rating/renewal-to-ask.js';

/**
 * Rates a policy's next term as a quote of type `RENEWAL`, with the version that is deployed for it. If the product
 * renews automatically, a bindable quote is held for the end of the term, and so is the quote of an accepted renewal
 * after a change of the policy. A declined one fires `POLICY_RENEWAL_QUOTING_FAILED`. A carrier that rated the policy is
 * asked by the event's configured action (`planEvent`), which goes on from what this one records.
 */
export const quoteRenewal: DefaultActionHandler<'QUOTE_RENEWAL'> = async (work) => {
  const { event, now, dependencies } = work;
  const { policyId } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  refuseIf(whyNotRenew(known));
  const next = await nextTermOf(dependencies.db, event, known);
  const quoted = await termOrReason(work, known, next);
  if ('asks' in quoted) return askingCarrier(work, known, quoted.asks, next);
  const version = 'version' in quoted ? quoted.version : await versionOfPolicy(work, known);
  const { renewal: settings } = policySettingsOf(version.definition);
  return async (trx) => {
    const policy = await lockToRenew(trx, event, known);
    const { metadata, quote, fires } = await recordRenewal(trx, {
      policy,
      event,
      quoted,
      settings,
      now,
      catalog: dependencies.catalog,
      isComparison: hasSellersTime(event, policy, now),
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_RENEWAL_QUOTING', metadata),
      fires: [...(quote === undefined ? [] : referralOf(policy, quote)), ...fires],
    };
  };
};

type RatedTerm = QuotedTerm & { version: CatalogVersion };

/**
 * The rated next term; the version by which the policy's carrier is asked for it; or why there is neither: the quoting
 * has failed, but the event reports it.
 */
async function termOrReason(
  work: DefaultActionWork,
  policy: Policy,
  next: NextTerm,
): Promise<RatedTerm | { asks: CatalogVersion } | { reason: string }> {
  const { catalog } = work.dependencies;
  const at = { effectiveDate: next.renewal.expiringOn, asConfiguredAt: work.now };
  try {
    const version = await versionOfNextTerm(catalog, policy, at);
    const asks = ({ compiled }: CatalogVersion) => carrierActionOf(compiled.actions, policy.actionId);
    if (asks(work.version) && asks(version)) return { asks: version };
    return { version, ...(await ratedTerm(work, policy, version, keepingSources(next, version))) };
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.type !== refusalType) throw error;
    return { reason: error.message };
  }
}

async function ratedTerm(
  work: DefaultActionWork,
  policy: Policy,
  version: CatalogVersion,
  { expiring, renewal, intake: known, lost, ignored }: ReturnType<typeof keepingSources>,
): Promise<QuotedTerm> {
  const { expiringOn } = renewal;
  const asked = {
    version,
    termFrom: expiringOn,
    asOf: work.event.asConfiguredAt,
    expiring: (read: readonly string[]) => expiringTermOf(work.dependencies, policy, expiring, read),
    whyNotCarrier: `version ${version.definition.version} of the product does not ask the carrier that rated the policy`,
  };
  const rating = await ratingOfPolicy(work.dependencies.db, policy, asked);
  const apply = await lookupsOfEvent(work.dependencies, work.event, version);
  const looked = apply(known);
  const found = { ...looked, messages: [...ignoredMessages(ignored), ...looked.messages] };
  const { answers: intake } = found;
  const context = await quoteContextOf(work, policy, { rating, intake, effectiveDate: expiringOn });
  const rated = rating.rate(intake);
  const [first, ...components] = recordsJudged(recordsOf(newQuotes(context, rated), rated), found);
  if (first === undefined) throw new RangeError('a rating makes a quote');
  return { records: [{ ...first, quote: renewalQuote(first.quote, renewal) }, ...components], renewal, lost };
}

async function lockToRenew(trx: Transaction, event: AcceptedEvent, known: Policy): Promise<Policy> {
  const policy = await lockPolicyOfEvent(trx, event, known.id);
  refuseIf(whyNotRenew(policy));
  if (policy.termNumber !== known.termNumber) throw refused('the policy has been renewed meanwhile');
  return policy;
}

/** Records for what the event's configured action asks the carrier, so that its answer is a quote for the same. */
function askingCarrier(
  { event, now }: DefaultActionWork,
  known: Policy,
  version: CatalogVersion,
  next: NextTerm,
): DefaultActionEffect<'QUOTE_RENEWAL'> {
  const { triggerRequestId } = event;
  const { renewal } = keepingSources(next, version);
  const basis: RenewalBasis = { basedOn: renewal.basedOn, productVersionId: version.versionId };
  return async (trx) => {
    const policy = await lockToRenew(trx, event, known);
    const recorded = policyEvent(triggerRequestId, 'RENEWAL_REQUESTED', {
      label: 'Renewal requested',
      description: `The carrier is asked for the term from ${renewal.expiringOn}`,
    });
    await recordPolicyEvent(trx, policy.id, {
      ...recorded,
      triggerRequestId,
      now,
      data: basis,
      effectiveDate: renewal.expiringOn,
    });
    const quoteId = quoteIdOf(triggerRequestId, policy.actionId);
    return {
      clientId: policy.clientId,
      policyId: policy.id,
      metadata: answers('POLICY_RENEWAL_QUOTING', {
        policyId: policy.id,
        quoteId,
        held: false,
        edits: renewal.edits,
        outcome: 'ASKED',
      }),
    };
  };
}
