import type { Database } from '../../db/database.js';
import { ProductVersion } from '../../db/models/product-version.js';
import type { Quote } from '../../db/models/quote.js';
import { readQuoteWithSheetText } from '../../db/quotes/read-stored-quote.js';
import {
  JobGivenUp,
  PoolBusy,
  ThreadPool,
  type ThreadPoolOptions,
} from '../../documents/threads/thread-pool.js';
import { type Rendering, renderWorksheet, type WorksheetSource } from '../../documents/worksheets/render.js';
import type { RenderJob } from '../../documents/worksheets/render-thread.js';
import { NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

export interface WorksheetServiceOptions {
  db: Database;
  /** Worksheets whose lines take more letters are rendered in threads of their own; for each kind, unless given. */
  inlineLetters?: number;
  threads?: Partial<ThreadPoolOptions>;
}

/**
 * About 400 steps: what is smaller is made sooner than a thread is told of it, and holds up nobody. A PDF takes some
 * tenths of a second however small it is.
 */
const inlineLettersOf: Readonly<Record<Rendering, number>> = {
  json: 100_000,
  excel: 100_000,
  pdf: 0,
  'verbose pdf': 0,
};

const threadsOfWorksheets: ThreadPoolOptions = {
  what: 'worksheets',
  queueLimit: 32,
  patienceMs: 120_000,
  memoryMb: 1_024,
};

/** Reads and renders the worksheets of quotes; those who see a quote see its worksheet. */
export class WorksheetService {
  readonly #db: Database;
  readonly #inlineLetters: number | undefined;
  readonly #pool: ThreadPool<RenderJob>;

  constructor({ db, inlineLetters, threads }: WorksheetServiceOptions) {
    this.#db = db;
    this.#inlineLetters = inlineLetters;
    const file = new URL('../../documents/worksheets/render-thread.js', import.meta.url);
    this.#pool = new ThreadPool(file, { ...threadsOfWorksheets, ...threads });
  }

  /**
   * A quote's worksheet as a file (spec 4.9). 404 where the caller does not see the quote, and where no plan of
   * this service rated it, so that there are no steps to show; 503 where too many large ones wait already, and where it takes
   * too long.
   */
  async render(caller: Caller, quoteId: string, rendering: Rendering): Promise<Uint8Array> {
    const source = await this.#source(caller, quoteId);
    const mostInline = this.#inlineLetters ?? inlineLettersOf[rendering];
    if (source.linesText.length <= mostInline) return renderWorksheet(rendering, source);
    return this.#pool.run({ rendering, source }).catch((error: unknown) => {
      throw problemOf(error);
    });
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }

  async #source({ organizationId }: Caller, quoteId: string): Promise<WorksheetSource> {
    const found = await readQuoteWithSheetText(this.#db, quoteId, { visibleTo: organizationId });
    if (found === undefined) throw new NotFound('quote', quoteId);
    const { quote, worksheetText, sha256 } = found;
    if (worksheetText === '[]') throw new NotFound(`worksheet: ${reasonOf(quote)}`);
    const version = await ProductVersion.query(this.#db)
      .findById(quote.productVersionId)
      .select('version', 'build_number');
    return {
      // Its own fields only: a model cannot change threads.
      quote: { ...quote } as Quote,
      productVersion: version ? `${version.version} (build ${version.buildNumber})` : quote.productVersionId,
      linesText: worksheetText,
      sha256,
    };
  }
}

/** What a pool refuses or gives up may be had later. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof PoolBusy || error instanceof JobGivenUp)) return error;
  const detail = error instanceof PoolBusy ? error.message : `the worksheet was given up: ${error.message}`;
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
