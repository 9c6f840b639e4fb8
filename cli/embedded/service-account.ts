import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process';

/** How to run a program that refuses to run as root. */
export interface Account {
  /** Undefined unless this process is root: programs then run as its own user. */
  ids: { uid: number; gid: number } | undefined;
  /** The program and arguments that run `program` as this account. */
  command(program: string, args: string[]): [string, string[], SpawnOptions];
}

/**
 * The account that PostgreSQL runs as. For root that is the user `postgres`, created if missing, or `nobody`
 * if that fails. If that user cannot reach the needed folders, because they lie in a closed one such as
 * /root, it keeps the single capability to look into folders. Nothing has to be copied or opened up.
 */
export function serviceAccount(neededPaths: string[]): Account {
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const base: SpawnOptions = { cwd: '/', env, detached: true };
  if (process.getuid?.() !== 0) return { ids: undefined, command: (program, args) => [program, args, base] };

  const ids = idsOf('postgres') ?? createdUser() ?? idsOf('nobody');
  if (!ids)
    throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".');
  const reaches = (prefix: string[]): boolean => {
    const test = neededPaths.map((_, index) => `test -x "$${index + 1}"`).join(' && ');
    const [program, ...args] = [...prefix, '/bin/sh', '-c', test, 'sh', ...neededPaths];
    const as = prefix.length === 0 ? ids : {};
    return program !== undefined && spawnSync(program, args, { cwd: '/', env, ...as }).status === 0;
  };
  if (reaches([])) return { ids, command: (program, args) => [program, args, { ...base, ...ids }] };

  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = [
      ...['/usr/bin/env', 'setpriv', `--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'],
      // PostgreSQL checks its programs with access(2), which ignores capabilities unless this bit is set.
      '--securebits=+no_setuid_fixup',
      ...[`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, '--'],
    ];
    const [wrapper = '', ...rest] = prefix;
    if (reaches(prefix)) {
      return { ids, command: (program, args) => [wrapper, [...rest, program, ...args], base] };
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and the user that it runs as instead cannot reach ' +
      `${neededPaths.join(' and ')}. Ways out: put the project and DATA_DIR in a folder that other users may ` +
      'enter, start as an ordinary user, or set DATABASE_URL to a server of yours.',
  );
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createdUser(): { uid: number; gid: number } | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  return idsOf('postgres');
}
