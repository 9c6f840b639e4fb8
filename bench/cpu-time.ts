import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** The CPU time of processes and of all their descendants, in milliseconds; 0 without `/proc`. */
export function cpuTimeMs(roots: readonly number[]): number {
  return sumOf(familyOf(roots));
}

/** The same without their descendants, such as the servers that `npm start` runs. */
export function ownCpuTimeMs(pids: readonly number[]): number {
  return sumOf(pids.flatMap((pid) => processOf(pid) ?? []));
}

/** Processes and all their descendants. */
export function familyOf(roots: readonly number[]): Process[] {
  const known = new Map(processes().map((each) => [each.pid, each]));
  const counts = (pid: number | undefined): boolean => {
    if (pid === undefined) return false;
    return roots.includes(pid) || counts(known.get(pid)?.parent);
  };
  return [...known.values()].filter(({ pid }) => counts(pid));
}

/** The CPU time of the service's process and of the servers that it runs, in milliseconds. */
export function cpuTimesByProgram(pid: number): { service: number; temporal: number; postgres: number } {
  const family = familyOf([pid]);
  const isPostgres = ({ name }: Process) => name.startsWith('postgres');
  const isTemporal = ({ name }: Process) => name.startsWith('temporal');
  return {
    service: sumOf(family.filter((each) => !isPostgres(each) && !isTemporal(each))),
    temporal: sumOf(family.filter(isTemporal)),
    postgres: sumOf(family.filter(isPostgres)),
  };
}

interface Process {
  pid: number;
  /** The program that it runs. */
  name: string;
  parent: number;
  ticks: number;
}

function sumOf(processes: readonly Process[]): number {
  return processes.reduce((sum, { ticks }) => sum + ticks * tickMs, 0);
}

function processes(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processOf(Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** Undefined if it has ended meanwhile. */
function processOf(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // The last two are of children that have ended.
    const times = fields.slice(11, 15).map(Number);
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, name, parent: Number(fields[1]), ticks: times.reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined;
  }
}
