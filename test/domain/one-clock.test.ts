import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** Dates that are only shown. */
const shown = ['api/app.ts', 'db/identity/api-keys.ts', 'db/identity/user-changes.ts'];

it("what is due, valid or expired goes by the database's clock: `now` is handed in", () => {
  const files = ['api', 'activities', 'db', 'documents', 'domain'].flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(room, file)),
  );
  const byProcess = files
    .filter((file) => !shown.includes(file))
    .flatMap((file) => readFileSync(path.join(root, file), 'utf8').split('\n'))
    // A deadline of this process is its own affair.
    .filter((line) => /new Date\(\)|Date\.now\(\)/.test(line) && !/deadline/i.test(line));

  expect(byProcess).toEqual([]);
});
