import { describe, expect, it } from 'vitest';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { runCases } from '../../../domain/cases/run-cases.js';
import { readCasesSheet } from '../../../domain/cases/sheet-cases.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { rerateOn } from '../../../domain/rerating/rerate.js';
import { aProduct } from '../../support/product-factory.js';
import { aCoverage, answers, compiled, quoted } from './rating-factory.js';

type Content = Record<string, unknown>;

/** 10 for each day from the quote to the first day of coverage, and 1. */
const ahead = { daysBetween: [{ value: 'today' }, { value: 'effectiveDate' }] };
const days = { name: 'Days ahead', op: 'set', by: { '+': [1, { '*': [ahead, 10] }] } };
const plan = { coverages: [aCoverage('MAIN', [days])] };
const born = { qid: 'born', question: 'Born?', answerType: 'DATE', required: true, max: 'today - 18 years' };

/** Rates from a day on, and only where the date of birth is that of an adult. */
const product = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push(born as never);
  Object.assign(content.ratingPlans.standard as Content, plan);
  const [action] = content.configurations[0]!.events.GET_QUOTES!;
  Object.assign(action as object, {
    when: { and: [{ '>=': [{ value: 'today' }, '2026-01-05'] }, { answered: 'born' }] },
  });
});
const compiledProduct = compileProduct(product);
const actionId = product.configurations[0]!.events.GET_QUOTES![0]!.id;
const intake = answers({ 'client.name': 'Ada', born: '2008-01-10' });

describe('today', () => {
  it('is the day of the event, by default the effective date; a quote keeps it where a step reads it', () => {
    const at = (today?: string) =>
      quoted(compiled(plan).rate({ answers: {}, effectiveDate: '2026-01-15', today }));
    expect(at('2026-01-05')).toMatchObject({ premium: '101.00', rateMeta: { today: '2026-01-05' } });
    expect(at()).toMatchObject({ premium: '1.00', rateMeta: { today: '2026-01-15' } });
    const unread = quoted(
      compiled({}).rate({ answers: {}, effectiveDate: '2026-01-15', today: '2026-01-05' }),
    );
    expect(unread.rateMeta).not.toHaveProperty('today');
    const odd = compiled(plan).rate({ answers: {}, effectiveDate: '2026-01-15', today: '2026-02-30' });
    expect(odd.messages).toMatchObject([{ code: 'TYPE_MISMATCH' }]);
  });

  it('is the same when a stored quote is rated again', () => {
    const quote = {
      actionId,
      actionType: 'IOI_RATING',
      effectiveDate: '2026-01-15',
      term: 'ANNUAL',
      intake,
    } as const;
    const again = (asRatingConfiguredAt?: Date) =>
      rerateOn({ compiled: compiledProduct })({ ...quote, asRatingConfiguredAt });
    expect(again(new Date('2026-01-12T23:59:59Z'))).toMatchObject({ rating: { premium: '31.00' } });
    expect(again()).toMatchObject({ rating: { premium: '1.00' } });
  });

  it('is read by the condition of an action, which knows bounds that depend on dates', () => {
    const applies = (today: string) =>
      compiledProduct.actionApplies(actionId, intake, { effectiveDate: '2026-03-01', today });
    // On the first date of birth is out of bounds, so the question counts as unanswered.
    expect(['2026-01-09', '2026-01-10', '2026-01-04'].map(applies)).toEqual([false, true, false]);
    expect(lintDefinition(product)).toEqual([]);
  });

  it('can be given to a case', () => {
    const rateable = { definition: product, compiled: compiledProduct };
    const written = {
      name: 'Ahead',
      effectiveDate: '2026-01-15',
      answers: { 'client.name': 'Ada', born: '2000-01-01' },
    };
    const text = (more: object, premium: number) =>
      JSON.stringify([{ ...written, ...more, expect: { premium } }]);
    const passed = (cases: ReturnType<typeof readCasesText>) =>
      runCases(rateable, cases.cases).map((result) => result.passed);
    expect(passed(readCasesText(text({ today: '2026-01-10' }, 51), rateable))).toEqual([true]);
    expect(passed(readCasesText(text({}, 1), rateable))).toEqual([true]);
    const rows = [
      ['name', 'effectiveDate', 'today', 'client.name', 'born', 'expect.premium'],
      ['Ahead', '2026-01-15', '2026-01-10', 'Ada', '2000-01-01', '51'],
    ].map((cells, index) => ({ cells, line: index + 1 }));
    expect(passed(readCasesSheet(rows as never, rateable))).toEqual([true]);
  });

  it('is a name of its own for lint, and bounds what is computed from dates', () => {
    const issues = (bounds: object, age: unknown, more: Content = {}) =>
      lintDefinition(
        aProduct((content) => {
          content.product.display.sections[0]!.subsections[0]!.questions.push({
            ...born,
            ...bounds,
          } as never);
          const steps = [
            { name: 'Base', op: 'set', by: 1 },
            { name: 'Young', op: 'multiply', by: 2, when: age },
          ];
          Object.assign(content.ratingPlans.standard as Content, {
            coverages: [aCoverage('MAIN', steps)],
            ...more,
          });
        }),
      ).map(({ message }) => message);
    const years = (base: string) => ({ yearsBetween: [{ answer: 'born' }, { value: base }] });
    const never = 'this can never hold: what is computed is never < 18: it is at least 18';
    expect(issues({}, { '<': [years('today'), 18] })).toEqual([never]);
    expect(issues({}, { '<': [years('today'), 19] })).toEqual([]);
    expect(issues({}, { '<': [years('effectiveDate'), 18] })).toEqual([]);
    const bounds = { min: 'effectiveDate - 30 days', max: 'effectiveDate' };
    const daysAgo = { daysBetween: [{ answer: 'born' }, { value: 'effectiveDate' }] };
    expect(issues(bounds, { '>': [daysAgo, 30] })).toEqual([
      'this can never hold: what is computed is never > 30: it is at least 0 and at most 30',
    ]);
    const named = { derive: [{ name: 'Today', op: 'derive', as: 'today', value: 1 }] };
    expect(issues({}, { '<': [years('today'), 19] }, named)).toContain(
      '"today" has a meaning in every rating plan; choose another name',
    );
  });
});
