import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = (name: string) => readFileSync(name, 'utf8');

describe('the threats of docs/operations/security.md', () => {
  const [, section = ''] = page('docs/operations/security.md').split('\n## Threats\n');
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| **') && !line.startsWith('| Threat'));

  it('are many', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)('have a test and what stands against them: %s', (row) => {
    const [, threat = '', defense = '', tests = ''] = row.split(/ ?\| ?/);
    expect(threat).not.toBe('');
    expect(defense).not.toBe('');
    expect(tests).toMatch(/^`test\/[^`]+\.ts`(, `test\/[^`]+\.ts`)*$/);
  });
});
