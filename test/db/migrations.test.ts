import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrationSource } from '../../db/migrations/index.js';

it('lists every migration of the folder under its own name, in order', async () => {
  const files = readdirSync('db/migrations').filter((file) => file !== 'index.ts');
  const listed = await migrationSource.getMigrations([]);
  expect(listed.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
  for (const { name, migration } of listed) {
    expect(migration.up).toBe((await import(`../../db/migrations/${name}.ts`)).up);
  }
});
