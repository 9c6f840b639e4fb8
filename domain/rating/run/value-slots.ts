import type { Value } from '../../expression/index.js';
import { fromInside, type Level, levelsOf } from './level.js';
import type { RatingScope } from './rating-scope.js';

/**
 * The slots of a plan's derived values, in the order in which they are derived: those of the policy, which
 * start with the given values, those of each loop's iterations, and those of each list of steps that runs for
 * an iteration inside another one.
 */
export class ValueSlots {
  readonly #policy = new Map<string, number>();
  /** By loop, or by the name of a list. */
  readonly #others = new Map<string, Map<string, number>>();

  constructor() {
    for (const name of givenValues) this.define(name, { loop: null });
  }

  /** The slot of a value, which may exist already. */
  define(name: string, { pair, loop }: Level): number {
    const key = pair ?? loop;
    const slots = key === null ? this.#policy : (this.#others.get(key) ?? new Map<string, number>());
    if (key !== null) this.#others.set(key, slots);
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  }

  /** Whether a step can read a value of that name: of its iteration, of those around it, or of the policy. */
  knows(name: string, level: Level): boolean {
    return this.#readersOf(name, level).length > 0;
  }

  /** The policy's values by slot. */
  get names(): string[] {
    return [...this.#policy.keys()];
  }

  /**
   * How a step reads a value that is defined by now. Steps are compiled in the order in which they run, so a
   * step cannot read a value that is defined later.
   */
  readerOf(name: string, level: Level): Read {
    const [first, second, ...others] = this.#readersOf(name, level);
    if (!first) return () => null;
    if (!second) return first;
    return others.reduce(orElse, orElse(first, second));
  }

  /** The readers of all values of that name, from the inside out. */
  #readersOf(name: string, level: Level): Read[] {
    const slotOf = (key: string | undefined) => this.#others.get(key ?? '')?.get(name);
    const readers = levelsOf(level).flatMap(({ loop, pair }, depth) => {
      const [ofPair, own] = [slotOf(pair), slotOf(loop)];
      const found: Read[] = [];
      if (ofPair !== undefined) found.push(({ values }) => values[ofPair] ?? null);
      if (own !== undefined && pair === undefined) found.push(({ values }) => values[own] ?? null);
      if (own !== undefined && pair !== undefined) found.push((scope) => scope.own.values[own] ?? null);
      return found.map((read) => fromInside(read, depth));
    });
    const shared = this.#policy.get(name);
    return shared === undefined ? readers : [...readers, ({ policy }) => policy.values[shared] ?? null];
  }
}

type Read = (scope: RatingScope) => Value | null;

function orElse(first: Read, second: Read): Read {
  return (scope) => first(scope) ?? second(scope);
}

/** Slots of the values that exist before the first step. */
export const given = { effectiveDate: 0, term: 1, today: 2, expirationDate: 3 } as const;

/** Before the name of a value of the expiring term. */
export const expiringPrefix = 'expiring.';

/** Whether a value is one of the expiring term. */
export const isOfExpiring = (name: string): boolean => name.startsWith(expiringPrefix);
const givenValues = Object.keys(given) as (keyof typeof given)[];
