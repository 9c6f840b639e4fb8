import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type DocumentRenderer, RendererBusy, RenderFailure } from '../../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../../domain/forms/resolved.js';
import type { RenderAnswer, RenderJob } from './render-thread.js';

export interface RenderPoolOptions {
  /** One less than there are cores, from 1 to 4, unless given. */
  threads?: number;
  /** Most documents that wait for a thread. */
  queueLimit?: number;
  /** A document that takes longer is given up, with its thread. */
  patienceMs?: number;
}

interface Job {
  document: ResolvedDocument;
  resolve(pdf: Uint8Array): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** A thread with all fonts open needs less than half of it; what needs more is no document. */
const mostMemoryMb = 512;

/**
 * Lays documents out in threads of their own, so that the process goes on answering. Threads start with the first
 * documents; a document that kills its thread takes no other with it.
 */
export class RenderPool implements DocumentRenderer {
  readonly #most: number;
  readonly #queueLimit: number;
  readonly #patienceMs: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #stopped = false;
  #lastId = 0;

  constructor({ threads, queueLimit = 200, patienceMs = 60_000 }: RenderPoolOptions = {}) {
    this.#most = threads ?? Math.max(1, Math.min(4, os.availableParallelism() - 1));
    this.#queueLimit = queueLimit;
    this.#patienceMs = patienceMs;
  }

  render(document: ResolvedDocument): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(new RendererBusy('the service is stopping'));
      if (this.#queue.length >= this.#queueLimit) {
        return reject(new RendererBusy(`${this.#queueLimit} documents wait to be made already`));
      }
      this.#queue.push({ document, resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads; what waits or is under way is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const refused = [...this.#queue.splice(0), ...[...this.#threads].flatMap(({ job }) => job ?? [])];
    const workers = [...this.#threads].map(({ worker }) => worker.terminate());
    for (const { reject } of refused) reject(new RendererBusy('the service is stopping'));
    await Promise.all(workers);
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const thread = [...this.#threads].find(({ job }) => job === null) ?? this.#started();
    if (thread === undefined) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#lastId += 1;
    thread.job = job;
    thread.timer = setTimeout(() => this.#giveUp(thread), this.#patienceMs);
    // A thread at work keeps the process; an idle one does not.
    thread.worker.ref();
    thread.worker.postMessage({ id: this.#lastId, document: job.document } satisfies RenderJob);
  }

  #started(): Thread | undefined {
    if (this.#threads.size >= this.#most) return undefined;
    const thread: Thread = { worker: newWorker(), job: null, timer: undefined };
    thread.worker.on('message', (answer: RenderAnswer) => this.#done(thread, answer));
    thread.worker.on('error', (error: Error) => this.#lost(thread, error.message));
    thread.worker.on('exit', (code) => this.#lost(thread, `its thread ended (${code})`));
    this.#threads.add(thread);
    return thread;
  }

  #done(thread: Thread, answer: RenderAnswer): void {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    if ('pdf' in answer) job?.resolve(answer.pdf);
    else job?.reject(new RenderFailure(`the document could not be laid out: ${answer.error}`));
    this.#next();
  }

  #lost(thread: Thread, reason: string): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.job?.reject(new RenderFailure(`the document could not be laid out: ${reason}`));
    this.#next();
  }

  #giveUp(thread: Thread): void {
    this.#lost(thread, `it took more than ${this.#patienceMs / 1000} s`);
    void thread.worker.terminate();
  }
}

function newWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostMemoryMb };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./render-thread.js', import.meta.url), { resourceLimits });
  }
  // From the sources, as in tests, a thread has to learn TypeScript first.
  const required = createRequire(import.meta.url).resolve('tsx/esm/api');
  const tsx = new URL('./index.mjs', pathToFileURL(required)).href;
  const file = new URL('./render-thread.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(file)})))`;
  return new Worker(code, { eval: true, resourceLimits });
}
