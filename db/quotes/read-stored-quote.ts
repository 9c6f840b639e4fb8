import { asRated } from '../../domain/policy/change-quote.js';
import type { QuoteToReplay } from '../../domain/rerating/replay-quote.js';
import type { Database } from '../database.js';
import { Quote } from '../models/quote.js';
import { QuoteWorksheet } from '../models/quote-worksheet.js';
import { inflated } from '../models/worksheet-text.js';

/** A quote with the steps of its rating; without steps if it was not rated here. */
export type QuoteWithWorksheet = Quote & Pick<QuoteToReplay, 'worksheet' | 'worksheetSha256' | 'component'>;

/**
 * Reads a quote with its worksheet, as it was rated. With an organization, only quotes visible to it: its own
 * clients' quotes, and those it quoted itself.
 */
export async function readQuoteWithWorksheet(
  db: Database,
  requestId: string,
  { visibleTo }: { visibleTo?: string } = {},
): Promise<QuoteWithWorksheet | undefined> {
  const quote = await visibleQuote(db, requestId, visibleTo);
  if (quote === undefined) return undefined;
  const stored = await QuoteWorksheet.query(db).findById(requestId);
  return Object.assign(quote, asRated(quote), {
    worksheet: stored?.worksheet ?? [],
    worksheetSha256: stored?.sha256 ?? '',
    component: componentOf(quote),
  });
}

/** The same with the worksheet as JSON text, which can be passed on without the cost of parsing. */
export async function readQuoteWithSheetText(
  db: Database,
  requestId: string,
  { visibleTo }: { visibleTo?: string } = {},
): Promise<{ quote: Quote; worksheetText: string; sha256: string } | undefined> {
  const quote = await visibleQuote(db, requestId, visibleTo);
  if (quote === undefined) return undefined;
  const stored: { sha256: string; deflated: Buffer } | undefined = await db('quote_worksheets')
    .where({ request_id: requestId })
    .first('sha256', 'deflated');
  return {
    quote: Object.assign(quote, asRated(quote)),
    worksheetText: stored ? inflated(stored.deflated) : '[]',
    sha256: stored?.sha256 ?? '',
  };
}

async function visibleQuote(
  db: Database,
  requestId: string,
  organizationId: string | undefined,
): Promise<Quote | undefined> {
  const quote = Quote.query(db).findById(requestId);
  return organizationId === undefined ? quote : quote.modify('visibleTo', organizationId);
}

/** The key of the quote's line in its package; undefined for a standalone quote. */
function componentOf({ packageRequestId, metadata }: Quote): string | undefined {
  return packageRequestId !== null && typeof metadata.component === 'string' ? metadata.component : undefined;
}
