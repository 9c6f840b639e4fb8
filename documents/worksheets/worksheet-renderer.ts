import type { ThreadFunction, ThreadPool } from '../threads/thread-pool.js';
import { type PrintedWorksheet, type Rendering, renderWorksheet, type WorksheetSource } from './render.js';

const renderInThread: ThreadFunction<typeof renderWorksheet> = {
  file: new URL('./render.js', import.meta.url),
  ...{ name: 'renderWorksheet', cpuSeconds: 120 },
};

/**
 * The most letters of the lines of a worksheet that is rendered inline. About 400 steps: a smaller worksheet is rendered
 * faster than it is sent to a thread. A PDF takes tenths of a second whatever its size.
 */
const inlineLettersOf: Readonly<Record<Rendering, number>> = {
  json: 100_000,
  excel: 100_000,
  pdf: 0,
  'verbose pdf': 0,
};

/** Renders worksheets: small ones inline, large ones in threads. */
export class WorksheetRenderer {
  readonly #threads: ThreadPool;
  readonly #inlineLetters: number | undefined;

  /** @param inlineLetters Default: by format. */
  constructor(threads: ThreadPool, inlineLetters?: number) {
    this.#threads = threads;
    this.#inlineLetters = inlineLetters;
  }

  /**
   * The file, and what it cannot print. Throws `NoTurn` if too much of the organization is waiting, and `JobTooLarge` if
   * rendering takes too long.
   */
  render(organizationId: string, rendering: Rendering, source: WorksheetSource): Promise<PrintedWorksheet> {
    const mostInline = this.#inlineLetters ?? inlineLettersOf[rendering];
    if (source.linesText.length <= mostInline) return renderWorksheet(rendering, source);
    return this.#threads.run(renderInThread, organizationId, rendering, source);
  }
}
