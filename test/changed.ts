import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/**
 * `npm run test:changed`: tests what a change reaches, in a minute or two. `BASE` is what it is compared with, `HEAD` where
 * left out. Pure tests are those that import what changed. Of the tests that need servers, whose program imports nearly
 * everything, those run that changed or lie in a folder that is named as one that changed: `db/reports` and
 * `api/reports` are tested by `test/reports`.
 */
const base = process.env.BASE ?? 'HEAD';
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const subjects = new Set(changed.flatMap((file) => file.split('/').slice(0, -1)));
const folders = readdirSync('test', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'domain' && subjects.has(entry.name))
  // A room is no subject: its tests are those of its folders.
  .filter(
    ({ name }) =>
      !['activities', 'api', 'cli', 'console', 'db', 'documents'].includes(name) ||
      changed.some((file) => new RegExp(`^(test/)?${name}/[^/]+$`).test(file)),
  )
  .map(({ name }) => `test/${name}`);
const tests = changed.filter((file) => /^test\/.*\.test\.tsx?$/.test(file));

const vitest = (...args: string[]) =>
  spawnSync('npx', ['vitest', 'run', '--passWithNoTests', ...args], { stdio: 'inherit' }).status ?? 1;
const pure = vitest('--project', 'domain', '--project', 'unit', '--changed', base);
const served = folders.length + tests.length === 0 ? 0 : vitest('--project', 'service', ...folders, ...tests);
process.exitCode = pure || served;
