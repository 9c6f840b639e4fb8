import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = (name: string) => readFileSync(name, 'utf8');

describe('the threats of docs/security.md', () => {
  const [, section = ''] = page('docs/security.md').split('\n## Threats\n');
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| **') && !line.startsWith('| Threat'));

  it('are many', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)('have a test and what stands against them: %s', (row) => {
    const [, threat = '', defence = '', tests = ''] = row.split(/ ?\| ?/);
    expect(threat).not.toBe('');
    expect(defence).not.toBe('');
    expect(tests).toMatch(/^`test\/[^`]+\.ts`(, `test\/[^`]+\.ts`)*$/);
  });
});

it('the documentation names only tests that exist', () => {
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const pages = ['CONTRIBUTING.md', 'README.md', ...docs.map((file) => `docs/${file}`)];
  const missing = pages.flatMap((name) =>
    [...page(name).matchAll(/`(test\/[\w./-]+)`/g)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(named))
      .map((named) => `${name}: ${named}`),
  );
  expect(missing).toEqual([]);
});
