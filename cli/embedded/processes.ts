import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process recorded by an earlier start. `startMark` distinguishes it from a later process with the same id.
 */
export interface ProcessMark {
  pid: number;
  startMark: string;
}

/** Marks a running process; undefined if there is none (a zombie does not count). */
export function markOf(pid: number): ProcessMark | undefined {
  const startMark = process.platform === 'linux' ? startMarkFromProc(pid) : startMarkFromPs(pid);
  return startMark === undefined ? undefined : { pid, startMark };
}

export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startMark === mark.startMark;
}

/** The command line of a running process; empty if it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The running processes whose command line contains a text. Paths in those of another container mean other files. */
export function processesWith(text: string): ProcessMark[] {
  const isLinux = process.platform === 'linux';
  const commands = isLinux
    ? readdirSync('/proc').map((pid) => `${pid} ${/^\d+$/.test(pid) ? commandLineOf(Number(pid)) : ''}`)
    : execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return commands
    .filter((command) => command.includes(text))
    .map((command) => Number.parseInt(command, 10))
    .filter((pid) => !isLinux || mountsOf(pid) === mountsOf('self'))
    .flatMap((pid) => markOf(pid) ?? []);
}

function mountsOf(pid: number | 'self'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return undefined;
  }
}

/** Sends the signals in turn, each with a waiting time, until the process has ended. */
export async function endProcess(mark: ProcessMark, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    if (!isAlive(mark)) return;
    try {
      process.kill(mark.pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patienceMs;
    while (isAlive(mark) && Date.now() < deadline) await sleep(20);
  }
}

/**
 * Ends `pid` when this process ends in any way, also by SIGKILL: the guard waits on a pipe that the kernel
 * closes with this process. Returns how to dismiss the guard after a normal stop.
 */
export function guardAgainstOrphan(pid: number, signal: 'INT' | 'TERM'): () => void {
  const script = `while read -r _; do :; done; kill -${signal} "$1" 2>/dev/null || exit 0
    for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" 2>/dev/null || exit 0; done; kill -KILL "$1"`;
  const guard = spawn('/bin/sh', ['-c', script, 'ioi-guard', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => {
    guard.kill('SIGKILL');
    guard.stdin.destroy();
  };
}

/** Resolves once the child has ended, with the reason. */
export function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

function startMarkFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may contain spaces; fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startMarkFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
