import { ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';
import { type Rendering, renderWorksheet, type WorksheetSource } from './render.js';
import type { RenderJob } from './render-thread.js';

export interface WorksheetRendererOptions {
  /**
   * Worksheets with longer lines, in letters, are rendered in worker threads. Default by format:
   * `inlineLettersOf`.
   */
  inlineLetters?: number | undefined;
  threads?: Partial<ThreadPoolOptions> | undefined;
}

/**
 * About 400 steps: a smaller worksheet is rendered faster than it is sent to a thread. A PDF takes tenths of
 * a second whatever its size.
 */
const inlineLettersOf: Readonly<Record<Rendering, number>> = {
  json: 100_000,
  excel: 100_000,
  pdf: 0,
  'verbose pdf': 0,
};

const threadsOfWorksheets: ThreadPoolOptions = {
  file: new URL('./render-thread.js', import.meta.url),
  jobTimeoutMs: 120_000,
  memoryMb: 1_024,
};

/** Renders worksheets: small ones inline, large ones in worker threads. */
export class WorksheetRenderer {
  readonly #inlineLetters: number | undefined;
  readonly #pool: ThreadPool<RenderJob>;

  constructor({ inlineLetters, threads }: WorksheetRendererOptions) {
    this.#inlineLetters = inlineLetters;
    this.#pool = new ThreadPool({ ...threadsOfWorksheets, ...threads });
  }

  /**
   * The file's bytes. Throws `NoTurn` if too much of the organization is waiting, and `JobTimedOut` if rendering takes too
   * long.
   */
  render(organizationId: string, rendering: Rendering, source: WorksheetSource): Promise<Uint8Array> {
    const mostInline = this.#inlineLetters ?? inlineLettersOf[rendering];
    if (source.linesText.length <= mostInline) return renderWorksheet(rendering, source);
    return this.#pool.run(organizationId, { rendering, source });
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
