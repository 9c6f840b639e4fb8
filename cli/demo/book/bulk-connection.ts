import type { PoolClient } from 'pg';

const patienceMs = 3_600_000;

/** Prepares a connection for bulk loading; `reset all` undoes it. */
export async function prepareForBulk(connection: PoolClient): Promise<void> {
  await connection.query(`set statement_timeout = ${patienceMs}; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set gin_pending_list_limit = '256MB'`);
}

/**
 * Turns off foreign key checks on a connection if the server permits it, as it does for a superuser. That
 * disables triggers, too. Returns whether it did.
 */
export async function writeUnchecked(connection: PoolClient): Promise<boolean> {
  return connection.query('set session_replication_role = replica').then(
    () => true,
    () => false,
  );
}

export async function inTransaction(connection: PoolClient, work: () => Promise<void>): Promise<void> {
  await connection.query('begin');
  try {
    await work();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}
