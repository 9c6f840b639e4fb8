import { keepPreviousData } from '@tanstack/react-query';
import { type AnswerEdits, type EditConflict, ioi, type Policy, type Quote } from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';
import { useSettled } from '../../../parts/use-settled.js';
import type { Choices } from './conflicts.js';

/** What an endorsement's quote says about its price in a term; decimal text. */
export interface PricedTerm {
  premium: string;
  taxesAndFees: string;
  termPremium: { before: string; after: string };
  days: number;
  daysOfTerm: number;
}

interface PricedChange extends PricedTerm {
  /** Of a change that begins in an earlier term: each that it reaches. */
  terms?: (PricedTerm & { termNumber: number; from: string })[];
}

interface Priced {
  quote: Quote;
  /** None if it was declined. */
  change: PricedChange | undefined;
  conflicts: readonly EditConflict[];
}

export interface Price {
  /** The price of the answers as they are now. */
  current: Priced | undefined;
  /** The last price, perhaps of the answers before. */
  latest: Priced | undefined;
  /** Where the change meets later ones; those of the answers before while these are priced. */
  conflicts: readonly EditConflict[];
  isPricing: boolean;
  error: unknown;
  retry: () => void;
}

const pauseMs = 600;

/** Quotes a change when the person pauses. Each price is a quote that the policy can be endorsed with. */
export function useEndorsementPrice(
  { id: policyId, productId }: Policy,
  change: { effectiveDate: string; edits: AnswerEdits } & Choices,
): Price {
  const asked = useSettled(change, pauseMs);
  const hasChanges = Object.keys(change.edits).length > 0 && change.effectiveDate !== '';
  const isCurrent = JSON.stringify(asked) === JSON.stringify(change);
  const query = useRead(
    ['policies', policyId, 'endorsement', asked],
    async (signal): Promise<Priced> => {
      const { metadata } = await ioi.events.fire(
        'POLICY_ENDORSEMENT_QUOTING',
        { lineId: productId, payload: { policyId, ...asked } },
        { signal },
      );
      const quote = await ioi.quotes.get(metadata.quoteId ?? '', {}, { signal });
      const priced = quote.metadata.policyChange as PricedChange | undefined;
      return { quote, change: priced, conflicts: metadata.conflicts ?? [] };
    },
    {
      placeholderData: keepPreviousData,
      enabled: hasChanges && isCurrent,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    },
  );
  return {
    current: isCurrent && hasChanges && !query.isPlaceholderData ? query.data : undefined,
    latest: hasChanges ? query.data : undefined,
    conflicts: (hasChanges && query.data?.conflicts) || [],
    isPricing: hasChanges && (!isCurrent || query.isFetching),
    error: isCurrent ? query.error : null,
    retry: () => void query.refetch(),
  };
}
