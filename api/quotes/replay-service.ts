import { ZodError } from 'zod';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import {
  type QuoteWithWorksheet,
  readQuoteWithPackedSheet,
  readQuoteWithWorksheet,
} from '../../db/quotes/read-stored-quote.js';
import type { Rater } from '../../documents/rating/rater.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { PlanError } from '../../domain/rating/run/plan-issue.js';
import { compareQuotes } from '../../domain/rerating/compare-quotes.js';
import { whyNotReplayable } from '../../domain/rerating/replay-quote.js';
import { Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { QuoteComparisonObject } from './compare-schemas.js';
import { ratedAnswersOf } from './rated-answers.js';
import type { QuoteReplayObject } from './replay-schemas.js';

export interface ReplayDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  rater: Rater;
}

/** Replays and compares stored quotes for organizations that can see them. */
export class QuoteReplays {
  constructor(private readonly uses: ReplayDependencies) {}

  /** Compares a quote with its replay. 404 if it is not visible, 409 if it cannot be replayed. */
  async replay({ organizationId }: Caller, requestId: string): Promise<QuoteReplayObject> {
    const quote = await readQuoteWithPackedSheet(this.uses.db, requestId, { visibleTo: organizationId });
    if (quote === undefined) throw new NotFound('quote', requestId);
    const { productVersionId } = quote;
    const nothing = (reason: string) => new Conflict(`quote ${requestId} cannot be replayed: ${reason}`);
    const why = whyNotReplayable(quote);
    if (why !== null) throw nothing(why);
    const version = await this.#version(productVersionId);
    const replay = await this.uses.rater.replay(organizationId, version, quote);
    if (replay === null) throw nothing('its version lacks the action that made it');
    return { quoteRequestId: requestId, productVersionId, ...replay };
  }

  /** How quote B, `quoteId`, differs from quote A. 404 if one of them is not visible. */
  async compare(
    caller: Caller,
    { quoteRequestId, quoteId }: { quoteRequestId: string; quoteId: string },
  ): Promise<QuoteComparisonObject> {
    const a = await this.#answered(caller, quoteRequestId);
    const b = await this.#answered(caller, quoteId);
    const version = await this.uses.catalog.version(a.productVersionId);
    return compareQuotes(a, b, policySettingsOf(version?.definition ?? {}).currency);
  }

  /** A quote with the answers that were rated, defaults included. */
  async #answered({ organizationId }: Caller, requestId: string): Promise<QuoteWithWorksheet> {
    const quote = await readQuoteWithWorksheet(this.uses.db, requestId, { visibleTo: organizationId });
    if (quote === undefined) throw new NotFound('quote', requestId);
    return Object.assign(quote, { intake: (await ratedAnswersOf(this.uses.catalog, quote)) ?? quote.intake });
  }

  async #version(versionId: string): Promise<LoadedVersion> {
    try {
      const version = await this.uses.catalog.version(versionId);
      if (version !== null) return version;
    } catch (error) {
      if (!(error instanceof PlanError || error instanceof ZodError)) throw error;
      throw new Conflict(`product version ${versionId} can no longer be rated by this release`, {
        cause: error,
      });
    }
    throw new NotFound('product version', versionId);
  }
}
