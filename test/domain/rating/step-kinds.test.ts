import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stepKinds } from '../../../domain/rating/steps/kinds.js';

it('documents every kind of step in its own words', () => {
  const guide = readFileSync('docs/authoring-a-product.md', 'utf8');
  const rows = [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| (.*) \|$/gm)].flatMap(([, ops = '', text]) =>
    ops.split(', ').map((op) => [op.slice(1, -1), text]),
  );
  const described = new Map(rows.map(([op, text]) => [op, text]));

  for (const [op, { description }] of Object.entries(stepKinds)) expect(described.get(op)).toBe(description);
});
