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

interface SelfTime {
  name: string;
  ms: number;
  /** Share of the thread's busy time. */
  share: number;
}

/** The samples of a thread during the windows. */
export interface Profile {
  /** `main` or `worker thread`. */
  thread: string;
  busyMs: number;
  idleMs: number;
  /** The stacks, from the outermost frame, and how long each was busy. */
  stacks: [stack: Frame[], ms: number][];
}

export interface Frame {
  name: string;
  /** The npm package, `node`, the engine itself, or the project's folder. */
  owner: string;
}

/** The threads that were busy during the windows, the busiest first. */
export function readProfiles(folder: string, windows: readonly LoadWindow[]): Profile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => readProfile(path.join(folder, file), windows))
    .filter(({ busyMs }) => busyMs > 0)
    .sort((a, b) => b.busyMs - a.busyMs);
}

function readProfile(file: string, windows: readonly LoadWindow[]): Profile {
  const { nodes, samples, timeDeltas, startTime } = profileFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, frameOf(callFrame)]));
  const busy = new Map<number, number>();
  let idleMs = 0;
  let now = startTime;
  samples.forEach((node, index) => {
    now += timeDeltas[index] ?? 0;
    // A sample covers the time until the next one.
    const ms = (timeDeltas[index + 1] ?? 0) / 1000;
    if (!windows.some(({ fromUs, toUs }) => now >= fromUs && now < toUs)) return;
    if (frames.get(node)?.name === '(idle)') idleMs += ms;
    else busy.set(node, (busy.get(node) ?? 0) + ms);
  });
  const stackOf = (leaf: number): Frame[] => {
    const stack: Frame[] = [];
    for (let node: number | undefined = leaf; node !== undefined; node = parents.get(node)) {
      const frame = frames.get(node);
      if (frame && frame.name !== '(root)') stack.unshift(frame);
    }
    return stack;
  };
  // Node names its profiles CPU.date.time.pid.thread.sequence.
  const thread = path.basename(file).split('.')[4] === '0' ? 'main' : 'worker thread';
  const busyMs = [...busy.values()].reduce((sum, ms) => sum + ms, 0);
  return { thread, busyMs, idleMs, stacks: [...busy].map(([leaf, ms]) => [stackOf(leaf), ms]) };
}

function frameOf(frame: z.infer<typeof profileFile>['nodes'][number]['callFrame']): Frame {
  const place = frame.url === '' ? '' : ` ${shortened(frame.url)}:${frame.lineNumber + 1}`;
  return { name: `${frame.functionName || '(anonymous)'}${place}`, owner: packageOf(frame) };
}

/** The greatest self times of a profile. */
function selfTimes({ stacks, busyMs }: Profile, nameOf: (frame: Frame) => string, most: number): SelfTime[] {
  const times = new Map<string, number>();
  for (const [stack, ms] of stacks) {
    const leaf = stack.at(-1);
    if (leaf) add(times, nameOf(leaf), ms);
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, ms]) => ({ name, ms, share: ms / busyMs }));
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

export function profileText(title: string, profiles: readonly Profile[]): string {
  const table = (times: readonly SelfTime[]) =>
    times.map(({ name, ms, share }) => {
      return `  ${(share * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`;
    });
  return profiles
    .flatMap((profile) => [
      `\n${title}, ${profile.thread}: ${profile.busyMs.toFixed(0)} ms busy, ${profile.idleMs.toFixed(0)} ms idle`,
      ' by package',
      ...table(selfTimes(profile, ({ owner }) => owner, 15)),
      ' by function',
      ...table(selfTimes(profile, ({ name }) => name, 25)),
    ])
    .join('\n');
}
