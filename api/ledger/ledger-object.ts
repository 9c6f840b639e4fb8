import type { FoundEntry, StoredEntry } from '../../db/ledger/read-ledger.js';
import type { LedgerSearchRequest } from './schemas.js';

/** A ledger entry of the interface (spec 2.7). */
export function entryObject(entry: StoredEntry) {
  return {
    id: entry.id,
    policyNumber: entry.policyNumber,
    parentPolicyId: entry.parentPolicyId,
    ...(entry.quoteId !== null && { quoteId: entry.quoteId }),
    organizationId: entry.organizationId,
    productId: entry.productId,
    premium: Number(entry.premium),
    effectiveDate: entry.effectiveDate,
    appliedToStatement: entry.appliedToStatement,
    eventAnswers: entry.eventAnswers ?? {},
    doc: entry.doc,
    additionalDocs: entry.additionalDocs,
    statementId: entry.statementId,
    createdTimestamp: entry.createdAt.toISOString(),
    createdBy: entry.createdBy,
  };
}

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
