import { type DocumentRenderer, RendererBusy, RenderFailure } from '../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { PoolBusy, ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';

const threadsOfDocuments: ThreadPoolOptions = {
  file: new URL('./render-thread.js', import.meta.url),
  what: 'documents',
  queueLimit: 200,
  patienceMs: 60_000,
  /** A thread with all fonts open needs less than half of it; what needs more is no document. */
  memoryMb: 512,
};

/** Lays documents out in threads of their own, so that the process goes on answering. */
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

  /** Starts a thread before there is something to render. */
  startThread(): void {
    this.#pool.startThread();
  }

  /** Ends the threads; what waits or is under way is refused. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
