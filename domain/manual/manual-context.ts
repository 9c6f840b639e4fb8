import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph } from '../forms/nodes.js';
import { canonicalJson } from '../ground/canonical-json.js';
import type { Step } from '../rating/steps/step-kind.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import type { Chapter } from './chapter.js';
import { type IndexedValue, type Rule, rulesOf } from './rules.js';

/** The data that the chapters of a manual share. */
export interface ManualContext {
  words: PlanWords;
  values: IndexedValue[];
  /** The section of each part that was written, by the part's canonical JSON: equal ones are referred to. */
  written: Map<string, string>;
  /** The number of each rule, by its step or underwriting rule. */
  numbers: Map<unknown, string>;
}

/** Adds a section, or, if an earlier plan has the same, a reference to it. */
export function addOnce(
  chapter: Chapter,
  title: string,
  part: unknown,
  { written }: ManualContext,
  content: (section: string) => ResolvedNode[],
): void {
  const key = `${title} ${canonicalJson(part)}`;
  const earlier = written.get(key);
  chapter.add(title, (section) => {
    if (earlier !== undefined) return [paragraph(`The same as section ${earlier}.`)];
    written.set(key, section);
    return content(section);
  });
}

/** The rules of steps; the values that they derive are added to the index. */
export function indexedRules(
  steps: readonly Step[],
  section: string,
  { words, values, numbers }: ManualContext,
  from = 1,
): Rule[] {
  steps.forEach((step, position) => {
    numbers.set(step, `${section}.${from + position}`);
  });
  return rulesOf(steps, words, (name, position) => {
    values.push({ title: words.value(name), name, rule: `${section}.${from + position}` });
  });
}
