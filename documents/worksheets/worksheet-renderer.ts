import { inlineSheetBytes } from '../rating/rater.js';
import type { ThreadFunction, ThreadPool } from '../threads/thread-pool.js';
import {
  type PrintedWorksheet,
  type RatedBy,
  type Rendering,
  renderWorksheet,
  type WorksheetSource,
} from './render.js';

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

/** The most rows of a product's tables, which may become sheets of the workbook. */
const inlineRows = 3_000;

function rowsOf({ definition }: RatedBy): number {
  return Object.values(definition.tables).reduce((sum, { rows }) => sum + rows.length, 0);
}

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
  render(
    organizationId: string,
    rendering: Rendering,
    source: WorksheetSource,
    rated: RatedBy | null = null,
  ): Promise<PrintedWorksheet> {
    const mostInline = this.inlineBytes ?? inlineBytesOf[rendering];
    const isSmall = source.deflated.length <= mostInline && (rated === null || rowsOf(rated) <= inlineRows);
    if (isSmall) return renderWorksheet(rendering, source, rated);
    if (rated === null) return this.threads.run(renderInThread, organizationId, rendering, source, null);
    const { compiled: _, ...sent } = rated;
    return this.threads.run(renderInThread, organizationId, rendering, source, sent);
  }
}
