import { keptNames } from '../steps/kept-names.js';
import type { Step } from '../steps/step-kind.js';
import { kindOf } from '../steps/step-kinds.js';

/** The loop of an iteration that has a value; empty for the policy. */
type Owner = string;

/** The values that a step reads and defines, with the steps inside it. */
export interface ValueUse {
  /** Each by name, with everything that could have it. */
  reads: { name: string; owners: readonly Owner[] }[];
  defines: { name: string; owner: Owner }[];
}

/** @param loops the loops whose iterations the step runs for, from the inside out. */
export function valueUse(step: Step, loops: readonly string[]): ValueUse {
  const inside = 'loop' in step ? [step.loop, ...loops] : loops;
  const lists = kindOf(step).inner?.(step) ?? [];
  const inner = lists.flatMap((list) =>
    list.steps.map((each) => valueUse(each, list.inLoop ? inside : loops)),
  );
  const own = Object.entries(step)
    .filter(([key]) => key !== 'values' && lists.every((list) => list.key !== key))
    .flatMap(([key, written]) => {
      const around = key === 'condition' || key === 'where' ? inside : loops;
      return valuesRead(written).map((name) => ({ name, owners: [...around, ''] }));
    });
  // Values of an iteration inside another one end with their list of steps.
  const [owner = '', ...others] = loops;
  const kept = others.length === 0 ? keptNames(step) : [];
  return {
    reads: [...own, ...inner.flatMap(({ reads }) => reads)],
    defines: [...inner.flatMap(({ defines }) => defines), ...kept.map(({ name }) => ({ name, owner }))],
  };
}

/** Every `{value: name}` anywhere in a part of a plan. */
export function valuesRead(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(valuesRead);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, content]) => {
    if (key !== 'value') return valuesRead(content);
    const [name] = Array.isArray(content) ? content : [content];
    return typeof name === 'string' ? [name] : valuesRead(content);
  });
}
