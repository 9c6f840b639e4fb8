import type { Database } from '../../db/database.js';
import { ProductVersion } from '../../db/models/product-version.js';
import type { Quote } from '../../db/models/quote.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { type StoredWorksheet, type WorksheetDocument, worksheetDocument } from './worksheet-document.js';

/** Reads the worksheets of quotes; those who see a quote see its worksheet. */
export class WorksheetService {
  readonly #db: Database;

  constructor({ db }: { db: Database }) {
    this.#db = db;
  }

  /**
   * A quote's worksheet (spec 4.9). 404 where the caller does not see the quote, and where no plan of this
   * service rated it, so that there are no steps to show.
   */
  async ofQuote(caller: Caller, quoteId: string): Promise<WorksheetDocument> {
    return worksheetDocument(await this.#stored(caller, quoteId));
  }

  async #stored({ organizationId }: Caller, quoteId: string): Promise<StoredWorksheet> {
    const quote = await readQuoteWithWorksheet(this.#db, quoteId, { visibleTo: organizationId });
    if (quote === undefined) throw new NotFound('quote', quoteId);
    if (quote.worksheet.length === 0) throw new NotFound(`worksheet: ${reasonOf(quote)}`);
    const version = await ProductVersion.query(this.#db)
      .findById(quote.productVersionId)
      .select('version', 'build_number');
    return {
      quote,
      productVersion: version ? `${version.version} (build ${version.buildNumber})` : quote.productVersionId,
      lines: quote.worksheet,
      sha256: quote.worksheetSha256,
    };
  }
}

function reasonOf({ actionType, requestId, outcome }: Quote): string {
  if (actionType === 'THIRD_PARTY_RATING') {
    return `quote ${requestId} was rated by a carrier (${actionType}), which keeps its own`;
  }
  return outcome === 'DECLINED'
    ? `quote ${requestId} was declined before the first step of its rating; its messages say why`
    : `quote ${requestId} was not rated by a plan of this service`;
}
