import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { runCases } from '../../../domain/cases/run-cases.js';
import type { Term } from '../../../domain/ground/term.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { productIntakes } from '../../support/product-intakes.js';
import { manualOf, textsOf } from '../manual/manual-support.js';
import { readIntake } from '../rating/reference/intake.js';
import { everything, ratePlan } from '../rating/reference/plan.js';

const page = readFileSync('docs/guides/printed-tables.md', 'utf8');
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
const { definition, issues } = readProductFile(block('yaml product'), 'YAML');
const product = { definition: definition!, compiled: compileProduct(definition!) };
const { cases, issues: caseIssues } = readCasesText(block('yaml cases'), product);
const plan = product.compiled.plans.get('standard')!;

describe('docs/guides/printed-tables.md', () => {
  it('shows a product without a finding, and cases to the dollar', () => {
    expect([issues, lintDefinition(definition!), caseIssues]).toEqual([[], [], []]);
    const failures = runCases(product, cases).filter(({ passed }) => !passed);
    expect(failures).toEqual([]);
    expect(cases).toHaveLength(5);
  });

  it('rates as an independent reading of its rules in exact fractions', { timeout: 60_000 }, () => {
    const terms = fc.constantFrom<Term>('ANNUAL', 'HALF_YEAR');
    const effectiveDate = '2026-01-01';
    let quoted = 0;
    fc.assert(
      fc.property(productIntakes(definition!.product), terms, (answers, term) => {
        const engine = plan.rate({ answers, effectiveDate, term, keepWorksheet: false });
        const intake = readIntake(definition!.product, answers, effectiveDate);
        const asked = { root: definition!.product, tables: definition!.tables, intake, effectiveDate, term };
        const reference = ratePlan(definition!.ratingPlans.standard!, asked, everything);
        expect(engine.outcome).toBe(reference.outcome);
        if (engine.outcome !== 'QUOTED' || reference.outcome !== 'QUOTED') return;
        quoted += 1;
        expect(engine.coverages.map(({ code, premium }) => `${code} ${premium}`)).toEqual(
          reference.coverages.map(({ code, premium }) => `${code} ${premium.toCents()}`),
        );
      }),
      { numRuns: 1000, seed: 37 },
    );
    expect(quoted).toBeGreaterThan(300);
  });

  it('shows each form on the worksheet, with a formula for every amount', () => {
    const answers = cases[0]!.intake;
    const rated = plan.rate({ answers, effectiveDate: '2026-01-01' });
    const { lines } = buildWorksheet(rated.worksheet, answers);
    const ofFire = lines.filter(({ source }) => source.section === 'coverage:FIRE');
    expect(ofFire.map(({ source, after }) => `${describeLine(source)}: ${after.value}`)).toEqual([
      '= rate of basePremium, by bands, rounded to whole units, half up: 703',
      '× constructionFactor, rounded to whole units, half up: 598',
      '× factor of protection, rounded to whole units, half up: 598',
      '× factor of deductibles, rounded to whole units, half up: 556',
      '× factor of wind, rounded to whole units, half up: 689',
      'kept as manualPremium: 689',
      '× 1 − credit, rounded to whole units, half up: 574',
    ]);
    expect(ofFire.filter(({ after }) => after.formula === null).map(({ source }) => source.step)).toEqual([]);
  });

  it('is printed as it is on the page: bases, grids and fractions', () => {
    const texts = textsOf(manualOf(definition!));
    const all = texts.join('\n');
    for (const row of page.matchAll(/^\| (up to|over) [\d,to ]+ \| ([\d,]+) \| ([\d.]+) \|$/gm)) {
      expect(all).toContain(`\n${row[2]}\n${row[3]}`);
    }
    expect(all).toContain('\nBase\nRate per 1,000\n');
    expect(all).toContain('Across: Deductible.');
    expect(all).toMatch(/\$?500\n\$?1,000\n\$?2,500\n/);
    expect(all).toContain('16 2/3 %');
    expect(all).toContain('Multiply by 1/3.');
    expect(all).toContain(
      'After each step that changes it, the amount is rounded to the nearest whole number',
    );
    expect(all).toContain('Every term is charged this minimum in full.');
  });
});
