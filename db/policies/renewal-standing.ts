import type { Knex } from 'knex';
import { renewalOfQuote } from '../../domain/policy/renewal-quote.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { Quote } from '../models/quote.js';

/** The changes of a term after which its renewal is rated again. */
export const changesBeforeRenewal = ['ENDORSE', 'TRUE_UP', 'REINSTATE', 'CORRECT_EFFECTIVE_DATE'] as const;

/**
 * Whether a renewal quote was made before the last change of the expiring term: it lacks that change. A change of an
 * earlier term, such as an audit, does not count.
 */
export function isOutdated(
  db: Knex,
  policy: Pick<Policy, 'id' | 'termNumber'>,
  quote: Pick<Quote, 'metadata'>,
): Promise<boolean> {
  return isChangedSince(db, policy, renewalOfQuote(quote)?.basedOn ?? 0);
}

/** Whether the term was changed after a change of the policy, in a way that its renewal is rated again. */
export async function isChangedSince(
  db: Knex,
  { id, termNumber }: Pick<Policy, 'id' | 'termNumber'>,
  basedOn: number,
): Promise<boolean> {
  const later = await PolicyChange.query(db)
    .where({ policy_id: id, term_number: termNumber })
    .where('seq', '>', basedOn)
    .whereIn('kind', changesBeforeRenewal)
    .select('seq')
    .first();
  return later !== undefined;
}

/** The quote that a renewal goes on from after a change: the held one, else the last one; undefined if it was not quoted. */
export async function renewalUnderWay(
  db: Knex,
  { renewalQuoteId, lastRenewalQuoteId }: Pick<Policy, 'renewalQuoteId' | 'lastRenewalQuoteId'>,
): Promise<Quote | undefined> {
  const quoteId = renewalQuoteId ?? lastRenewalQuoteId;
  return quoteId === null ? undefined : Quote.query(db).findById(quoteId);
}
