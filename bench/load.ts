import { performance } from 'node:perf_hooks';

/** The result of a closed loop of callers. */
export interface Measured {
  /** Median time of one operation, in milliseconds. */
  p50Ms: number;
  /** Operations a second, all callers together. */
  perSecond: number;
  /** CPU time of one operation, in milliseconds, of all processes that serve it; absent if it is not measured. */
  cpuMs?: number;
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
    perSecond: (latencies.length * 1000) / elapsedMs,
    count: latencies.length,
  };
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
