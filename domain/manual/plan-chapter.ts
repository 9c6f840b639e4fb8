import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph } from '../forms/nodes.js';
import type { Coverage, RatingPlan } from '../rating/plan/plan.js';
import { capital, nameWords, plural } from '../rating/words/value-words.js';
import { Chapter } from './chapter.js';
import { coverageDetails } from './coverage-details.js';
import { addOnce, indexedRules, type ManualContext } from './manual-context.js';
import { minimumsOf } from './minimum-premiums.js';
import { premiumRules, roundingEachStep } from './premium-rules.js';
import { ruleTable } from './rules.js';
import { taxContent } from './tax-content.js';
import { underwritingTable } from './underwriting-table.js';

/** The chapter of a rating plan: who is eligible, then every rule in the order of calculation. */
export function planChapter(number: number, plan: RatingPlan, context: ManualContext): Chapter {
  const chapter = new Chapter(number, plan.title);
  const { words } = context;
  addUnderwriting(chapter, plan, context);
  if (plan.derive.length > 0) {
    addOnce(chapter, 'Derived values', plan.derive, context, (section) => [
      paragraph('These values are derived once, each after those that it needs.'),
      ruleTable(section, indexedRules(plan.derive, section, context)),
    ]);
  }
  for (const loop of plan.loops) {
    const one = words.iteration(loop.loop);
    addOnce(chapter, `Derived values of each ${one}`, loop, context, (section) => [
      paragraph(`These values are derived for each of the ${plural(one)}, each after those that it needs.`),
      ruleTable(section, indexedRules(loop.derive, section, context)),
    ]);
  }
  for (const coverage of plan.coverages) {
    const rounded = { ...coverage, roundEachStep: coverage.roundEachStep ?? plan.roundEachStep };
    addOnce(chapter, coverage.title, rounded, context, (section) =>
      coverageContent(rounded, section, context),
    );
  }
  chapter.add('Premium', (section) => premiumRules(plan, section, context));
  addTaxes(chapter, plan, context);
  const minimums = minimumsOf(plan, words);
  if (minimums.length > 0) chapter.add('Minimum premiums and charges', () => minimums);
  return chapter;
}

export function addUnderwriting(
  chapter: Chapter,
  { underwriting }: Pick<RatingPlan, 'underwriting'>,
  context: ManualContext,
): void {
  chapter.add('Eligibility and underwriting', (section) => {
    underwriting.forEach((rule, index) => {
      context.numbers.set(rule, `${section}.${index + 1}`);
    });
    return underwriting.length > 0
      ? [underwritingTable(underwriting, section, context.words)]
      : [paragraph('There are no rules besides the general ones.')];
  });
}

export function addTaxes(
  chapter: Chapter,
  plan: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  context: ManualContext,
): void {
  if (plan.taxesAndFees.length === 0) return;
  const part = [plan.taxesAndFees, plan.rounding.mode];
  addOnce(chapter, 'Taxes and fees', part, context, (section) => taxContent(plan, section, context));
}

function coverageContent(coverage: Coverage, section: string, context: ManualContext): ResolvedNode[] {
  const { words } = context;
  const applies =
    coverage.when === undefined ? 'Always applies.' : `Applies if ${words.condition(coverage.when)}.`;
  return [
    paragraph(`${capital(nameWords(coverage.type))}. ${applies} Its annual premium:`),
    ...roundingEachStep(coverage.roundEachStep),
    ruleTable(section, indexedRules(coverage.steps, section, context)),
    ...coverageDetails(coverage, words),
  ];
}
