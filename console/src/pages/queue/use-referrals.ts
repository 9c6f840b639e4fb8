import { ioi, type ListedQuote, type ListQuotesQuery, type QuotePage } from '../../api/client.js';
import { type Rows, useList } from '../../api/queries.js';
import { oneOf, text } from '../../parts/filters.js';
import { since } from '../../parts/within.js';

/** The filters of referrals: in the URL of the queue, and of a referral that was opened from it. */
export const referralFilters = {
  lineId: text,
  assignedTo: oneOf('me', 'nobody'),
  waitsFor: oneOf('DECISION', 'INFORMATION'),
  /** Days for which they have waited at least. */
  waiting: oneOf('1', '3', '7'),
};

export interface ReferralFilters {
  lineId?: string;
  assignedTo?: 'me' | 'nobody';
  waitsFor?: 'DECISION' | 'INFORMATION';
  waiting?: '1' | '3' | '7';
}

const pollMs = 30_000;

/** Quotes that wait for an underwriter, oldest first. */
export function useReferrals({ waiting, ...others }: ReferralFilters): Rows<ListedQuote, QuotePage> {
  const query: ListQuotesQuery = {
    ...others,
    ...(waiting && { createdTo: since(waiting) }),
    underReview: true,
    oldestFirst: true,
    size: 100,
  };
  return useList(['quotes', 'referrals', query], (signal) => ioi.quotes.list(query, { signal }), referralId, {
    pollMs,
  });
}

export const referralId = ({ requestId }: ListedQuote): string => requestId;

/** The page of a referral, with the filters of the list from which it was opened. */
export function referralPath(quoteId: string, search = ''): string {
  const filters = new URLSearchParams(search);
  filters.delete('tab');
  return `/queue/${quoteId}${filters.size === 0 ? '' : `?${filters}`}`;
}
