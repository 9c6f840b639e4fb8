import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import {
  type RatingAnswer,
  type RatingJob,
  type RatingSetup,
  ratingJobs,
} from '../../domain/impact/rating-job.js';
import { ownThreads, type ThreadFunction, ThreadPool } from '../threads/thread-pool.js';
import type { rateJob } from './rate-job.js';

const rateInThread: ThreadFunction<typeof rateJob> = {
  file: new URL('./rate-job.js', import.meta.url),
  name: 'rateJob',
  cpuSeconds: 600,
};

export interface CrewOptions {
  /** Jobs that this process does itself before it starts threads, which take a moment to start. Default: 5. */
  alone?: number;
  /** Whose turns at the threads it takes. Default: threads of its own, one a core. */
  organizationId?: string;
  threads?: ThreadPool;
}

/**
 * Rates jobs and returns the answers in their order. Many jobs are shared out among threads. Only as
 * many are read ahead as the threads need, so that memory does not grow with the book.
 */
export class RatingCrew {
  readonly #id = randomUUID();
  readonly #setup: RatingSetup;
  readonly #own: (job: RatingJob) => RatingAnswer;
  readonly #alone: number;
  readonly #organizationId: string;
  readonly #ownThreads: ThreadPool | undefined;
  readonly #threads: ThreadPool;
  #done = 0;
  #begun = false;

  constructor(setup: RatingSetup, { alone = 5, organizationId = '', threads }: CrewOptions = {}) {
    this.#setup = setup;
    this.#own = ratingJobs(setup);
    this.#alone = alone;
    this.#organizationId = organizationId;
    this.#threads = threads ?? new ThreadPool({ share: ownThreads(availableParallelism()) });
    this.#ownThreads = threads ? undefined : this.#threads;
  }

  async *rated(jobs: AsyncIterable<RatingJob>): AsyncGenerator<RatingAnswer> {
    const ahead: Promise<RatingAnswer>[] = [];
    for await (const job of jobs) {
      if (this.#done++ < this.#alone) {
        yield this.#own(job);
        continue;
      }
      const answer = this.#byThread(job);
      // Nobody asks for those after one that failed.
      answer.catch(() => undefined);
      ahead.push(answer);
      if (ahead.length >= this.#threads.share.limits.ofOne * 3) {
        yield await (ahead.shift() as Promise<RatingAnswer>);
      }
    }
    for (const answer of ahead) yield await answer;
  }

  async stop(): Promise<void> {
    await this.#ownThreads?.stop();
  }

  async #byThread(job: RatingJob): Promise<RatingAnswer> {
    const rated = (setup: RatingSetup | null) =>
      this.#threads.run(rateInThread, this.#organizationId, this.#id, setup, job);
    // The setup is large: a thread is sent it once, the first one with the first job.
    const isFirst = !this.#begun;
    this.#begun = true;
    const answer = (await rated(isFirst ? this.#setup : null)) ?? (await rated(this.#setup));
    if (answer === null) throw new Error('a thread did not take the setup of a run');
    return answer;
  }
}
