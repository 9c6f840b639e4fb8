import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { FairShare } from './fair-share.js';
import type { JobAnswer, JobMessage } from './serve-jobs.js';

export interface ThreadPoolOptions {
  /** The threads' module, with the extension `.js`, even if the pool runs from its sources. */
  file: URL;
  /** Default: that of all pools of this process. A pool has as many threads as there are turns at once. */
  share?: FairShare;
  /** A job that takes longer is aborted, with its thread. */
  jobTimeoutMs: number;
  /** A job that needs more memory is aborted, with its thread. */
  memoryMb: number;
  /** What every job needs: the threads' `workerData`. */
  data?: unknown;
}

const threadsOfOne = Math.max(1, Math.min(4, os.availableParallelism() - 1));

/**
 * The threads of this process, whatever they do. An organization has all of them but one, which another's job then has at
 * once, however long those under way take.
 */
export const threadsOfProcess = new FairShare({
  what: 'jobs',
  most: threadsOfOne + 1,
  ofOne: threadsOfOne,
  waiting: 200,
  patienceMs: 60_000,
});

/** A share of one program: all of its threads are for itself. */
export function ownThreads(threads: number, waiting = 1_000): FairShare {
  const patienceMs = 600_000;
  return new FairShare({ what: 'jobs', most: threads, ofOne: threads, waiting, patienceMs });
}

/** The job was not done, as the service is stopping. */
export class PoolStopped extends Error {
  override name = 'PoolStopped';

  constructor() {
    super('the service is stopping');
  }
}

/** The job exceeded its time limit. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut';
}

interface JobUnderWay {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  at: JobUnderWay | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs long jobs in worker threads, so that the process stays responsive. Organizations take turns at them. Threads start
 * with the first jobs and run a module that calls `serveJobs`. A job that crashes its thread affects no other job.
 */
export class ThreadPool<Job> {
  readonly #options: Omit<ThreadPoolOptions, 'share'>;
  readonly #share: FairShare;
  readonly #threads = new Set<Thread>();
  #stopped = false;

  constructor({ share = threadsOfProcess, ...options }: ThreadPoolOptions) {
    this.#share = share;
    this.#options = options;
  }

  /**
   * Runs an organization's job when it is its turn, and returns its bytes. Throws {@link NoTurn}, {@link PoolStopped},
   * {@link JobTimedOut}, the job's own error, or the reason why its thread ended.
   */
  run(organizationId: string, job: Job): Promise<Uint8Array> {
    if (this.#stopped) return Promise.reject(new PoolStopped());
    return this.#share.take(organizationId, () => this.#done(job));
  }

  /** Ends the threads; waiting and running jobs are refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const threads = [...this.#threads];
    this.#threads.clear();
    for (const thread of threads) this.#free(thread)?.reject(new PoolStopped());
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  /** Does a job in a free thread. There is one, or one may start: a job that has a turn has a thread. */
  #done(job: Job): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(new PoolStopped());
      const thread = [...this.#threads].find(({ at }) => at === null) ?? this.#started();
      thread.at = { resolve, reject };
      thread.timer = setTimeout(() => this.#timeOut(thread), this.#options.jobTimeoutMs);
      // A working thread keeps the process alive; an idle one does not.
      thread.worker.ref();
      thread.worker.postMessage({ job } satisfies JobMessage<Job>);
    });
  }

  #started(): Thread {
    const { file, memoryMb, data } = this.#options;
    const worker = newWorker(file, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const thread: Thread = { worker, at: null, timer: undefined };
    worker.on('message', (answer: JobAnswer) => {
      const job = this.#free(thread);
      worker.unref();
      if ('bytes' in answer) job?.resolve(answer.bytes);
      else job?.reject(answer.error);
    });
    worker.on('error', (error: Error) => this.#lost(thread, error));
    worker.on('exit', (code) => this.#lost(thread, new Error(`a thread ended (${code})`)));
    this.#threads.add(thread);
    return thread;
  }

  /** Ends what the thread does; returns it. */
  #free(thread: Thread): JobUnderWay | null {
    const { at } = thread;
    clearTimeout(thread.timer);
    thread.at = null;
    return at;
  }

  #lost(thread: Thread, error: Error): void {
    if (this.#threads.delete(thread)) this.#free(thread)?.reject(error);
  }

  #timeOut(thread: Thread): void {
    this.#lost(thread, new JobTimedOut(`it took more than ${this.#options.jobTimeoutMs / 1000} s`));
    void thread.worker.terminate();
  }
}

function newWorker(file: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(file, options);
  // A thread that runs from the sources, as in tests, has to load a TypeScript loader first.
  const tsx = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const [typescript, source] = [pathToFileURL(tsx).href, file.href.replace(/\.js$/, '.ts')];
  const code = `import(${JSON.stringify(typescript)})
    .then(({ register }) => register()).then(() => import(${JSON.stringify(source)}))`;
  return new Worker(code, { ...options, eval: true });
}
