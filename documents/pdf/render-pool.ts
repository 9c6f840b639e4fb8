import { type DocumentRenderer, RendererBusy, RenderFailure } from '../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { PoolBusy, ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';

const threadsOfDocuments: ThreadPoolOptions = {
  file: new URL('./render-thread.js', import.meta.url),
  what: 'documents',
  queueLimit: 200,
  jobTimeoutMs: 60_000,
  /** A thread with all fonts loaded needs less than half of it. */
  memoryMb: 512,
};

/** Renders PDFs in worker threads, so that the process stays responsive. */
export class RenderPool implements DocumentRenderer {
  readonly #pool: ThreadPool<ResolvedDocument>;

  constructor(threads: Partial<ThreadPoolOptions> = {}) {
    this.#pool = new ThreadPool({ ...threadsOfDocuments, ...threads });
  }

  async render(document: ResolvedDocument): Promise<Uint8Array> {
    try {
      return await this.#pool.run(document);
    } catch (error) {
      if (error instanceof PoolBusy) throw new RendererBusy(error.message);
      const reason = error instanceof Error ? error.message : String(error);
      throw new RenderFailure(`the document could not be laid out: ${reason}`, { cause: error });
    }
  }

  /** Starts a thread before the first document. */
  startThread(): void {
    this.#pool.startThread();
  }

  /** Ends the threads; waiting and running jobs are refused. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
