import { Connection } from '@temporalio/client';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.js';
import { temporalAddress } from '../support/temporal.js';

it('gives every caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await one.owner.schema.createTable('only_here', (table) => table.increments());
    expect(await one.db.schema.hasTable('organizations')).toBe(true);
    expect(await other.owner.schema.hasTable('only_here')).toBe(false);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
});

it('runs a Temporal server', async () => {
  const connection = await Connection.connect({ address: temporalAddress() });
  try {
    await expect(
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    ).resolves.toBeDefined();
  } finally {
    await connection.close();
  }
});
