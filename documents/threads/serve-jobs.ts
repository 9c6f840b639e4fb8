import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';

/** What a thread of a `ThreadPool` is sent, one at a time, and what it answers. */
export interface JobMessage<Job> {
  job: Job;
}
export type JobAnswer = { bytes: Uint8Array } | { error: Error };

/** Does the jobs of the pool that started this thread. Call it once, from the thread's module. */
export function serveJobs<Job>(make: (job: Job) => Promise<Uint8Array>): void {
  yieldToRequests();
  parentPort?.on('message', ({ job }: JobMessage<Job>) => void answer(make, job));
}

async function answer<Job>(make: (job: Job) => Promise<Uint8Array>, job: Job): Promise<void> {
  try {
    // A copy of its own, so that it can change hands without taking pooled memory along.
    const bytes = new Uint8Array(await make(job));
    parentPort?.postMessage({ bytes } satisfies JobAnswer, [bytes.buffer]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    parentPort?.postMessage({ error } satisfies JobAnswer);
  }
}

/** Where there are few cores, requests come first: on Linux a thread can be made nicer than its process. */
function yieldToRequests(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (Number.isInteger(thread) && thread > 0) os.setPriority(thread, 10);
  } catch {
    // Elsewhere all threads are alike.
  }
}
