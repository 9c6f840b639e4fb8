import { type Database, openDatabase } from '../../db/database.js';
import type { Cluster } from './cluster.js';

/** Reads the cluster's database as the owner of its schema, over TLS as the service does. */
export async function withOwner<T>(
  { settings }: Pick<Cluster, 'settings'>,
  work: (db: Database) => PromiseLike<T>,
): Promise<T> {
  const url = settings.OWNER_DATABASE_URL ?? '';
  const db = openDatabase({ url, poolSize: 2, applicationName: 'ioi-test' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
