import { type CpuLimit, JobTooLarge, type ThreadFunction, type ThreadPool } from '../threads/thread-pool.js';
import type { CheckedProduct } from './check-product.js';
import type { CheckJob, checkSent } from './check-sent.js';
import { UnusableFile } from './unusable-file.js';

const checkInThread: ThreadFunction<typeof checkSent> = {
  file: new URL('./check-sent.js', import.meta.url),
  name: 'checkSent',
  // The demo products take 0.3 s. A file that needs much longer is no product.
  cpuSeconds: 20,
};

/**
 * Lints products and rates their cases in a thread: it takes tenths of a second, and a hostile file would
 * otherwise block all requests.
 */
export class ProductChecker {
  readonly #threads: ThreadPool;
  readonly #work: ThreadFunction<typeof checkSent>;

  constructor(threads: ThreadPool, limit: CpuLimit = {}) {
    this.#threads = threads;
    this.#work = { ...checkInThread, ...limit };
  }

  /**
   * @throws UnusableFile if a file cannot be read, or the product takes too much time or memory.
   * @throws NoTurn if too much of the organization is waiting.
   */
  async check(organizationId: string, job: CheckJob): Promise<CheckedProduct> {
    const answer = await this.#threads.run(this.#work, organizationId, job).catch((error: unknown) => {
      if (!(error instanceof JobTooLarge)) throw error;
      throw new UnusableFile(job.file, 'it takes too much time or memory to check');
    });
    if ('checked' in answer) return answer.checked;
    throw new UnusableFile(answer.unusable.file, answer.unusable.problems);
  }
}
