import { useCallback, useState } from 'react';
import type { AnswerMap } from '../../api/client.js';

/** What somebody has entered for a product. It stays in the memory of the page, and nowhere else. */
export interface Draft {
  /** An existing client; a quote without one makes one. */
  clientId?: string | undefined;
  clientName?: string | undefined;
  /** The test clock of the client, or the one that a new client is bound to. */
  clockId?: string | undefined;
  effectiveDate: string;
  /** By default the first one of the product. */
  term?: string | undefined;
  answers: AnswerMap;
  /** The events that quoted it so far. */
  quotedBy: readonly string[];
}

const drafts = new Map<string, Draft>();

/** The day of the person's calendar. */
export function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const empty = (): Draft => ({ effectiveDate: today(), answers: {}, quotedBy: [] });
export const draftOf = (productId: string): Draft => drafts.get(productId) ?? empty();

export function keepDraft(productId: string, draft: Draft): void {
  drafts.set(productId, draft);
}

/** The draft of a product; it is there again when the person comes back to it. */
export function useDraft(
  productId: string,
): [draft: Draft, change: (to: (before: Draft) => Draft) => void, clear: () => void] {
  const [draft, setDraft] = useState(() => draftOf(productId));
  const change = useCallback(
    (to: (before: Draft) => Draft) => {
      const after = to(draftOf(productId));
      keepDraft(productId, after);
      setDraft(after);
    },
    [productId],
  );
  const clear = useCallback(() => change(empty), [change]);
  return [draft, change, clear];
}
