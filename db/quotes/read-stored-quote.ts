import { asRated } from '../../domain/policy/change-quote.js';
import { expiringValuesOf } from '../../domain/quote/expiring-term.js';
import { loadingOf } from '../../domain/quote/loading.js';
import type { QuoteToReplay } from '../../domain/rerating/replay-quote.js';
import type { Database } from '../database.js';
import { Quote } from '../models/quote.js';
import { QuoteWorksheet } from '../models/quote-worksheet.js';
import { deflated, type PackedSheet } from '../models/worksheet-text.js';

/** A quote with the steps of its rating; without steps if it was not rated here. */
export type QuoteWithWorksheet = Quote &
  Pick<QuoteToReplay, 'worksheet' | 'worksheetSha256' | keyof Question>;

const noSheet: PackedSheet = { deflated: deflated('[]'), sha256: '' };

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
    ...questionOf(quote),
  });
}

/** A quote with its worksheet as it is stored. */
export type QuoteWithPackedSheet = Quote & Question & { sheet: PackedSheet };

/** The same with the worksheet as it is stored, which can be passed on without the cost of reading it. */
export async function readQuoteWithPackedSheet(
  db: Database,
  requestId: string,
  { visibleTo }: { visibleTo?: string } = {},
): Promise<QuoteWithPackedSheet | undefined> {
  const quote = await visibleQuote(db, requestId, visibleTo);
  if (quote === undefined) return undefined;
  const sheet: PackedSheet | undefined = await db('quote_worksheets')
    .where({ request_id: requestId })
    .first('sha256', 'deflated');
  return Object.assign(quote, asRated(quote), { sheet: sheet ?? noSheet, ...questionOf(quote) });
}

async function visibleQuote(
  db: Database,
  requestId: string,
  organizationId: string | undefined,
): Promise<Quote | undefined> {
  const quote = Quote.query(db).findById(requestId);
  return organizationId === undefined ? quote : quote.modify('visibleTo', organizationId);
}

/** What a rating is given beside the columns of its quote. */
type Question = Pick<QuoteToReplay, 'component' | 'expiring' | 'loading'>;

function questionOf(quote: Quote): Question {
  return {
    component: componentOf(quote),
    expiring: expiringValuesOf(quote),
    loading: loadingOf(quote)?.percent,
  };
}

/** The key of the quote's line in its package; undefined for a standalone quote. */
function componentOf({ packageRequestId, metadata }: Quote): string | undefined {
  return packageRequestId !== null && typeof metadata.component === 'string' ? metadata.component : undefined;
}
