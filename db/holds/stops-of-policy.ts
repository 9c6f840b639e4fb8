import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { unitsOf } from '../../domain/holds/risk-places.js';
import type { Business } from '../../domain/holds/stops-of.js';
import { type Widening, widened } from '../../domain/holds/widened.js';
import { changeOfQuote, ratingOfStretch } from '../../domain/policy/change-quote.js';
import type { ContractOnDate } from '../../domain/policy/contract.js';
import { differenceCode } from '../../domain/policy/premium-part.js';
import { stateOfInsured } from '../../domain/policy/rated-parts.js';
import { historyOf, type PolicyHistory } from '../../domain/policy/timeline.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';
import { coveragesOf } from '../../domain/quote/seller-limits.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';
import type { Policy } from '../models/policy.js';
import { readContract } from '../policies/read-contract.js';
import { readPolicyChanges } from '../policies/read-history.js';
import type { NewQuote } from '../quotes/record-quote.js';
import { type HoldSources, type PlacesOf, stopsNow } from './judge-holds.js';
import { codesOf, notApproved, productOf } from './stops-of-quote.js';

type QuoteOfPolicy = Pick<NewQuote, 'requestId' | 'intake' | 'quoteDetails' | 'metadata' | 'messages'> &
  Pick<NewQuote, 'outcome' | 'productId' | 'productVersionId'> & {
    underwriterResponse: { isApproved: boolean } | null;
  };

interface QuoteToJudge {
  policy: Policy;
  quote: QuoteOfPolicy;
  now: BusinessTime;
}

/** What holds stop of a change of a policy, by its quote: what it widens of the contract of its day and of later ones. */
export async function stopsOfChange(
  db: Knex,
  sources: HoldSources,
  { policy, quote, now }: QuoteToJudge,
): Promise<Stop[]> {
  const change = changeOfQuote(quote);
  if (change === undefined || quote.outcome === 'DECLINED') return [];
  return stopsOfPolicysQuote(db, sources, { policy, quote, now }, async (placesOf) => {
    const later = (change.terms ?? [change])
      .flatMap(({ stretches }) => stretches)
      .filter(
        ({ rating }, index, all) =>
          rating !== undefined && all.findIndex((s) => s.rating === rating) === index,
      );
    const altered = [
      { from: change.effectiveDate, details: quote.quoteDetails },
      ...later.map((stretch) => ({ from: stretch.from, details: ratingOfStretch(quote, stretch) })),
    ];
    return { kinds: [], ...(await widening(db, { policy, quote, altered }, placesOf)) };
  });
}

/** What holds stop of a policy's renewal, by the quote of its next term. */
export async function stopsOfRenewal(
  db: Knex,
  sources: HoldSources,
  { policy, quote, now }: QuoteToJudge,
): Promise<Stop[]> {
  if (quote.outcome === 'DECLINED') return [];
  return stopsOfPolicysQuote(db, sources, { policy, quote, now }, async (placesOf) => {
    const altered = [{ from: policy.expirationDate, details: quote.quoteDetails }];
    return { kinds: ['renewals'], ...(await widening(db, { policy, quote, altered }, placesOf)) };
  });
}

/** What holds stop of the reinstatement of a canceled policy. */
export async function stopsOfReinstatement(
  db: Knex,
  sources: HoldSources,
  { policy, history, now }: { policy: Policy; history: PolicyHistory; now: BusinessTime },
): Promise<Stop[]> {
  return stopsNow(db, sources, {
    ...productOf(policy),
    now,
    target: { policyId: policy.id },
    business: async (placesOf) => {
      const { answers, meta, contract } = await readContract(db, policy, history, now.today);
      return {
        kinds: ['reinstatements'],
        places: placesOf(answers, stateOfInsured(meta)),
        coverages: coveragesOf(contract?.quoteDetails ?? null).map(({ code }) => code),
      };
    },
  });
}

async function stopsOfPolicysQuote(
  db: Knex,
  sources: HoldSources,
  { policy, quote, now }: QuoteToJudge,
  business: (placesOf: PlacesOf) => Promise<Business>,
): Promise<Stop[]> {
  const target = { quoteId: quote.requestId, clientId: policy.clientId, policyId: policy.id };
  return notApproved(quote, await stopsNow(db, sources, { ...productOf(quote), now, target, business }));
}

/** A quote against the contracts of the days from which it holds. */
async function widening(
  db: Knex,
  {
    policy,
    quote,
    altered,
  }: {
    policy: Policy;
    quote: QuoteOfPolicy;
    altered: readonly { from: string; details: QuoteDetails | null }[];
  },
  placesOf: PlacesOf,
): Promise<Omit<Business, 'kinds'>> {
  const history = historyOf(await readPolicyChanges(db, policy));
  if (history === null) throw new Error(`policy ${policy.id} was never issued`);
  const units = unitsOf(quote.intake);
  let first: ContractOnDate | undefined;
  const all: Widening[] = [];
  for (const { from, details } of altered) {
    const before = await readContract(db, policy, history, from);
    first ??= before;
    const wider = widened(compared(before.contract?.quoteDetails ?? null), compared(details), units);
    all.push(...wider.filter(({ words }) => !all.some((known) => known.words === words)));
  }
  const state = stateOfInsured(first?.meta ?? {});
  return {
    places: placesOf(quote.intake, state),
    placesBefore: placesOf(first?.answers ?? {}, state),
    coverages: codesOf(quote),
    widened: all,
  };
}

/** Without what a carrier's coverages differ from its premium. */
const compared = (details: QuoteDetails | null) =>
  coveragesOf(details).filter(({ code }) => code !== differenceCode);
