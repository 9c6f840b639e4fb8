import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../db/database.js';

export interface TestDatabase {
  /** As the service's role. */
  db: Database;
  url: string;
  drop(): Promise<void>;
}

/** With the same database as the owner of its schema. */
export interface OwnedTestDatabase extends TestDatabase {
  owner: Database;
  ownerUrl: string;
}

/**
 * A fresh database of its own, cloned from the run's migrated template unless it is to be empty. Drop it in
 * `afterAll`.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<OwnedTestDatabase> {
  const urls = inject('templateDatabase');
  const templateUrl = new URL(urls.ownerUrl);
  const template = templateUrl.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(templateUrl, (admin) =>
    admin.raw('create database ?? template ?? strategy file_copy', [name, empty ? 'template0' : template]),
  );
  const url = withDatabase(new URL(urls.url), name);
  const ownerUrl = withDatabase(templateUrl, name);
  const db = openDatabase({ url, poolSize: 5, applicationName: 'ioi-test' });
  const owner = openDatabase({ url: ownerUrl, poolSize: 2, applicationName: 'ioi-test-owner' });
  return {
    db,
    url,
    owner,
    ownerUrl,
    drop: async () => {
      await Promise.all([db.destroy(), owner.destroy()]);
      await asAdministrator(templateUrl, (admin) =>
        admin.raw('drop database if exists ?? with (force)', [name]),
      );
    },
  };
}

async function asAdministrator(
  templateUrl: URL,
  work: (admin: Database) => PromiseLike<unknown>,
): Promise<void> {
  const url = withDatabase(templateUrl, 'postgres');
  const admin = openDatabase({ url, poolSize: 1, applicationName: 'ioi-test-administrator' });
  try {
    await work(admin);
  } finally {
    await admin.destroy();
  }
}

function withDatabase(url: URL, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
