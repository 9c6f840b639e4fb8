import { ZodError } from 'zod';
import type { Database } from '../../db/database.js';
import { ProductVersion } from '../../db/models/product-version.js';
import type { Quote } from '../../db/models/quote.js';
import { inflated, linesIn, type PackedSheet } from '../../db/models/worksheet-text.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import { PublicIds } from '../../db/public-ids.js';
import { readReasons } from '../../db/quotes/read-reasons.js';
import {
  type QuoteWithPackedSheet,
  type QuoteWithWorksheet,
  readQuoteWithPackedSheet,
} from '../../db/quotes/read-stored-quote.js';
import type { ThreadPool } from '../../documents/threads/thread-pool.js';
import type {
  PrintedWorksheet,
  RatedBy,
  Rendering,
  WorksheetSource,
} from '../../documents/worksheets/render.js';
import { WorksheetRenderer } from '../../documents/worksheets/worksheet-renderer.js';
import { heldStretch } from '../../domain/product/held-stretch.js';
import { namesOfIterations } from '../../domain/questions/iteration-names.js';
import { PlanError } from '../../domain/rating/run/plan-issue.js';
import { whyNotReplayable } from '../../domain/rerating/replay-quote.js';
import { todayOf } from '../../domain/rerating/rerate.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

export interface WorksheetDependencies {
  db: Database;
  catalog: { version(versionId: string): Promise<Pick<LoadedVersion, 'definition' | 'compiled'> | null> };
  threads: ThreadPool;
  /** Longer worksheets are rendered in a thread. Default: by format. */
  inlineBytes?: number;
}

/** Reads and renders the worksheets of quotes; anyone who can see a quote can see its worksheet. */
export class WorksheetService {
  readonly #db: Database;
  readonly #catalog: WorksheetDependencies['catalog'];
  readonly #renderer: WorksheetRenderer;

  constructor({ db, catalog, threads, inlineBytes }: WorksheetDependencies) {
    this.#db = db;
    this.#catalog = catalog;
    this.#renderer = new WorksheetRenderer(threads, inlineBytes);
  }

  /**
   * A quote's worksheet as a file (spec 4.9). 404 if the caller cannot see the quote, or if no plan of this
   * service rated it, so that it has no steps; 503 if it takes too long.
   *
   * @returns the file, and what it could not print.
   */
  async render(caller: Caller, quoteId: string, rendering: Rendering): Promise<PrintedWorksheet> {
    const found = await readQuoteWithPackedSheet(this.#db, quoteId, { visibleTo: caller.organizationId });
    if (found === undefined) throw new NotFound('quote', quoteId);
    const source = await this.#source(found);
    const rated = rendering === 'excel' ? await this.#ratedBy(found) : null;
    return this.#renderer.render(caller.organizationId, rendering, source, rated);
  }

  /** The version that rated the quote; null if this release cannot rate it again. */
  async #ratedBy(quote: QuoteWithPackedSheet): Promise<RatedBy | null> {
    if (whyNotReplayable(quote) !== null) return null;
    try {
      const version = await this.#catalog.version(quote.productVersionId);
      if (version === null) return null;
      const { compiled } = version;
      const { actionId, actionType, effectiveDate, asRatingConfiguredAt, term, intake } = quote;
      const { component, expiring, loading, inputMappingData } = quote;
      const question = { actionId, actionType, effectiveDate, asRatingConfiguredAt, term, intake, component };
      const asked = { ...question, expiring, loading, inputMappingData };
      // Its tables are those of the state.
      const dates = { effectiveDate, today: todayOf(asked) };
      const { definition, state } = compiled.holding(intake, dates);
      const held = heldStretch(version.definition, state, dates);
      return { definition, held, compiled, question: asked };
    } catch (error) {
      if (error instanceof PlanError || error instanceof ZodError) return null;
      throw error;
    }
  }

  async #source(found: QuoteWithPackedSheet): Promise<WorksheetSource> {
    const { sheet, component: _, expiring: _expiring, loading: _loading, ...quote } = found;
    if (isEmpty(sheet)) throw new NotFound(`worksheet: ${reasonOf(found)}`);
    const version = await ProductVersion.query(this.#db)
      .findById(quote.productVersionId)
      .select('version', 'build_number');
    const triggerRequestId = await new PublicIds(this.#db).in(quote.triggerRequestId);
    const rated = await this.#catalog.version(quote.productVersionId);
    return {
      ...(rated && { names: namesOfIterations(quote.intake, rated.compiled.questionTypes) }),
      // Its fields only: a model cannot be sent to a thread.
      quote: { ...quote, triggerRequestId } as object as Quote,
      reasons: await this.#reasons(found),
      productVersion: version ? `${version.version} (build ${version.buildNumber})` : quote.productVersionId,
      ...sheet,
    };
  }

  async #reasons(found: QuoteWithPackedSheet) {
    const { sheet, ...quote } = found;
    const version = await this.#catalog.version(quote.productVersionId);
    if (version === null || sheet.deflated.length > mostReasonBytes) return [];
    const rated = { ...quote, worksheet: linesIn(sheet), worksheetSha256: sheet.sha256 };
    return readReasons(this.#db, rated as object as QuoteWithWorksheet, version);
  }
}

/** Packed worksheets of more bytes have no reasons: it would take too long to weigh their steps. */
const mostReasonBytes = 200_000;

/** Nothing was rated, or not by a plan of this service. */
function isEmpty({ deflated }: PackedSheet): boolean {
  return deflated.length < 20 && inflated(deflated) === '[]';
}

function reasonOf({ actionType, requestId, outcome }: Quote): string {
  if (actionType === 'THIRD_PARTY_RATING') {
    return `quote ${requestId} was rated by a carrier (${actionType}), which keeps its own`;
  }
  return outcome === 'DECLINED'
    ? `quote ${requestId} was declined before the first step of its rating; its messages say why`
    : `quote ${requestId} was not rated by a plan of this service`;
}
