import type { Value } from '../../expression/index.js';
import type { RatingScope } from './rating-scope.js';

/**
 * The slots of a plan's derived values, in the order in which they are derived: those of the policy, which
 * start with the given values, and those of each loop's iterations.
 */
export class ValueSlots {
  readonly #policy = new Map<string, number>();
  readonly #loops = new Map<string, Map<string, number>>();

  constructor() {
    for (const name of givenValues) this.define(name, null);
  }

  /** The slot of a value, which may exist already. */
  define(name: string, loop: string | null): number {
    const slots = loop === null ? this.#policy : (this.#loops.get(loop) ?? new Map<string, number>());
    if (loop !== null) this.#loops.set(loop, slots);
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  }

  /** Whether a step at this place can read a value of that name: its loop's own, or the policy's. */
  knows(name: string, loop: string | null): boolean {
    return this.#policy.has(name) || (loop !== null && (this.#loops.get(loop)?.has(name) ?? false));
  }

  /** The policy's values by slot. */
  get names(): string[] {
    return [...this.#policy.keys()];
  }

  /**
   * How a step reads a value that is defined by now. Steps are compiled in the order in which they run, so a
   * step cannot read a value that is defined later.
   */
  readerOf(name: string, loop: string | null): (scope: RatingScope) => Value | null {
    const shared = this.#policy.get(name);
    const own = loop === null ? undefined : this.#loops.get(loop)?.get(name);
    if (own === undefined) {
      return shared === undefined ? () => null : ({ policy }) => policy.values[shared] ?? null;
    }
    if (shared === undefined) return ({ values }) => values[own] ?? null;
    return ({ values, policy }) => values[own] ?? policy.values[shared] ?? null;
  }
}

/** Slots of the values that exist before the first step. */
export const given = { effectiveDate: 0, term: 1 } as const;
const givenValues = Object.keys(given) as (keyof typeof given)[];
