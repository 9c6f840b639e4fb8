import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './service-account.js';

export const superuser = 'ioi';
const majorVersion = '18';
const passwordFile = 'ioi-password';
const unfinishedMark = '.making-';

export interface Cluster {
  folder: string;
  password: string;
}

/**
 * The cluster under `folder`, initialized if there is none. It is made in a temporary folder beside it and
 * renamed when complete, so that a killed start leaves nothing incomplete under the final name. An incomplete
 * folder is set aside, never deleted.
 */
export async function ensureCluster(
  folder: string,
  {
    initdb,
    account,
    durable,
    log,
  }: {
    initdb: string;
    account: Account;
    durable: boolean;
    log: (line: string) => void;
  },
): Promise<Cluster> {
  if (existsSync(folder) && !isComplete(folder)) {
    const aside = `${folder}.incomplete-${new Date().toISOString().replaceAll(/[:.]/g, '')}`;
    await rename(folder, aside);
    log(`The database folder ${folder} was incomplete. A new one is made; the old one is kept as ${aside}.`);
  }
  if (!existsSync(folder)) await initialize(folder, { initdb, account, durable });
  await refuseOtherVersions(folder);
  return { folder, password: await readPassword(folder) };
}

/** The password of the cluster's only user, stored inside the cluster to stay with it. */
export async function readPassword(folder: string): Promise<string> {
  return (await readFile(path.join(folder, passwordFile), 'utf8')).trim();
}

function isComplete(folder: string): boolean {
  const parts = ['PG_VERSION', 'global/pg_control', 'base', 'postgresql.conf', passwordFile];
  return parts.every((part) => existsSync(path.join(folder, part)));
}

async function initialize(
  folder: string,
  { initdb, account, durable }: { initdb: string; account: Account; durable: boolean },
): Promise<void> {
  await removeUnfinished(folder);
  const making = await mkdtemp(`${folder}${unfinishedMark}`);
  const scratch = await mkdtemp(path.join(tmpdir(), 'ioi-initdb-'));
  const passwordInput = path.join(scratch, 'password');
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(passwordInput, password, { mode: 0o600 });
    if (account.ids) {
      const { uid, gid } = account.ids;
      for (const owned of [making, scratch, passwordInput]) await chown(owned, uid, gid);
    }
    const [program, args, options] = account.command(initdb, [
      ...[`--pgdata=${making}`, `--username=${superuser}`, `--pwfile=${passwordInput}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(durable ? [] : ['--no-sync']),
    ]);
    await promisify(execFile)(program, args, options).catch((error: Error & { stderr?: string }) => {
      throw new Error(
        `PostgreSQL could not make its data folder ${folder}: ${error.stderr || error.message}`,
      );
    });
    const kept = path.join(making, passwordFile);
    await writeFile(kept, password, { mode: 0o600 });
    await chmod(kept, 0o600);
    if (account.ids) await chown(kept, account.ids.uid, account.ids.gid);
    await rename(making, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** An initdb that outlives its killed start may still write to its folder; a new one gets another name. */
async function removeUnfinished(folder: string): Promise<void> {
  const prefix = path.basename(folder) + unfinishedMark;
  for (const entry of await readdir(path.dirname(folder))) {
    if (!entry.startsWith(prefix)) continue;
    await rm(path.join(path.dirname(folder), entry), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function refuseOtherVersions(folder: string): Promise<void> {
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version === majorVersion) return;
  throw new Error(
    `The database folder ${folder} is of PostgreSQL ${version}, but this release runs ${majorVersion}. ` +
      'Dump it with the old release and load it with this one, or choose another DATA_DIR.',
  );
}
