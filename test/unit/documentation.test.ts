import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const markdownIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));

const pages = [
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'],
  ...['docs', 'clients', 'console', 'examples', 'test', 'temporal-docker'].flatMap(markdownIn),
];
const textOf = (page: string) => readFileSync(page, 'utf8');

it('the documentation names only tests that exist', () => {
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`(test\/[\w./-]+)`/g)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(named))
      .map((named) => `${page}: ${named}`),
  );
  expect(missing).toEqual([]);
});

it('the documentation links only to what there is', () => {
  const dangling = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(path.join(path.dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(dangling).toEqual([]);
});
