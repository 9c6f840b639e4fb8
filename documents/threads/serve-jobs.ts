import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';

/** A job for a thread of a `ThreadPool`, one at a time, and its result. */
export interface JobMessage<Job> {
  job: Job;
}
export type JobAnswer = { bytes: Uint8Array } | { error: Error };

/** Serves the jobs of the pool that started this thread. Call it once, from the thread's module. */
export function serveJobs<Job>(make: (job: Job) => Promise<Uint8Array>): void {
  yieldToRequests();
  parentPort?.on('message', ({ job }: JobMessage<Job>) => void answer(make, job));
}

async function answer<Job>(make: (job: Job) => Promise<Uint8Array>, job: Job): Promise<void> {
  try {
    // A copy, so that its transfer does not detach pooled memory.
    const bytes = new Uint8Array(await make(job));
    parentPort?.postMessage({ bytes } satisfies JobAnswer, [bytes.buffer]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    parentPort?.postMessage({ error } satisfies JobAnswer);
  }
}

/** Requests take precedence over jobs. Linux can lower the priority of a thread within its process. */
function yieldToRequests(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (Number.isInteger(thread) && thread > 0) os.setPriority(thread, 10);
  } catch {
    // Other systems cannot.
  }
}
