import { ZodError } from 'zod';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { PlanError } from '../../domain/rating/run/plan-issue.js';
import { replayQuote, whyNotReplayable } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { QuoteReplayObject } from './replay-schemas.js';

/** Rates stored quotes again, for those who may see them. */
export class QuoteReplays {
  readonly #db: Database;
  readonly #catalog: Pick<ProductCatalog, 'version'>;

  constructor({ db, catalog }: { db: Database; catalog: Pick<ProductCatalog, 'version'> }) {
    this.#db = db;
    this.#catalog = catalog;
  }

  /** How a quote compares with its rating done again. 404 where unseen, 409 where nothing can be replayed. */
  async replay(caller: Caller, requestId: string): Promise<QuoteReplayObject> {
    const quote = await readQuoteWithWorksheet(this.#db, requestId, { visibleTo: caller.organizationId });
    if (quote === undefined) throw new NotFound('quote', requestId);
    const { productVersionId } = quote;
    const nothing = (reason: string) => new Conflict(`quote ${requestId} has nothing to replay: ${reason}`);
    const why = whyNotReplayable(quote);
    if (why !== null) throw nothing(why);
    const rerated = rerateOn(await this.#version(productVersionId))(quote);
    if (rerated.status !== 'RATED') throw nothing('its version does not have the action that made it');
    return { quoteRequestId: requestId, productVersionId, ...replayQuote(quote, rerated.rating) };
  }

  async #version(versionId: string): Promise<LoadedVersion> {
    try {
      const version = await this.#catalog.version(versionId);
      if (version !== null) return version;
    } catch (error) {
      if (!(error instanceof PlanError || error instanceof ZodError)) throw error;
      throw new Conflict(`product version ${versionId} cannot be rated by this release any more`, {
        cause: error,
      });
    }
    throw new NotFound('product version', versionId);
  }
}
