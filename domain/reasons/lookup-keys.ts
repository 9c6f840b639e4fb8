import { canonicalJson } from '../ground/canonical-json.js';
import type { ProductDefinition } from '../product/definition.js';
import { allSteps } from '../rating/steps/all-steps.js';
import type { Step } from '../rating/steps/step-kind.js';
import type { KeyExpression } from './read-names.js';

/** What the lookups of a product's plans seek. A step that two plans write in different ways has none. */
export function lookupKeys({ ratingPlans }: Pick<ProductDefinition, 'ratingPlans'>): KeyExpression {
  const known = new Map<string, unknown>();
  for (const { derive, loops, coverages, policy } of Object.values(ratingPlans)) {
    const sections: [string, readonly Step[]][] = [
      ['derive', derive],
      ...loops.map((loop): [string, readonly Step[]] => [`loop:${loop.loop}`, loop.derive]),
      ...coverages.map(({ code, steps }): [string, readonly Step[]] => [`coverage:${code}`, steps]),
      ['policy', policy],
    ];
    for (const [section, steps] of sections) {
      for (const { step } of allSteps(steps)) if (step.op === 'lookup') learn(known, section, step);
    }
  }
  return ({ section, step }, key) => known.get(keyOf(section, step, key));
}

function learn(known: Map<string, unknown>, section: string, { name, keys }: Step & { op: 'lookup' }): void {
  for (const [key, sought] of Object.entries(keys)) {
    const place = keyOf(section, name, key);
    const isSame = !known.has(place) || canonicalJson(known.get(place) ?? null) === canonicalJson(sought);
    known.set(place, isSame ? sought : undefined);
  }
}

const keyOf = (section: string, step: string, key: string) => [section, step, key].join('\n');
