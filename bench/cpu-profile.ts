import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const profileFile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/**
 * A span of load, in microseconds of the clock that profiles use (`process.hrtime`, the same in every
 * process).
 */
export interface LoadWindow {
  fromUs: number;
  toUs: number;
}

export interface SelfTime {
  name: string;
  ms: number;
  /** Share of the thread's busy time. */
  share: number;
}

export interface ProfileSummary {
  /** `main` or `worker thread`. */
  thread: string;
  busyMs: number;
  idleMs: number;
  packages: SelfTime[];
  functions: SelfTime[];
}

/** The self time of each thread during the windows. Idle threads are left out. */
export function summarizeProfiles(
  folder: string,
  windows: readonly LoadWindow[],
  most = 25,
): ProfileSummary[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => summarize(path.join(folder, file), windows, most))
    .filter(({ busyMs }) => busyMs > 0)
    .sort((a, b) => b.busyMs - a.busyMs);
}

function summarize(file: string, windows: readonly LoadWindow[], most: number): ProfileSummary {
  const { nodes, samples, timeDeltas, startTime } = profileFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let idleMs = 0;
  let busyMs = 0;
  let now = startTime;
  samples.forEach((node, index) => {
    now += timeDeltas[index] ?? 0;
    // A sample covers the time until the next one.
    const ms = (timeDeltas[index + 1] ?? 0) / 1000;
    const frame = frames.get(node);
    if (frame === undefined || !windows.some(({ fromUs, toUs }) => now >= fromUs && now < toUs)) return;
    if (frame.functionName === '(idle)') {
      idleMs += ms;
      return;
    }
    busyMs += ms;
    const owner = packageOf(frame);
    const place = frame.url === '' ? '' : ` ${shortened(frame.url)}:${frame.lineNumber + 1}`;
    add(packages, owner, ms);
    add(functions, `${frame.functionName || '(anonymous)'}${place}`, ms);
  });
  const ranked = (times: Map<string, number>) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([name, ms]) => ({ name, ms, share: ms / busyMs }));
  // Node names its profiles CPU.date.time.pid.thread.sequence.
  const thread = path.basename(file).split('.')[4] === '0' ? 'main' : 'worker thread';
  return { thread, busyMs, idleMs, packages: ranked(packages), functions: ranked(functions) };
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms);
}

/** The npm package, `node`, the engine itself, or the project's folder. */
function packageOf({ functionName, url }: { functionName: string; url: string }): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  if (url.startsWith('node:')) return 'node';
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (installed !== undefined) return installed;
  const [, room] = /\/dist\/([^/]+)\/[^/]+/.exec(url) ?? [];
  return room === undefined ? 'workflow bundle' : `project: ${room}`;
}

function shortened(url: string): string {
  return url.replace(/^.*\/(?:node_modules|dist)\//, '');
}

export function profileText(title: string, summaries: readonly ProfileSummary[]): string {
  const table = (times: readonly SelfTime[]) =>
    times.map(({ name, ms, share }) => {
      return `  ${(share * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`;
    });
  return summaries
    .flatMap(({ thread, busyMs, idleMs, packages, functions }) => [
      `\n${title}, ${thread}: ${busyMs.toFixed(0)} ms busy, ${idleMs.toFixed(0)} ms idle`,
      ' by package',
      ...table(packages.slice(0, 15)),
      ' by function',
      ...table(functions),
    ])
    .join('\n');
}
