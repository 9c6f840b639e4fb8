import type { Step } from '../steps/step-kind.js';
import type { RatingPlan } from './plan.js';
import { type ValueUse, valueUse } from './value-use.js';

/** The parts of a plan that derive values. */
export type Deriving = Pick<RatingPlan, 'derive'> & Partial<Pick<RatingPlan, 'loops'>>;

/** Steps of one list that run together: once for the policy, or for each iteration of a loop. */
export interface Derivation {
  /** The number of its list among `loops`; null for `derive`. */
  list: number | null;
  /** Null for the policy. */
  loop: string | null;
  steps: Step[];
  /** The number of each in its list. */
  numbers: number[];
}

interface Unit extends ValueUse {
  step: Step;
  list: number | null;
  loop: string | null;
  number: number;
}

/** Values that need each other, with the place of one of their steps. */
export interface Circle {
  names: string[];
  list: number | null;
  number: number;
}

/**
 * Orders the steps of `derive` and `loops` by what they need: each runs after the steps that define the values
 * that it reads, and otherwise in the order in which they are written, those of the policy first. A value
 * with several definitions keeps their order, and a step that reads it after one of them runs before the
 * next.
 */
export function derivationOrder(plan: Deriving): { derivations: Derivation[]; circles: Circle[] } {
  const units = unitsOf(plan);
  const needs = needsOf(units);
  const ordered: Unit[] = [];
  const circles: Circle[] = [];
  const done = new Set<number>();
  const open: number[] = [];
  const visit = (index: number): void => {
    const unit = units[index];
    if (!unit || done.has(index)) return;
    if (open.includes(index)) {
      const names = open.slice(open.indexOf(index)).map((each) => nameOf(units[each]));
      circles.push({ names, list: unit.list, number: unit.number });
      return;
    }
    open.push(index);
    for (const needed of [...(needs[index] ?? [])].sort((a, b) => a - b)) visit(needed);
    open.pop();
    done.add(index);
    ordered.push(unit);
  };
  units.forEach((_, index) => {
    visit(index);
  });
  return { derivations: together(ordered), circles };
}

function unitsOf({ derive, loops = [] }: Deriving): Unit[] {
  return [
    ...derive.map((step, number) => ({ step, list: null, loop: null, number, ...valueUse(step, []) })),
    ...loops.flatMap(({ loop, derive: steps }, list) =>
      steps.map((step, number) => ({ step, list, loop, number, ...valueUse(step, [loop]) })),
    ),
  ];
}

/** For each unit, those that must run before it. */
function needsOf(units: readonly Unit[]): Set<number>[] {
  const needs = units.map(() => new Set<number>());
  const need = (unit: number, before: number | undefined) => {
    if (before !== undefined && before !== unit) needs[unit]?.add(before);
  };
  const definitions = new Map<string, { owner: string; by: number }[]>();
  units.forEach(({ defines }, by) => {
    for (const { name, owner } of defines) {
      const known = definitions.get(name) ?? [];
      need(by, known.findLast((each) => each.owner === owner)?.by);
      definitions.set(name, [...known, { owner, by }]);
    }
  });
  units.forEach(({ reads }, reader) => {
    for (const { name, owners } of reads) {
      const all = (definitions.get(name) ?? []).filter(({ owner }) => owners.includes(owner));
      const isBefore = all.some(({ by }) => by <= reader);
      for (const { by } of all) {
        if (!isBefore || by <= reader) need(reader, by);
        else need(by, reader);
      }
    }
  });
  return needs;
}

function together(units: readonly Unit[]): Derivation[] {
  const derivations: Derivation[] = [];
  for (const { step, list, loop, number } of units) {
    const last = derivations.at(-1);
    if (last?.list === list) {
      last.steps.push(step);
      last.numbers.push(number);
    } else derivations.push({ list, loop, steps: [step], numbers: [number] });
  }
  return derivations;
}

function nameOf(unit: Unit | undefined): string {
  return unit?.defines.at(-1)?.name ?? unit?.step.name ?? '';
}
