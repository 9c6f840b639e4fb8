import type { Knex } from 'knex';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { readPolicyChanges } from '../../db/policies/read-history.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { wishesKeepingLookedUp } from '../../domain/lookups/without-looked-up.js';
import { type RenewalToQuote, renewalOfQuote } from '../../domain/policy/renewal-quote.js';
import { renewalWishes } from '../../domain/policy/renewal-wishes.js';
import { answersOn, currentTerm, historyOf, type PolicyTerm } from '../../domain/policy/timeline.js';
import { envelopeOf } from '../ground/default-action.js';
import { missing, refused } from '../ground/failures.js';

/** The next term of a policy, as it is to be quoted. */
export interface NextTerm {
  /** The term before it. */
  expiring: PolicyTerm;
  renewal: RenewalToQuote;
  /** All answers of the term: those of the expiring term's last day, with the wishes. */
  intake: AnswerMap;
  /** Iterations that an earlier quote's wishes edit and that the policy no longer has. */
  lost: string[];
}

/**
 * The next term that a `POLICY_RENEWAL_QUOTING` asks for, by the policy's changes up to one, by default by all. Refused
 * where the event asks for what the policy does not have.
 */
export async function nextTermOf(
  db: Knex,
  event: AcceptedEvent,
  policy: Policy,
  basedOn = Number.POSITIVE_INFINITY,
): Promise<NextTerm> {
  const { payload } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING');
  const changes = await readPolicyChanges(db, policy);
  const history = historyOf(changes.filter(({ seq }) => seq <= basedOn));
  if (history === null) throw missing('issued policy', policy.id);
  const term = currentTerm(history);
  const { expirationDate: expiringOn, number } = term;
  const of = { policyId: policy.id, termNumber: number + 1 };
  const { intake, edits, intakeLoopIterationIdsToDelete: iterationIdsToDelete } = payload;
  const wishes = renewalWishes(answersOn(term, expiringOn), {
    earlier: await earlierWishes(db, payload.renewalId, of),
    asked: { intake, edits, iterationIdsToDelete },
  });
  if ('missing' in wishes) {
    const reason = `the policy has no iteration ${wishes.missing} at the end of its term, ${expiringOn}`;
    throw refused(reason, ['payload', ...wishes.path].join('.'));
  }
  return {
    expiring: term,
    renewal: { ...of, expiringOn, basedOn: history.seq, edits: wishes.edits },
    intake: wishes.answers,
    lost: wishes.lost,
  };
}

/** The next term as a version rates it: what only a source answers is as on the last day, whatever a wish says. */
export function keepingSources(
  next: NextTerm,
  { compiled }: CatalogVersion,
): NextTerm & { ignored: string[] } {
  if (compiled.lookups.size === 0) return { ...next, ignored: [] };
  const lastDay = answersOn(next.expiring, next.renewal.expiringOn);
  const wishes = { answers: next.intake, edits: next.renewal.edits };
  const { answers, edits, ignored } = wishesKeepingLookedUp(lastDay, wishes, compiled.questionTypes);
  return { ...next, intake: answers, renewal: { ...next.renewal, edits }, ignored };
}

async function earlierWishes(
  db: Knex,
  quoteId: string | undefined,
  { policyId, termNumber }: Pick<RenewalToQuote, 'policyId' | 'termNumber'>,
) {
  if (quoteId === undefined) return undefined;
  const quote = await Quote.query(db).findById(quoteId).select('metadata');
  const renewal = quote && renewalOfQuote(quote);
  if (renewal?.policyId !== policyId || renewal.termNumber !== termNumber) {
    throw refused(`quote ${quoteId} is not one of this renewal`, 'payload.renewalId');
  }
  return renewal.edits;
}

/** The version that the policy keeps for its next terms, or else the one that is deployed for the first day of the next. */
export async function versionOfNextTerm(
  catalog: ProductCatalog,
  { productId, renewalVersionId }: Pick<Policy, 'productId' | 'renewalVersionId'>,
  { effectiveDate, asConfiguredAt }: { effectiveDate: string; asConfiguredAt: Date },
): Promise<CatalogVersion> {
  const versionId =
    renewalVersionId ?? (await catalog.versionFor(productId, { effectiveDate, asConfiguredAt }));
  const version = versionId === null ? null : await catalog.version(versionId);
  if (version === null) throw refused(`no version of the product is deployed for ${effectiveDate}`);
  return version;
}
