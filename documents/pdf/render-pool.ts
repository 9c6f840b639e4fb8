import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { type DocumentRenderer, RenderFailure } from '../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { NoTurn } from '../threads/fair-share.js';
import { PoolStopped, ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';

const threadsOfDocuments: ThreadPoolOptions = {
  file: new URL('./render-thread.js', import.meta.url),
  jobTimeoutMs: 60_000,
  /** A thread with all fonts loaded needs less than half of it. */
  memoryMb: 512,
};

const letters: ResolvedNode = {
  kind: 'text',
  runs: [{ text: 'Aa 1' }, { text: 'Bb 2', bold: true }, { text: 'Cc 3', italics: true }],
};

/** It needs what most documents need: the faces of the font, a table, and a footer. */
const firstDocument: ResolvedDocument = {
  ...{ title: '', author: '', subject: '', language: 'en', createdAt: '2026-01-01T00:00:00Z' },
  ...{ pageSize: 'LETTER', orientation: 'portrait', margins: [54, 72, 54, 64], headerFromPage: 1 },
  ...{ styles: {}, header: null, footer: letters },
  content: [
    {
      ...{ kind: 'table', widths: ['*', 'auto'], headerRows: 1, look: 'lines', breakRows: false },
      rows: Array.from({ length: 20 }, () => ({ cells: [letters, letters] })),
    },
  ],
};

/** Renders PDFs in worker threads, so that the process stays responsive. */
export class RenderPool implements DocumentRenderer {
  readonly #pool: ThreadPool<ResolvedDocument>;

  constructor(threads: Partial<ThreadPoolOptions> = {}) {
    this.#pool = new ThreadPool({ ...threadsOfDocuments, ...threads });
  }

  async render(document: ResolvedDocument, organizationId: string): Promise<Uint8Array> {
    try {
      return await this.#pool.run(organizationId, document);
    } catch (error) {
      if (error instanceof NoTurn || error instanceof PoolStopped) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new RenderFailure(`the document could not be laid out: ${reason}`, { cause: error });
    }
  }

  /** Starts a thread before the first document, which then need not wait for fonts and code to load. */
  warmUp(): void {
    this.#pool.run('', firstDocument).catch(() => {
      // The documents themselves say what is wrong, or the pool was stopped.
    });
  }

  /** Ends the threads; waiting and running jobs are refused. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
