import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, memoryFigure, tailFigure } from './figures.js';
import { type HttpRequest, openHttpCaller } from './http-caller.js';
import { measureLoad, median, steadyLoad } from './load.js';
import { quoteRequest, requests } from './requests.js';
import { startMeasuredService } from './service.js';

export interface SoakOptions {
  /** Length of the load. */
  minutes: number;
  /** Length of the other measurements, and between two readings of the memory at most. */
  seconds: number;
}

/** Callers that find the highest throughput. */
const callers = 16;
/** Connections of the steady load: more than it needs, so that a slow answer delays no other request. */
const connections = 64;
/** The steady load, of the highest throughput. */
const share = 0.8;

const memoryTarget = 1.03;
const tailTarget = 4;

/**
 * Quotes for some minutes at a steady rate, 80 % of the highest throughput: the memory of the service late and
 * early, and its slowest answers. Then one caller's slowest answers relative to its median.
 */
export async function soakFigures(
  { minutes, seconds }: SoakOptions,
  output: { progress(line: string): void },
  tell: (figures: Figure[]) => void,
  signal: AbortSignal,
): Promise<void> {
  output.progress('Starting the service…');
  const service = await startMeasuredService({ profile: false });
  try {
    const request = quoteRequest(service.demo, 'general-liability', true);
    const quote = requests(request, '"quoteDetails"');
    output.progress(`The highest throughput, ${callers} callers…`);
    await quote(callers, 5 * seconds * 1000);
    const { perSecond } = await quote(callers, 5 * seconds * 1000);
    const rate = share * perSecond;
    output.progress(`${rate.toFixed(1)} quotes a second for ${minutes} minutes…`);
    const memory: number[] = [];
    const ending = new AbortController();
    const reading = readMemory(service.pid, (seconds * 1000) / 3, memory, ending.signal);
    const times = await steadyQuotes(request, rate, minutes * 60_000, signal).finally(() => ending.abort());
    await reading;
    output.progress('One caller…');
    const alone: number[] = [];
    await closedLoop(request, 10 * seconds * 1000, alone);
    tell([
      memoryFigure(
        'soak.memory',
        'memory of the service in the last quarter, relative to the second',
        [median(quarter(memory, 3)), median(quarter(memory, 1))],
        memoryTarget,
      ),
      tailFigure('soak.p99', `p99 at ${rate.toFixed(1)} quotes a second, relative to its median`, times),
      tailFigure('soak.p99.callers1', 'p99 at one caller, relative to its median', alone, tailTarget),
    ]);
  } finally {
    await service.stop();
    await service.clean();
  }
}

/** Resident memory in MiB, read again and again until the end. */
async function readMemory(pid: number, everyMs: number, into: number[], end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    into.push(Number(kilobytes) / 1024);
    await sleep(everyMs, undefined, { signal: end }).catch(() => undefined);
  }
}

/** `number` counts from 0. */
function quarter(values: readonly number[], number: number): number[] {
  return values.slice((values.length * number) >> 2, (values.length * (number + 1)) >> 2);
}

async function steadyQuotes(
  request: HttpRequest,
  rate: number,
  durationMs: number,
  signal: AbortSignal,
): Promise<number[]> {
  const open = await Promise.all(Array.from({ length: connections }, () => openHttpCaller(request)));
  try {
    return await steadyLoad({ callers: connections, rate, durationMs, signal }, async (caller) =>
      open[caller]?.call(),
    );
  } finally {
    for (const caller of open) caller.close();
  }
}

async function closedLoop(request: HttpRequest, durationMs: number, times: number[]): Promise<void> {
  const caller = await openHttpCaller(request);
  await measureLoad(1, durationMs, async () => {
    const start = performance.now();
    await caller.call();
    times.push(performance.now() - start);
  }).finally(() => caller.close());
}
