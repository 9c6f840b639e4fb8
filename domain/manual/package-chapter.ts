import type { BundleRatingAction } from '../actions/configured-action.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, table } from '../forms/nodes.js';
import { Chapter } from './chapter.js';
import { addOnce, indexedRules, type ManualContext } from './manual-context.js';
import { minimumsOf } from './minimum-premiums.js';
import { addTaxes, addUnderwriting } from './plan-chapter.js';
import { closingRules, rule } from './premium-rules.js';
import { ruleTable } from './rules.js';

/** A component of a package, with the title of its line and of its plan. */
export interface NamedComponent {
  line: string;
  plan: string;
}

/** The chapter of a package: its components, and what is calculated with their premiums. */
export function packageChapter(
  number: number,
  action: BundleRatingAction,
  components: readonly NamedComponent[],
  context: ManualContext,
): Chapter {
  const chapter = new Chapter(number, action.name);
  const { package: plan } = action;
  const { words } = context;
  addUnderwriting(chapter, plan, context);
  chapter.add('Components', () => componentContent(action, components, context));
  if (plan.derive.length > 0) {
    addOnce(chapter, 'Derived values', plan.derive, context, (section) => [
      paragraph(
        'These values are derived once, each after those that it needs, before the components are rated.',
      ),
      ruleTable(section, indexedRules(plan.derive, section, context)),
    ]);
  }
  chapter.add('Premium', (section) => [
    ruleTable(section, [
      rule(
        'Sum of the components',
        'The premiums of all components in the package, each for the term by its own plan, added up.',
      ),
      ...indexedRules(plan.policy, section, context, 2),
      ...closingRules(plan),
    ]),
  ]);
  addTaxes(chapter, plan, context);
  const minimums = minimumsOf(plan, words);
  if (minimums.length > 0) chapter.add('Minimum premiums and charges', () => minimums);
  return chapter;
}

function componentContent(
  { components, onComponentDeclined, minimumComponents }: BundleRatingAction,
  named: readonly NamedComponent[],
  { words }: ManualContext,
): ResolvedNode[] {
  const rows = components.map(({ when, required }, index) => [
    named[index]?.line ?? '',
    named[index]?.plan ?? '',
    when === undefined ? 'Always' : `If ${words.condition(when)}`,
    required || onComponentDeclined === 'DECLINE'
      ? 'The package is declined.'
      : 'The package goes without it.',
  ]);
  return [
    paragraph(
      `Each component is rated by its own plan. The package needs ${minimumComponents === 1 ? 'one component' : `${minimumComponents} components`} at least. Taxes and fees of components are added to those of the package.`,
    ),
    table({
      head: ['Component', 'Rating plan', 'Part of the package', 'If it is declined'],
      rows,
      widths: ['*', '*', '*', '*'],
    }),
  ];
}
