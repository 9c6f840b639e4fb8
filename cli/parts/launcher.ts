import { readFileSync } from 'node:fs';
import { commandLineOf, isAlive, markOf, type ProcessMark } from '../embedded/processes.js';

const everyMs = 500;

/**
 * Calls `gone` when the npm that runs this process is killed: npm passes signals on, but cannot pass on SIGKILL,
 * and would leave us running where nobody sees us. Without npm nothing is watched. Answers how to end the watch.
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
