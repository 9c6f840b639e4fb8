import type { Logic } from '../../expression/normalize.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { answerTo, anything, either, numbers, type Possible } from './possible.js';

type Kind = 'answer' | 'value' | 'iterations';

/**
 * What is known about answers and derived values at a place of a plan: what questions and steps say, narrowed by
 * the conditions that hold there. It does not change; what is learned makes another.
 */
export class Knowledge {
  readonly #types: QuestionTypes;
  readonly #values: ReadonlyMap<string, Possible>;
  readonly #narrowed: ReadonlyMap<string, Possible>;
  /** Conditions that hold here, as texts. */
  readonly #held: ReadonlySet<string>;

  constructor(
    types: QuestionTypes,
    values: ReadonlyMap<string, Possible> = new Map(),
    narrowed: ReadonlyMap<string, Possible> = new Map(),
    held: ReadonlySet<string> = new Set(),
  ) {
    this.#types = types;
    this.#values = values;
    this.#narrowed = narrowed;
    this.#held = held;
  }

  get types(): QuestionTypes {
    return this.#types;
  }

  read(kind: 'answer' | 'value', name: string): Possible {
    return this.#narrowed.get(keyOf(kind, name)) ?? this.#whole(kind, name);
  }

  /** The number of iterations of a loop. */
  iterations(loop: string): Possible {
    const narrowed = this.#narrowed.get(keyOf('iterations', loop));
    if (narrowed) return narrowed;
    const type = this.#types.get(loop);
    if (!type) return anything;
    const { definition, minIterations, maxIterations } = type;
    const hidden = definition?.condition !== undefined;
    const from = hidden ? 0 : Math.max(minIterations, definition?.required ? 1 : 0);
    return numbers({ from, to: maxIterations }, { direct: true });
  }

  narrow(kind: Kind, name: string, possible: Possible): Knowledge {
    const narrowed = new Map(this.#narrowed).set(keyOf(kind, name), possible);
    return new Knowledge(this.#types, this.#values, narrowed, this.#held);
  }

  /** Here this condition holds. */
  hold(condition: Logic): Knowledge {
    const held = new Set(this.#held).add(JSON.stringify(condition));
    return new Knowledge(this.#types, this.#values, this.#narrowed, held);
  }

  isHeld(condition: Logic): boolean {
    return this.#held.size > 0 && this.#held.has(JSON.stringify(condition));
  }

  /** After a step that derives a value. */
  define(name: string, possible: Possible): Knowledge {
    const narrowed = new Map(this.#narrowed);
    narrowed.delete(keyOf('value', name));
    const read = JSON.stringify({ value: [name] });
    const held = new Set([...this.#held].filter((condition) => !condition.includes(read)));
    return new Knowledge(this.#types, new Map(this.#values).set(name, possible), narrowed, held);
  }

  /** What questions and steps say, whatever condition holds here. */
  unconditional(): Knowledge {
    return new Knowledge(this.#types, this.#values);
  }

  /** The values that were derived, to go on with after a part that only sometimes runs. */
  valuesOf(other: Knowledge): Knowledge {
    const merged = new Map(this.#values);
    for (const [name, possible] of other.#values) {
      const known = this.#values.get(name);
      if (known === possible) continue;
      merged.set(name, known ? either(known, possible) : { ...possible, optional: true });
    }
    return new Knowledge(this.#types, merged, this.#narrowed, this.#held);
  }

  /** What all of several alternatives agree on. */
  static anyOf(base: Knowledge, alternatives: readonly Knowledge[]): Knowledge {
    const [first, ...others] = alternatives;
    if (!first) return base;
    const narrowed = new Map(base.#narrowed);
    for (const [key, possible] of first.#narrowed) {
      const all = others.map((other) => other.#narrowed.get(key));
      if (all.every((each) => each !== undefined)) narrowed.set(key, all.reduce(either, possible));
    }
    const held = [...first.#held].filter((condition) => others.every((other) => other.#held.has(condition)));
    return new Knowledge(base.#types, base.#values, narrowed, new Set(held));
  }

  #whole(kind: 'answer' | 'value', name: string): Possible {
    if (kind === 'value') return this.#values.get(name) ?? anything;
    const type = this.#types.get(name);
    return type ? answerTo(type) : anything;
  }
}

function keyOf(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}
