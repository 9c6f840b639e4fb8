import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What a thread of a `ThreadPool` is told to do: a function that a module exports, with its arguments. */
export interface ThreadJob {
  /** The module's address. */
  file: string;
  name: string;
  args: unknown[];
  /** Of one number: 0 until the thread does the job, then its number in the system, or -1. */
  began: Int32Array;
}

/** The number of this thread in the system; -1 where the system does not tell. */
const thread = numberOfThread();
yieldToRequests();

/** Each thread of a pool runs this, one job at a time. */
export async function run({ file, name, args, began }: ThreadJob): Promise<unknown> {
  const functions = (await import(file)) as { [name: string]: (...args: unknown[]) => unknown };
  // What it takes to load the code is no part of the job.
  Atomics.store(began, 0, thread);
  return functions[name]?.(...args);
}

function numberOfThread(): number {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')));
  } catch {
    return -1;
  }
}

/** Requests take precedence over jobs. Linux can lower the priority of a thread within its process. */
function yieldToRequests(): void {
  if (thread > 0) os.setPriority(thread, 10);
}
