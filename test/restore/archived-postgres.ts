import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../cli/embedded/postgres.js';
import { readPostmaster } from '../../cli/embedded/postgres-process.js';

const run = promisify(execFile);
/** A segment of the log is archived after so many seconds at the latest: what may be lost. */
export const archiveSeconds = 5;

/** PostgreSQL with an archive of its log, as an operator of a server of their own sets it up. */
export class ArchivedPostgres {
  readonly #dataDir: string;
  readonly #log = () => undefined;
  #server: EmbeddedPostgres | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get #folder(): string {
    return path.join(this.#dataDir, 'postgres');
  }
  get #archive(): string {
    return path.join(this.#dataDir, 'archive');
  }
  get #backup(): string {
    return path.join(this.#dataDir, 'backup');
  }
  get server(): EmbeddedPostgres {
    if (this.#server === undefined) throw new Error('PostgreSQL does not run');
    return this.#server;
  }

  async start(): Promise<void> {
    const first = await startEmbeddedPostgres({ dataDir: this.#dataDir, durable: true, log: this.#log });
    await first.stop();
    await mkdir(this.#archive);
    await chmod(this.#archive, 0o777);
    await appendFile(
      path.join(this.#folder, 'postgresql.conf'),
      `archive_mode = on\narchive_timeout = ${archiveSeconds}\narchive_command = 'cp %p ${this.#archive}/%f'\n`,
    );
    await this.#launch(first.port);
  }

  async #launch(port: number): Promise<void> {
    this.#server = await startEmbeddedPostgres({
      ...{ dataDir: this.#dataDir, durable: true, maxConnections: 100, port, log: this.#log },
    });
  }

  /** A base backup while the server works, as `pg_basebackup` makes it; answers its size in bytes. */
  async backUp(): Promise<number> {
    const client = new pg.Client({ connectionString: this.server.ownerUrl });
    await client.connect();
    await client.query(`select pg_backup_start('drill', true)`);
    // Files that are removed while they are copied are not needed.
    await run('cp', ['-a', this.#folder, this.#backup]).catch(() => undefined);
    const { rows } = await client.query('select labelfile from pg_backup_stop()');
    await client.end();
    await rm(path.join(this.#backup, 'postmaster.pid'), { force: true });
    await run('sh', ['-c', 'rm -rf pg_wal/* pg_replslot/*'], { cwd: this.#backup });
    await mkdir(path.join(this.#backup, 'pg_wal/archive_status'), { recursive: true });
    await writeFile(path.join(this.#backup, 'backup_label'), rows[0].labelfile);
    await this.#own(this.#backup);
    return Number((await run('du', ['-sb', this.#backup])).stdout.split('\t')[0]);
  }

  /** Kills the server and loses its data; then restores the backup, and the log until a time. */
  async restoreTo(time: Date): Promise<void> {
    const { port, ended } = this.server;
    const pid = readPostmaster(this.#folder)?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
    await run('cp', ['-a', this.#backup, this.#folder]);
    await appendFile(
      path.join(this.#folder, 'postgresql.conf'),
      `restore_command = 'cp ${this.#archive}/%f %p'\nrecovery_target_time = '${time.toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`,
    );
    await writeFile(path.join(this.#folder, 'recovery.signal'), '');
    await this.#own(this.#folder);
    await this.#launch(port);
    await this.#promoted();
  }

  /** Files that this process wrote belong to the server's user. */
  async #own(folder: string): Promise<void> {
    await run('chown', ['-R', `--reference=${path.join(folder, 'PG_VERSION')}`, folder]);
  }

  async #promoted(): Promise<void> {
    const client = new pg.Client({ connectionString: this.server.ownerUrl });
    await client.connect();
    for (;;) {
      const { rows } = await client.query('select pg_is_in_recovery() as recovering');
      if (!rows[0].recovering) break;
      await sleep(100);
    }
    await client.end();
  }
}
