import { businessTimeOf } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { Document } from '../../db/models/document.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { type DocumentMaker, referenceTo } from '../../documents/making/document-maker.js';
import { readFormSource } from '../../documents/making/form-source.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { LocatedForm } from '../../domain/quote/form-reference.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Caller } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import type { Logger } from '../telemetry/logger.js';

export interface QuoteProposalDependencies {
  db: Database;
  catalog: ProductCatalog;
  maker: DocumentMaker;
  urls: FileUrls;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
}

/** Generates the proposals of quotes in advance (spec 4.5, `preGenerateQuoteProposal`). */
export class QuoteProposals {
  constructor(private readonly uses: QuoteProposalDependencies) {}

  /**
   * The quotes, each with its `quoteProposal` if its product has such a form. A proposal is generated once.
   * One that fails is left out, so that quotes can still be read.
   */
  async with(caller: Caller, quotes: readonly QuoteObject[]): Promise<QuoteObject[]> {
    return Promise.all(
      quotes.map(async (quote) => {
        try {
          const quoteProposal = await this.#proposalOf(caller, quote);
          return quoteProposal === undefined ? quote : { ...quote, quoteProposal };
        } catch (error) {
          this.uses.log.warn({ err: error, quoteId: quote.requestId }, 'no proposal could be made');
          return quote;
        }
      }),
    );
  }

  async #proposalOf(caller: Caller, quote: QuoteObject): Promise<LocatedForm | undefined> {
    const { db, catalog, maker, urls } = this.uses;
    const version = await catalog.version(quote.productVersionId);
    const form = [...(version?.compiled.forms.documents.values() ?? [])].find(
      (one) => one.form.purpose === 'QUOTE_PROPOSAL',
    );
    if (version === null || form === undefined || quote.clientId === undefined) return undefined;
    const id = derivedId(quote.requestId, form.form.formConfigId, 'proposal');
    const known = await Document.query(db).findById(id).modify('visibleTo', caller.organizationId);
    if (known !== undefined) {
      return referenceTo(urls, form, { id, fileName: known.fileName, type: form.form.type });
    }
    const { organizationId } = caller;
    const ids = { clientId: quote.clientId, quoteId: quote.requestId };
    const { productVersionId, clockId = null } = quote;
    const now = await businessTimeOf(db, this.uses, { productVersionId, clockId });
    const source = await readFormSource({ db, catalog }, { organizationId, version, ids, now });
    const made = await maker.make({ id, form, source, createdBy: authorOf(caller) });
    if (made === undefined) return undefined;
    await db.transaction((trx) => made.record(trx));
    return made.reference;
  }
}
