import type { FoundEntry } from '../../db/ledger/read-ledger.js';
import type { LedgerSearchRequest } from './schemas.js';

/** A found entry with the requested fields (spec 2.7, 4.8). */
export function recordObject(entry: FoundEntry, asked: LedgerSearchRequest) {
  const answers = entry.eventAnswers ?? {};
  const wanted = new Set(asked.intakeQuestionIds);
  return {
    id: entry.id,
    productId: entry.productId,
    parentPolicyId: entry.parentPolicyId,
    policyNumber: entry.policyNumber,
    premium: Number(entry.premium),
    ...(entry.quoteId !== null && { quoteId: entry.quoteId }),
    ...(asked.includeQuoteRateMeta && { quoteRateMeta: entry.rateMeta ?? {} }),
    effectiveDate: entry.effectiveDate,
    eventIntakeMap: asked.includeAllEventAnswers
      ? answers
      : Object.fromEntries(Object.entries(answers).filter(([qid]) => wanted.has(qid))),
    createdTimestamp: withOffset(entry.createdAt),
    ...(asked.includeDocuments && { doc: entry.doc, additionalDocs: entry.additionalDocs }),
  };
}

/** Milliseconds and an offset from UTC, as this record requires. */
function withOffset(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}
