import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandFailure } from '../../cli/ground/command-failure.js';
import { packageVersion } from '../../cli/ground/package-info.js';
import { prepareSchemaOn, requireMigrated } from '../../cli/parts/migrations.js';
import { buildIndex } from '../../db/indexes/build-index.js';
import { type Migration, migrations } from '../../db/migrations/index.js';
import { runMigrations } from '../../db/run-migrations.js';
import { compareReleases, schemaState } from '../../db/schema-state.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { migrationFindings } from '../support/migration-lint.js';

let database: OwnedTestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it('lists every migration of the folder under its own name, in order', async () => {
  const files = readdirSync('db/migrations').filter((file) => file !== 'index.ts');
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
  for (const { name, migration } of migrations) {
    expect(migration.up).toBe((await import(`../../db/migrations/${name}.ts`)).up);
  }
});

describe('a schema of another release', () => {
  const warnings: string[] = [];
  const logger = { warn: (text: unknown) => void warnings.push(String(text)) };
  const add = (name: string) => database.owner('migrations').insert({ name, batch: 99 });
  const start = () => requireMigrated(database.db, logger as Parameters<typeof requireMigrated>[1]);
  const prepare = () => prepareSchemaOn(database.owner, { url: database.url, ownerUrl: database.ownerUrl });

  it('is used if it is ahead, with a warning, and left as it is', async () => {
    await add('9999_of_a_later_release');
    await start();
    expect(warnings.splice(0)).toEqual([
      `The database schema is of a later release than ${packageVersion()}: it also has 9999_of_a_later_release.`,
    ]);
    expect(await prepare()).toEqual({ applied: [], ahead: ['9999_of_a_later_release'] });
  });

  it.each([
    ['behind', () => database.owner('migrations').where({ name: '0012_idempotency' }).delete()],
    ['empty', () => database.owner.raw('drop table migrations')],
  ])('is refused by a process if it is %s', async (_, change) => {
    await change();
    await expect(start()).rejects.toThrow(
      'The database schema is not up to date. Run "npm run migrate" first.',
    );
  });

  it('is refused if it has an earlier migration that this release does not know', async () => {
    await add('0002_of_somebody_else');
    const text =
      'it has 0002_of_somebody_else, which this release does not know. Start the release that migrated it.';
    await expect(start()).rejects.toThrow(text);
    await expect(prepare()).rejects.toThrow(text);
  });

  it('is left as it is if it is of a development version before the first release', async () => {
    await add('0001_foundation');
    const text =
      'The database is of a development version from before release 0.2.0, and was left as it is: start on an empty one';
    await expect(start()).rejects.toThrow(text);
    await expect(prepare()).rejects.toThrow(text);
  });

  it('is refused if it is ahead and lacks a migration', async () => {
    await add('9999_of_a_later_release');
    await database.owner('migrations').where({ name: '0011_webhooks' }).delete();
    await expect(start()).rejects.toThrow('does not know and lacks 0011_webhooks.');
  });

  it('is refused by releases from before the one that stopped using what was removed', async () => {
    const removal = { up: async () => undefined, unusedSince: '9.0.0' };
    await runMigrations(database.owner, [...migrations, aMigration(removal)]);
    expect(await schemaState(database.db)).toMatchObject({
      ahead: ['9999_synthetic'],
      oldestRelease: '9.0.0',
    });
    const text = `The database schema needs release 9.0.0 or later; this is ${packageVersion()}.`;
    await expect(start()).rejects.toThrow(text);
    await expect(prepare()).rejects.toThrow(CommandFailure);
    expect(compareReleases('0.10.0', '0.9.1')).toBeGreaterThan(0);
  });
});

describe('a lock that is held', () => {
  const change = aMigration({
    up: async (knex) => void (await knex.raw('alter table quotes add column later int')),
  });

  /** While a transaction has read quotes. */
  async function whileHeld<T>(work: (release: () => Promise<void>) => Promise<T>): Promise<T> {
    const holder = await database.db.transaction();
    try {
      await holder('quotes').count();
      return await work(async () => void (await holder.commit()));
    } finally {
      if (!holder.isCompleted()) await holder.rollback();
    }
  }

  it('is waited for in short attempts, between which others go on', async () => {
    await whileHeld(async (release) => {
      const applying = runMigrations(database.owner, [...migrations, change]);
      const waiting = () => database.db('pg_locks').where({ mode: 'AccessExclusiveLock', granted: false });
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
      // Queued behind the migration, which gives up first.
      await database.db('quotes').count();
      await release();
      expect(await applying).toEqual(['9999_synthetic']);
    });
    expect(await database.db('quotes').select('later')).toEqual([]);
  });

  it('is given up at last, with nothing changed', async () => {
    await whileHeld(async () => {
      const applying = runMigrations(database.owner, [...migrations, change], { patienceMs: 0 });
      await expect(applying).rejects.toMatchObject({ code: '55P03' });
    });
    const { pending } = await schemaState(database.db, [...migrations, change]);
    expect(pending).toEqual(['9999_synthetic']);
  });
});

it('builds an index again that an interrupted attempt left invalid, and no valid one', async () => {
  const { owner } = database;
  await owner.raw('create table numbers (n int); insert into numbers values (1), (1)');
  await expect(owner.raw('create unique index concurrently numbers_n on numbers (n)')).rejects.toThrow();
  const index = () =>
    owner('pg_index')
      .whereRaw("indexrelid = to_regclass('numbers_n')")
      .select('indisvalid', 'indexrelid')
      .first();
  expect(await index()).toMatchObject({ indisvalid: false });
  await buildIndex(owner, 'numbers_n', 'numbers (n)');
  const built = await index();
  expect(built).toMatchObject({ indisvalid: true });
  await buildIndex(owner, 'numbers_n', 'numbers (n)');
  expect(await index()).toEqual(built);
});

describe('the rules for migrations', () => {
  /** Up to here they are the first release's schema, which nothing ran on before. */
  const lastBefore = '0014';
  const isBefore = ({ name }: { name: string }) => name.slice(0, 4) <= lastBefore;

  it('hold for all of them', async () => {
    const scratch = await createTestDatabase({ empty: true });
    try {
      await runMigrations(scratch.owner, migrations.filter(isBefore));
      for (let count = migrations.filter(isBefore).length + 1; count <= migrations.length; count += 1) {
        const known = migrations.slice(0, count);
        expect(await migrationFindings(scratch.owner, known, packageVersion())).toEqual([]);
      }
    } finally {
      await scratch.drop();
    }
  });

  const concurrently = { config: { transaction: false } };
  it.each<[string, string, Partial<Migration>?]>([
    ['an index', 'create index later on quotes (outcome)'],
    ['a default that differs by row', 'alter table quotes add later uuid default gen_random_uuid()'],
    ['another type', 'alter table policies alter term_number type bigint'],
    ['a constraint', "alter table quotes add constraint later check (outcome <> '')"],
    [
      'a foreign key',
      'alter table quotes add later uuid references events; alter table quotes add foreign key (later) references events',
    ],
    ['a column without NULL', 'alter table quotes alter client_id set not null'],
    ['a required column', 'alter table quotes add later int not null'],
    ['an update', "update quotes set outcome = 'X'"],
    ['a dropped column', 'alter table quotes drop column outcome'],
    ['a renamed table', 'alter table quotes rename to offers'],
    ['a dropped function', 'drop function refuse_change cascade'],
    [
      'a dropped column of this release',
      'alter table quotes drop column outcome',
      { unusedSince: packageVersion() },
    ],
    ['emptying', 'truncate webhook_deliveries'],
    ['an index that waits', 'create index later on quotes (outcome)', concurrently],
    ['an update of all at once', "update quotes set outcome = 'X'", concurrently],
  ])('refuse %s', async (_, sql, more) => {
    expect(await findingsOf(sql, more)).not.toEqual([]);
  });

  it.each<[string, string, Partial<Migration>?]>([
    [
      'a table that refers to another',
      'create table later (id uuid references quotes); create index later_id on later (id)',
    ],
    ['a column', 'alter table quotes add later int, add with_default int not null default 1'],
    [
      'a constraint for what comes',
      "alter table quotes add constraint later check (outcome <> '') not valid",
    ],
    [
      'a dropped column of an earlier release',
      'alter table quotes drop column outcome',
      { unusedSince: '0.0.9' },
    ],
    ['an index', 'create index concurrently if not exists later on quotes (outcome)', concurrently],
    [
      'a batch',
      "update quotes set outcome = 'X' where trigger_request_id in (select trigger_request_id from quotes limit 500)",
      concurrently,
    ],
  ])('allow %s', async (_, sql, more) => {
    expect(await findingsOf(sql, more)).toEqual([]);
  });

  const findingsOf = (sql: string, more: Partial<Migration> = {}) =>
    migrationFindings(
      database.owner,
      [...migrations, aMigration({ up: async (knex) => void (await knex.raw(sql)), ...more })],
      packageVersion(),
    );
});

function aMigration(migration: Omit<Migration, 'down'>) {
  return { name: '9999_synthetic', migration: { ...migration, down: async () => undefined } };
}
