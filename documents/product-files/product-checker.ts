import { JobTimedOut, ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool.js';
import type { CheckedProduct } from './check-product.js';
import type { CheckAnswer, CheckJob } from './check-sent.js';
import { UnusableFile } from './unusable-file.js';

const threadsOfChecks: ThreadPoolOptions = {
  file: new URL('./check-thread.js', import.meta.url),
  // The demo products take 0.3 s. A file that needs much longer is no product.
  jobTimeoutMs: 20_000,
  memoryMb: 512,
};

/**
 * Lints products and rates their cases in a worker thread: it takes tenths of a second, and a hostile file would
 * otherwise block all requests.
 */
export class ProductChecker {
  readonly #pool: ThreadPool<CheckJob>;

  constructor(threads: Partial<ThreadPoolOptions> = {}) {
    this.#pool = new ThreadPool({ ...threadsOfChecks, ...threads });
  }

  /**
   * @throws UnusableFile if a file cannot be read, or the product takes too much time or memory.
   * @throws NoTurn if too much of the organization is waiting.
   */
  async check(organizationId: string, job: CheckJob): Promise<CheckedProduct> {
    const bytes = await this.#pool.run(organizationId, job).catch((error: Error) => {
      throw isTooMuch(error)
        ? new UnusableFile(job.file, 'it takes too much time or memory to check')
        : error;
    });
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as CheckAnswer;
    if ('checked' in answer) return answer.checked;
    throw new UnusableFile(answer.unusable.file, answer.unusable.problems);
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}

function isTooMuch(error: Error & { code?: unknown }): boolean {
  return error instanceof JobTimedOut || error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
