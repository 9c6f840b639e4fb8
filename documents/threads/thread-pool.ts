import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { FairShare } from './fair-share.js';
import type { ThreadJob } from './thread.js';

/** A function that runs in threads. Its arguments and its result are plain data: they are copied from thread to thread. */
export interface ThreadFunction<Work extends (...args: never[]) => unknown> {
  /** The module that exports it, with the extension `.js`, even if the pool runs from its sources. */
  file: URL;
  name: string;
  /** A call that takes more of the thread's CPU time is aborted. */
  cpuSeconds: number;
  /** For its type only. */
  work?: Work;
}

/** Another limit than that of a function. */
export type CpuLimit = Partial<Pick<ThreadFunction<never>, 'cpuSeconds'>>;

export interface ThreadPoolOptions {
  /** Whose turns the calls take, and how many threads there are. Default: of a service. */
  share?: FairShare;
  /** A call that needs more memory is aborted. */
  memoryMb?: number;
}

const threadsOfOne = Math.max(1, Math.min(4, os.availableParallelism() - 1));

/** An organization has all threads of a service but one, which another's call then has at once, however long those under way take. */
const shareOfService = () =>
  new FairShare({
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

/** The call was not made, as the service is stopping. */
export class PoolStopped extends Error {
  override name = 'PoolStopped';

  constructor() {
    super('the service is stopping');
  }
}

/** The call exceeded the limit of its time or memory. */
export class JobTooLarge extends Error {
  override name = 'JobTooLarge';
}

const watchEveryMs = 100;
/** Times the CPU time: by the clock, for a call that waits for something that never comes. */
const patience = 10;
const isSource = import.meta.url.endsWith('.ts');

/**
 * The threads of a process, which keep long work from its requests. Organizations take turns at them: a call that has a turn
 * has a thread. Threads start with the first calls. A call that crashes its thread, or takes too much, affects no other one:
 * another thread takes its place.
 *
 * Time is limited by what the thread was given by its processor (`/proc/self/task`): a file is not refused because others
 * keep the machine busy, and requests always do, as they take precedence. Node's own measures do not tell: what an event
 * loop was active goes on while its thread waits for a processor. Where the system has no such count, as macOS, the clock
 * counts.
 */
export class ThreadPool {
  readonly share: FairShare;
  readonly #memoryMb: number;
  readonly #threads: Piscina<ThreadJob>;
  #stopped = false;

  constructor({ share = shareOfService(), memoryMb = 1_024 }: ThreadPoolOptions = {}) {
    this.share = share;
    this.#memoryMb = memoryMb;
    this.#threads = new Piscina({
      filename: fileURLToPath(new URL(isSource ? './thread.ts' : './thread.js', import.meta.url)),
      name: 'run',
      minThreads: 0,
      maxThreads: share.limits.most,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      atomics: 'disabled',
      recordTiming: false,
      ...(isSource && { execArgv: ['--import', typescript()] }),
    });
    // A thread that ends without a job; the next one starts another.
    this.#threads.on('error', () => undefined);
  }

  /**
   * The result of an organization's call, when it is its turn. Throws {@link NoTurn}, {@link PoolStopped},
   * {@link JobTooLarge}, the function's own error, or the reason why its thread ended.
   */
  async run<Work extends (...args: never[]) => unknown>(
    work: ThreadFunction<Work>,
    organizationId: string,
    ...args: Parameters<Work>
  ): Promise<Awaited<ReturnType<Work>>> {
    this.#refuseIfStopped();
    return this.share.take(organizationId, () => this.#call(work, args)) as Promise<
      Awaited<ReturnType<Work>>
    >;
  }

  /** Ends the threads; calls that wait or are under way are refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#threads.destroy();
  }

  async #call(
    { file, name, cpuSeconds }: Omit<ThreadFunction<never>, 'work'>,
    args: unknown[],
  ): Promise<unknown> {
    this.#refuseIfStopped();
    const began = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const tooLong = new AbortController();
    const watch = setInterval(
      timeLimit(began, cpuSeconds * 1_000, () => tooLong.abort()),
      watchEveryMs,
    );
    try {
      const { href } = file;
      const job = { file: isSource ? href.replace(/\.js$/, '.ts') : href, name, args, began };
      return await this.#threads.run(job, { signal: tooLong.signal });
    } catch (error) {
      this.#refuseIfStopped();
      if (tooLong.signal.aborted) throw new JobTooLarge(`it took more than ${cpuSeconds} s`);
      if (!isOutOfMemory(error)) throw error;
      throw new JobTooLarge(`it took more than ${this.#memoryMb} MB of memory`, { cause: error });
    } finally {
      clearInterval(watch);
    }
  }

  #refuseIfStopped(): void {
    if (this.#stopped) throw new PoolStopped();
  }
}

/** Looks at the time of a call, again and again; calls `abort` once it has taken too much. */
function timeLimit(began: Int32Array, mostMs: number, abort: () => void): () => void {
  const calledAtMs = performance.now();
  let start: { cpuMs: number; byCpu: boolean } | undefined;
  return () => {
    const thread = Atomics.load(began, 0);
    const cpuMs = thread > 0 ? cpuMsOf(thread) : undefined;
    const nowMs = performance.now();
    if (thread !== 0) start ??= { cpuMs: cpuMs ?? nowMs, byCpu: cpuMs !== undefined };
    const tookMs = start === undefined ? 0 : ((start.byCpu ? cpuMs : nowMs) ?? start.cpuMs) - start.cpuMs;
    if (tookMs > mostMs || nowMs - calledAtMs > mostMs * patience) abort();
  };
}

/** The CPU time of a thread of this process; undefined where the system does not tell. */
function cpuMsOf(thread: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** What a thread imports first that runs from the sources, as in tests. */
function typescript(): string {
  const tsx = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  return `data:text/javascript,import{register}from${JSON.stringify(pathToFileURL(tsx).href)};register()`;
}
