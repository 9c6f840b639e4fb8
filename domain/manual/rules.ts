import type { ResolvedNode } from '../forms/blocks/index.js';
import { labeled, stack, table, text } from '../forms/nodes.js';
import { keepsAmount, keptName } from '../rating/plan/value-titles.js';
import { keptNames } from '../rating/steps/kept-names.js';
import type { Step } from '../rating/steps/step-kind.js';
import { kindOf } from '../rating/steps/step-kinds.js';
import type { PlanWords } from '../rating/words/plan-words.js';

/** A derived value, and the rule that derives it. */
export interface IndexedValue {
  title: string;
  name: string;
  rule: string;
}

/** A rule of a section, numbered in it. */
export interface Rule {
  name: string;
  content: ResolvedNode;
}

/** The steps of a list as rules. The values that they keep are added to an index. */
export function rulesOf(
  steps: readonly Step[],
  words: PlanWords,
  index: (name: string, rule: number) => void,
): Rule[] {
  return steps.map((step, position) => {
    for (const name of namesIn(step)) index(name, position);
    return { name: step.name, content: stack(ruleContent(step, words, step.name)) };
  });
}

/** Rules with their numbers: `3.2.1` is the first of section 3.2. */
export function ruleTable(section: string, rules: readonly Rule[]): ResolvedNode {
  return table({
    head: ['Rule', 'Name', 'Calculation'],
    widths: [44, 132, '*'],
    rows: rules.map(({ name, content }, index) => [
      `${section}.${index + 1}`,
      text(name, { bold: true }),
      content,
    ]),
  });
}

/** The sentences of a rule, with the rules of inner steps between them. */
function ruleContent(step: Step, words: PlanWords, around: string): ResolvedNode[] {
  const only = step.when === undefined ? [] : [text(`Only if ${words.condition(step.when)}:`)];
  const parts = kindOf(step).rule(step, words);
  const body = parts.map((part) =>
    typeof part === 'string'
      ? text(part)
      : stack(
          part.map((inner) => innerRule(inner, words, around)),
          indented,
        ),
  );
  return [...only, ...body, ...named(step, words, around)];
}

const indented = { margin: [10, 2, 0, 2] as [number, number, number, number] };

function innerRule(step: Step, words: PlanWords, around: string): ResolvedNode {
  const [first, ...others] = ruleContent(step, words, around);
  if (first?.kind !== 'text')
    return stack([labeled(`${step.name}:`, ''), ...(first ? [first] : []), ...others]);
  const [run] = first.runs;
  return stack([labeled(`${step.name}:`, run && 'text' in run ? run.text : ''), ...others], {
    margin: [0, 1, 0, 1],
  });
}

/** How other rules call what a step keeps, unless they call it as the step, or as the rule around it. */
function named(step: Step, words: PlanWords, around: string): ResolvedNode[] {
  const name = keptName(step);
  const title = name === undefined ? step.name : words.value(name);
  if ([step.name, around].some((known) => known.toLowerCase() === title.toLowerCase())) return [];
  const what = keepsAmount(step) ? 'The amount after this step is called' : 'Called';
  return [text(`${what} ${title}.`, { style: 'muted' })];
}

function namesIn(step: Step): string[] {
  const inner = (kindOf(step).inner?.(step) ?? []).flatMap(({ steps }) => steps.flatMap(namesIn));
  return [...new Set([...inner, ...keptNames(step).map(({ name }) => name)])];
}
