import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { stepKinds } from '../../../domain/rating/steps/step-kinds.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { aPlan, aTable, compiled, quoted } from './rating-factory.js';
import { exampleIntake, exampleTables, exampleTypes, stepExamples } from './step-examples.js';

it('documents every kind of step in its own words', () => {
  const guide = readFileSync('docs/guides/authoring-a-product.md', 'utf8');
  const [, steps = ''] = /\n### Steps\n(.*?)\n### /s.exec(guide) ?? [];
  const rows = [...steps.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| (.*) \|$/gm)].flatMap(([, ops = '', text]) =>
    ops.split(', ').map((op) => [op.slice(1, -1), text]),
  );
  const described = new Map(rows.map(([op, text]) => [op, text]));

  for (const [op, { description }] of Object.entries(stepKinds)) expect(described.get(op)).toBe(description);
});

describe('a step', () => {
  it.each(Object.entries(stepExamples))(
    '%s is rated, linted and put into words and cells',
    (op, { plan, premium, says, computed }) => {
      const findings = new Findings();
      const tables = Object.fromEntries(
        Object.entries(exampleTables).map(([name, table]) => [name, aTable(table)]),
      );
      lintPlans([{ plan: aPlan(plan), path: [], types: exampleTypes }], tables, findings);
      expect(findings.issues).toEqual([]);

      const rating = quoted(
        compiled(plan, exampleTables, exampleTypes).rate({
          answers: exampleIntake,
          effectiveDate: '2026-01-01',
        }),
      );
      expect(rating.premium).toBe(premium);
      const lines = buildWorksheet(rating.worksheet, exampleIntake).lines.filter(
        ({ source }) => source.op === op && source.step === 'Tested',
      );
      const { source, after } = lines.at(-1)!;
      expect([describeLine(source), after.formula !== null]).toEqual([says, computed]);
      for (const { after: cell, source: line } of lines) {
        if (cell.formula) expect(evaluate(cell.formula)?.toString()).toBe(String(line.after));
      }
    },
  );
});
