import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { JobAnswer, JobMessage } from './serve-jobs.js';

export interface ThreadPoolOptions {
  /** The threads' module, with the extension `.js`, even if the pool runs from its sources. */
  file: URL;
  /** The plural noun for the jobs in error messages. */
  what: string;
  /** Default: the number of cores less one, from 1 to 4. */
  threads?: number;
  /** The most jobs that wait for a thread. */
  queueLimit: number;
  /** A job that takes longer is aborted, with its thread. */
  jobTimeoutMs: number;
  /** A job that needs more memory is aborted, with its thread. */
  memoryMb: number;
  /** What every job needs: the threads' `workerData`. */
  data?: unknown;
}

/** The job was not started: the queue is full, or the service is stopping. */
export class PoolBusy extends Error {
  override name = 'PoolBusy';
}

/** The job exceeded its time limit. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut';
}

interface Waiting<Job> {
  job: Job;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

interface Thread<Job> {
  worker: Worker;
  at: Waiting<Job> | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs long jobs in worker threads, so that the process stays responsive. Threads start with the first jobs
 * and run a module that calls `serveJobs`. A job that crashes its thread affects no other job.
 */
export class ThreadPool<Job> {
  readonly #options: Required<Omit<ThreadPoolOptions, 'data'>> & Pick<ThreadPoolOptions, 'data'>;
  readonly #threads = new Set<Thread<Job>>();
  readonly #queue: Waiting<Job>[] = [];
  #stopped = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = {
      threads: Math.max(1, Math.min(4, os.availableParallelism() - 1)),
      ...options,
    };
  }

  /**
   * Runs a job and returns its bytes. Throws {@link PoolBusy}, {@link JobTimedOut}, the job's own error, or
   * the reason why its thread ended.
   */
  run(job: Job): Promise<Uint8Array> {
    const { what, queueLimit } = this.#options;
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(stopping());
      if (this.#queue.length >= queueLimit && !this.#hasRoom()) {
        return reject(new PoolBusy(`${queueLimit} ${what} are waiting already`));
      }
      this.#queue.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads; waiting and running jobs are refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const refused = [...this.#queue.splice(0), ...[...this.#threads].flatMap(({ at }) => at ?? [])];
    const ended = [...this.#threads].map(({ worker, timer }) => {
      clearTimeout(timer);
      return worker.terminate();
    });
    for (const { reject } of refused) reject(stopping());
    await Promise.all(ended);
  }

  #hasRoom(): boolean {
    return this.#threads.size < this.#options.threads || [...this.#threads].some(({ at }) => at === null);
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const thread = [...this.#threads].find(({ at }) => at === null) ?? this.#started();
    const waiting = thread && this.#queue.shift();
    if (!waiting) return;
    thread.at = waiting;
    thread.timer = setTimeout(() => this.#timeOut(thread), this.#options.jobTimeoutMs);
    // A working thread keeps the process alive; an idle one does not.
    thread.worker.ref();
    thread.worker.postMessage({ job: waiting.job } satisfies JobMessage<Job>);
  }

  #started(): Thread<Job> | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined;
    const { file, memoryMb, data } = this.#options;
    const worker = newWorker(file, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const thread: Thread<Job> = { worker, at: null, timer: undefined };
    worker.on('message', (answer: JobAnswer) => this.#answered(thread, answer));
    worker.on('error', (error: Error) => this.#lost(thread, error));
    worker.on('exit', (code) => this.#lost(thread, new Error(`a thread ended (${code})`)));
    this.#threads.add(thread);
    return thread;
  }

  #answered(thread: Thread<Job>, answer: JobAnswer): void {
    const { at } = thread;
    clearTimeout(thread.timer);
    thread.at = null;
    thread.worker.unref();
    if ('bytes' in answer) at?.resolve(answer.bytes);
    else at?.reject(answer.error);
    this.#next();
  }

  #lost(thread: Thread<Job>, error: Error): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.at?.reject(error);
    if (!this.#stopped) this.#next();
  }

  #timeOut(thread: Thread<Job>): void {
    this.#lost(thread, new JobTimedOut(`it took more than ${this.#options.jobTimeoutMs / 1000} s`));
    void thread.worker.terminate();
  }
}

const stopping = () => new PoolBusy('the service is stopping');

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
