import { readFileSync } from 'node:fs';
import { commandLineOf, isAlive, markOf, type ProcessMark } from '../embedded/processes.js';
import type { Lifecycle } from './lifecycle.js';

const everyMs = 500;

/**
 * Under `npm run dev`, stops this process when its parent closes the channel or ends. Returns how to report
 * to the parent that everything is up. Without such a parent it does nothing.
 */
export function followSupervisor(lifecycle: Lifecycle): () => void {
  if (!process.connected) return () => undefined;
  process.once('disconnect', () => lifecycle.stop('Stopping…'));
  // The channel alone does not keep a failed process alive.
  process.channel?.unref();
  return () => void process.send?.('ready');
}

/**
 * Calls `gone` when the npm that runs this process is killed: npm forwards signals, but cannot forward
 * SIGKILL, and would leave an orphaned process. Without npm nothing is watched. Returns how to end the watch.
 */
export function watchLauncher(gone: () => void): () => void {
  const npm = npmAbove(process.ppid);
  if (!npm) return () => undefined;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** npm runs a script directly or through a shell. */
function npmAbove(pid: number): ProcessMark | undefined {
  const isNpm = (candidate: number) => /^(npm\s|\S*node\s+\S*npm)/.test(commandLineOf(candidate));
  if (isNpm(pid)) return markOf(pid);
  const parent = parentOf(pid);
  return parent !== undefined && isNpm(parent) ? markOf(parent) : undefined;
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
