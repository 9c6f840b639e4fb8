import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { type DocumentRenderer, RenderFailure } from '../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { NoTurn } from '../threads/fair-share.js';
import { type CpuLimit, PoolStopped, type ThreadFunction, type ThreadPool } from '../threads/thread-pool.js';
import type { pdfBytes } from './pdf-bytes.js';

const pdfInThread: ThreadFunction<typeof pdfBytes> = {
  file: new URL('./pdf-bytes.js', import.meta.url),
  name: 'pdfBytes',
  cpuSeconds: 60,
};

const letters: ResolvedNode = {
  kind: 'text',
  runs: [{ text: 'Aa 1' }, { text: 'Bb 2', bold: true }, { text: 'Cc 3', italics: true }],
};

/** It needs what most documents need: the faces of the font, a table, and a footer. */
const firstDocument: ResolvedDocument = {
  title: '',
  author: '',
  subject: '',
  language: 'en',
  createdAt: '2026-01-01T00:00:00Z',
  pageSize: 'LETTER',
  orientation: 'portrait',
  margins: [54, 72, 54, 64],
  headerFromPage: 1,
  styles: {},
  header: null,
  footer: letters,
  content: [
    {
      kind: 'table',
      widths: ['*', 'auto'],
      headerRows: 1,
      look: 'lines',
      breakRows: false,
      rows: Array.from({ length: 20 }, () => ({ cells: [letters, letters] })),
    },
  ],
};

/** Renders PDFs in threads, so that the process stays responsive. */
export class ThreadRenderer implements DocumentRenderer {
  readonly #threads: ThreadPool;
  readonly #work: ThreadFunction<typeof pdfBytes>;

  constructor(threads: ThreadPool, limit: CpuLimit = {}) {
    this.#threads = threads;
    this.#work = { ...pdfInThread, ...limit };
  }

  async render(document: ResolvedDocument, organizationId: string): Promise<Uint8Array> {
    try {
      return await this.#threads.run(this.#work, organizationId, document);
    } catch (error) {
      if (error instanceof NoTurn || error instanceof PoolStopped) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new RenderFailure(`the document could not be laid out: ${reason}`, { cause: error });
    }
  }

  /** Starts a thread before the first document, which then need not wait for fonts and code to load. */
  warmUp(): void {
    this.#threads.run(this.#work, '', firstDocument).catch(() => {
      // The documents themselves say what is wrong, or the pool was stopped.
    });
  }
}
