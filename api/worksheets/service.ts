import type { Database } from '../../db/database.js';
import { ProductVersion } from '../../db/models/product-version.js';
import type { Quote } from '../../db/models/quote.js';
import { PublicIds } from '../../db/public-ids.js';
import { readQuoteWithSheetText } from '../../db/quotes/read-stored-quote.js';
import { JobTimedOut, PoolBusy } from '../../documents/threads/thread-pool.js';
import {
  type Rendering,
  type WorksheetSource,
  worksheetWarnings,
} from '../../documents/worksheets/render.js';
import {
  WorksheetRenderer,
  type WorksheetRendererOptions,
} from '../../documents/worksheets/worksheet-renderer.js';
import { NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/** Reads and renders the worksheets of quotes; whoever can see a quote can see its worksheet. */
export class WorksheetService {
  readonly #db: Database;
  readonly #renderer: WorksheetRenderer;

  constructor({ db, ...options }: { db: Database } & WorksheetRendererOptions) {
    this.#db = db;
    this.#renderer = new WorksheetRenderer(options);
  }

  /**
   * A quote's worksheet as a file (spec 4.9). 404 if the caller cannot see the quote, or if no plan of this
   * service rated it, so that it has no steps; 503 if too many large ones are waiting, or if it takes too
   * long.
   *
   * @returns the file, and what it could not print.
   */
  async render(caller: Caller, quoteId: string, rendering: Rendering) {
    const source = await this.#source(caller, quoteId);
    const bytes = await this.#renderer.render(rendering, source).catch((error: unknown) => {
      throw problemOf(error);
    });
    return { bytes, warnings: await worksheetWarnings(rendering, source) };
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#renderer.stop();
  }

  async #source({ organizationId }: Caller, quoteId: string): Promise<WorksheetSource> {
    const found = await readQuoteWithSheetText(this.#db, quoteId, { visibleTo: organizationId });
    if (found === undefined) throw new NotFound('quote', quoteId);
    const { quote, worksheetText, sha256 } = found;
    if (worksheetText === '[]') throw new NotFound(`worksheet: ${reasonOf(quote)}`);
    const version = await ProductVersion.query(this.#db)
      .findById(quote.productVersionId)
      .select('version', 'build_number');
    const triggerRequestId = await new PublicIds(this.#db).in(quote.triggerRequestId);
    return {
      // Its fields only: a model cannot be sent to a thread.
      quote: { ...quote, triggerRequestId } as Quote,
      productVersion: version ? `${version.version} (build ${version.buildNumber})` : quote.productVersionId,
      linesText: worksheetText,
      sha256,
    };
  }
}

/** A request that a pool refuses or aborts may succeed later. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof PoolBusy || error instanceof JobTimedOut)) return error;
  const detail = error instanceof PoolBusy ? error.message : `the worksheet was aborted: ${error.message}`;
  return new Unavailable(detail, { retryAfterSeconds: 5, cause: error });
}

function reasonOf({ actionType, requestId, outcome }: Quote): string {
  if (actionType === 'THIRD_PARTY_RATING') {
    return `quote ${requestId} was rated by a carrier (${actionType}), which keeps its own`;
  }
  return outcome === 'DECLINED'
    ? `quote ${requestId} was declined before the first step of its rating; its messages say why`
    : `quote ${requestId} was not rated by a plan of this service`;
}
