import type { Database } from '../../db/database.js';
import { Document } from '../../db/models/document.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { DocumentMaker } from '../../documents/making/document-maker.js';
import { readSubject } from '../../documents/making/read-subject.js';
import { formDataOf } from '../../documents/making/subject-data.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { LocatedForm } from '../../domain/quote/form-reference.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Caller } from '../http/caller.js';
import type { Logger } from '../telemetry/logger.js';
import { createdBy } from './created-by.js';

export interface QuoteProposalDependencies {
  db: Database;
  catalog: ProductCatalog;
  maker: DocumentMaker;
  urls: FileUrls;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
}

/** Makes the proposals of quotes before anybody asks for them (spec 4.5, `preGenerateQuoteProposal`). */
export class QuoteProposals {
  readonly #dependencies: QuoteProposalDependencies;

  constructor(dependencies: QuoteProposalDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The quotes, each with its `quoteProposal` where its product has such a form. A proposal is made once; one that cannot be
   * made now is left out, for reading quotes must not fail for it.
   */
  async with(caller: Caller, quotes: readonly QuoteObject[]): Promise<QuoteObject[]> {
    return Promise.all(
      quotes.map(async (quote) => {
        try {
          const quoteProposal = await this.#proposalOf(caller, quote);
          return quoteProposal === undefined ? quote : { ...quote, quoteProposal };
        } catch (error) {
          this.#dependencies.log.warn({ err: error, quoteId: quote.requestId }, 'no proposal could be made');
          return quote;
        }
      }),
    );
  }

  async #proposalOf(caller: Caller, quote: QuoteObject): Promise<LocatedForm | undefined> {
    const { db, catalog } = this.#dependencies;
    const version = await catalog.version(quote.productVersionId);
    const form = [...(version?.compiled.forms.documents.values() ?? [])].find(
      (one) => one.form.purpose === 'QUOTE_PROPOSAL',
    );
    if (version === null || form === undefined || quote.clientId === undefined) return undefined;
    const id = derivedId(quote.requestId, form.form.formConfigId, 'proposal');
    const known = await Document.query(db).findById(id).modify('visibleTo', caller.organizationId);
    if (known !== undefined) return this.#located(form, id, known.fileName);
    return this.#made(caller, { ...quote, clientId: quote.clientId }, { id, form, version });
  }

  async #made(
    caller: Caller,
    quote: QuoteObject & { clientId: string },
    {
      id,
      form,
      version,
    }: {
      id: string;
      form: CompiledDocument;
      version: { productId: string; versionId: string; version: string };
    },
  ): Promise<LocatedForm | undefined> {
    const { db, maker } = this.#dependencies;
    const now = this.#dependencies.now();
    const { organizationId } = caller;
    const { productId, versionId } = version;
    const ids = { clientId: quote.clientId, quoteId: quote.requestId };
    const subject = await readSubject(db, organizationId, productId, ids, utcDate(now));
    const data = formDataOf(subject, {
      now,
      organization: { id: quote.quotingOrganizationId, name: quote.quotingOrganization },
      product: { id: productId, name: quote.lineName, version: version.version },
    });
    if (!form.applies(data)) return undefined;
    const made = await maker.make({
      ...{ id, form, data, now },
      about: {
        organizationId,
        otherOrganizationId: subject.otherOrganizationId,
        productId,
        productVersionId: versionId,
        clientId: quote.clientId,
        quoteId: quote.requestId,
        policyId: null,
        triggerRequestId: null,
      },
      createdBy: createdBy(caller),
    });
    await db.transaction((trx) => made.record(trx));
    return this.#located(form, id, made.reference.fileName);
  }

  #located({ form }: CompiledDocument, contentId: string, fileName: string): LocatedForm {
    const { formNumber, formVersion, type } = form;
    const url = this.#dependencies.urls.urlOf({ id: contentId, fileName });
    return { contentId, fileName, formNumber, formVersion, type, ...(url !== undefined && { url }) };
  }
}
