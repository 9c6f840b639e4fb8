import { ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';
import { type Rendering, renderWorksheet, type WorksheetSource } from './render.js';
import type { RenderJob } from './render-thread.js';

export interface WorksheetRendererOptions {
  /** Worksheets whose lines take more letters are rendered in threads of their own; for each kind, unless given. */
  inlineLetters?: number | undefined;
  threads?: Partial<ThreadPoolOptions> | undefined;
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
  file: new URL('./render-thread.js', import.meta.url),
  what: 'worksheets',
  queueLimit: 32,
  patienceMs: 120_000,
  memoryMb: 1_024,
};

/** Renders worksheets: small ones at once, large ones in threads of their own. */
export class WorksheetRenderer {
  readonly #inlineLetters: number | undefined;
  readonly #pool: ThreadPool<RenderJob>;

  constructor({ inlineLetters, threads }: WorksheetRendererOptions) {
    this.#inlineLetters = inlineLetters;
    this.#pool = new ThreadPool({ ...threadsOfWorksheets, ...threads });
  }

  /** The file's bytes. Throws `PoolBusy` where too many large ones wait already, and `JobGivenUp` where it takes too long. */
  render(rendering: Rendering, source: WorksheetSource): Promise<Uint8Array> {
    const mostInline = this.#inlineLetters ?? inlineLettersOf[rendering];
    if (source.linesText.length <= mostInline) return renderWorksheet(rendering, source);
    return this.#pool.run({ rendering, source });
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
