import { describe, expect, it } from 'vitest';
import { storedLines } from '../../../domain/rating/run/stored-lines.js';
import { sheetFixtures } from '../../support/sheet-fixtures.js';
import { aCoverage, answers, compiled } from './rating-factory.js';

const request = { effectiveDate: '2026-07-01' };

describe('a worksheet of every step', () => {
  it.each(sheetFixtures())('has the stored lines among others: $name', ({ plan, answers: given }) => {
    const stored = plan.rate({ ...request, answers: given });
    const every = plan.rate({ ...request, answers: given, everyStep: true });
    expect(storedLines(every.worksheet)).toEqual(stored.worksheet);
    expect({ ...every, worksheet: null }).toEqual({ ...stored, worksheet: null });
  });

  it('has the steps that do not run, with their conditions and unchanged amounts', () => {
    const large = { '>': [{ answer: 'sales' }, 100] };
    const plan = compiled({
      coverages: [
        aCoverage('MAIN', [
          { name: 'Base', op: 'set', by: 100 },
          { name: 'Large', op: 'multiply', by: 2, when: large },
        ]),
        aCoverage('MORE', [{ name: 'More', op: 'set', by: 5 }], { when: large }),
      ],
    });
    const { worksheet } = plan.rate({ ...request, answers: answers({ sales: '50' }), everyStep: true });
    const skipped = worksheet.filter((line) => line.plan?.skipped);
    expect(skipped.map(({ step, before, after }) => [step, before, after])).toEqual([
      ['Large', '100', '100'],
      ['More', '0', '0'],
      ['MORE', '0', '0'],
    ]);
    expect(skipped[0]?.plan?.conditions).toEqual([
      { expression: large, inputs: { sales: '50' }, holds: false },
    ]);
  });
});
