import { availableParallelism } from 'node:os';
import {
  type RatingAnswer,
  type RatingJob,
  type RatingSetup,
  ratingJobs,
} from '../../domain/impact/rating-job.js';
import type { FairShare } from '../threads/fair-share.js';
import { ownThreads, ThreadPool } from '../threads/thread-pool.js';

export interface CrewOptions {
  /** Jobs that this process does itself before it starts threads, which take a moment to start. Default: 5. */
  alone?: number;
  /** Whose turns at the threads it takes. Default: its own, one a core. */
  organizationId?: string;
  share?: FairShare;
}

/**
 * Rates jobs and returns the answers in their order. Many jobs are shared out among threads. Only as
 * many are read ahead as the threads need, so that memory does not grow with the book.
 */
export class RatingCrew {
  readonly #setup: RatingSetup;
  readonly #own: (job: RatingJob) => RatingAnswer;
  readonly #alone: number;
  readonly #organizationId: string;
  readonly #share: FairShare;
  #pool: ThreadPool<RatingJob> | undefined;

  constructor(
    setup: RatingSetup,
    { alone = 5, organizationId = '', share = ownThreads(availableParallelism()) }: CrewOptions = {},
  ) {
    this.#setup = setup;
    this.#own = ratingJobs(setup);
    this.#alone = alone;
    this.#organizationId = organizationId;
    this.#share = share;
  }

  async *rated(jobs: AsyncIterable<RatingJob>): AsyncGenerator<RatingAnswer> {
    const ahead: Promise<RatingAnswer>[] = [];
    let done = 0;
    for await (const job of jobs) {
      if (this.#pool === undefined && done++ < this.#alone) {
        yield this.#own(job);
        continue;
      }
      const answer = this.#byThread(job);
      // Nobody asks for those after one that failed.
      answer.catch(() => undefined);
      ahead.push(answer);
      if (ahead.length >= this.#share.limits.ofOne * 3) yield await (ahead.shift() as Promise<RatingAnswer>);
    }
    for (const answer of ahead) yield await answer;
  }

  async stop(): Promise<void> {
    await this.#pool?.stop();
  }

  async #byThread(job: RatingJob): Promise<RatingAnswer> {
    this.#pool ??= new ThreadPool<RatingJob>({
      file: new URL('./rating-thread.js', import.meta.url),
      share: this.#share,
      jobTimeoutMs: 600_000,
      memoryMb: 1024,
      data: this.#setup,
    });
    const bytes = await this.#pool.run(this.#organizationId, job);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as RatingAnswer;
  }
}
