import { lookupsOfQuote } from '../../domain/lookups/looked-up.js';
import { expiringTermOf } from '../../domain/quote/expiring-term.js';
import { durationOfTerm } from '../../domain/quote/quote-details.js';
import { reasonsAsJson } from '../../domain/reasons/reasons.js';
import type { Section } from '../../domain/worksheet/worksheet.js';
import type { WorksheetDocument } from './worksheet-document.js';

/** The worksheet as JSON (spec 4.9): the quote, an overview by section, and every step as it was stored. */
export function jsonWorksheet(document: WorksheetDocument): Record<string, unknown> {
  const { quote, productVersion, worksheet, sha256, lines } = document;
  const expiring = expiringTermOf(quote);
  const lookups = lookupsOfQuote(quote);
  return {
    quoteId: quote.requestId,
    triggerRequestId: quote.triggerRequestId,
    contentHash: sha256,
    actionType: quote.actionType,
    lineId: quote.productId,
    lineName: quote.lineName,
    productVersionId: quote.productVersionId,
    productVersion,
    ...(quote.metadata.overlays !== undefined && { overlays: quote.metadata.overlays }),
    effectiveDate: quote.effectiveDate,
    term: quote.term,
    duration: durationOfTerm(quote.term),
    ...(expiring !== undefined && { expiring }),
    outcome: quote.outcome,
    messages: quote.messages,
    ...(lookups.length > 0 && { lookups }),
    reasons: reasonsAsJson(document.reasons),
    ...(quote.quoteDetails && { premium: quote.quoteDetails.premium }),
    coverages: Object.fromEntries(
      (worksheet.allocation?.rows ?? []).map(({ code, title, rated, part }) => [
        code,
        { title, rated: rated.value, premium: part.value },
      ]),
    ),
    sections: worksheet.sections.map((section) => overviewOf(section, document)),
    steps: lines,
  };
}

function overviewOf(section: Section, { titleOf }: WorksheetDocument): Record<string, unknown> {
  const { key, kind, component, lines, amount } = section;
  return {
    section: key,
    kind,
    ...(component !== null && { component }),
    title: titleOf(section),
    ...(amount && { amount: amount.value }),
    /** Positions in `steps`, from 1, as in the workbook and the PDF. */
    stepNumbers: lines.map(({ number }) => number),
  };
}
