import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a closed loop of callers. */
export interface Measured {
  /** Median time of one operation, in milliseconds. */
  p50Ms: number;
  /** The time that 99 % of the operations do not exceed; absent if it is not measured. */
  p99Ms?: number;
  /** Operations a second, all callers together. */
  perSecond: number;
  count: number;
}

/** One operation; `caller` counts from 0. An error ends the measurement. */
export type Work = (caller: number) => Promise<unknown>;

/**
 * Runs `callers` concurrent loops for `durationMs`; each starts its next operation when the last one is done.
 */
export async function measureLoad(callers: number, durationMs: number, work: Work): Promise<Measured> {
  const latencies: number[] = [];
  const begin = performance.now();
  const loop = async (caller: number) => {
    for (let start = begin; start - begin < durationMs; ) {
      await work(caller);
      const end = performance.now();
      latencies.push(end - start);
      start = end;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  const elapsedMs = performance.now() - begin;
  return {
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
    perSecond: (latencies.length * 1000) / elapsedMs,
    count: latencies.length,
  };
}

/**
 * Starts operations at a rate a second. Answers the time of each in ms, from the moment at which it was due: waiting
 * for one of the callers counts.
 */
export async function steadyLoad(
  {
    callers,
    rate,
    durationMs,
    signal,
  }: { callers: number; rate: number; durationMs: number; signal?: AbortSignal },
  work: Work,
): Promise<number[]> {
  const times: number[] = [];
  const begin = performance.now();
  let next = 0;
  const loop = async (caller: number) => {
    for (;;) {
      const due = begin + (next++ * 1000) / rate;
      if (due - begin > durationMs || signal?.aborted) return;
      await sleep(Math.max(0, due - performance.now()));
      await work(caller);
      times.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  return times;
}

/**
 * Repeats `once` for `ms` of CPU time of all threads of this process, however long a busy machine takes for them. Answers
 * its number in a second of that time.
 */
export function perSecondOfCore(ms: number, once: () => unknown): number {
  const begin = process.cpuUsage();
  for (let count = 1; ; count++) {
    once();
    // Asking for the time takes some, too.
    if (count % 100 !== 0) continue;
    const { user, system } = process.cpuUsage(begin);
    if (user + system >= ms * 1000) return (count * 1_000_000) / (user + system);
  }
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The value that a share of the values does not exceed, such as 0.99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
