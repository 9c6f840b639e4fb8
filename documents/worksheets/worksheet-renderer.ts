import { inlineSheetBytes } from '../rating/rater.js';
import type { ThreadFunction, ThreadPool } from '../threads/thread-pool.js';
import { type PrintedWorksheet, type Rendering, renderWorksheet, type WorksheetSource } from './render.js';

const renderInThread: ThreadFunction<typeof renderWorksheet> = {
  file: new URL('./render.js', import.meta.url),
  name: 'renderWorksheet',
  cpuSeconds: 120,
};

/**
 * The most bytes of a stored worksheet that is rendered inline: it is rendered faster than it is sent to a thread. A PDF takes
 * tenths of a second whatever its size.
 */
const inlineBytesOf: Readonly<Record<Rendering, number>> = {
  json: inlineSheetBytes,
  excel: inlineSheetBytes,
  pdf: 0,
  'verbose pdf': 0,
};

/** Renders worksheets: small ones inline, large ones in threads. */
export class WorksheetRenderer {
  /** @param inlineBytes Default: by format. */
  constructor(
    private readonly threads: ThreadPool,
    private readonly inlineBytes?: number,
  ) {}

  /**
   * The file, and what it cannot print. Throws `NoTurn` if too much of the organization is waiting, and `JobTooLarge` if
   * rendering takes too long.
   */
  render(organizationId: string, rendering: Rendering, source: WorksheetSource): Promise<PrintedWorksheet> {
    const mostInline = this.inlineBytes ?? inlineBytesOf[rendering];
    if (source.deflated.length <= mostInline) return renderWorksheet(rendering, source);
    return this.threads.run(renderInThread, organizationId, rendering, source);
  }
}
