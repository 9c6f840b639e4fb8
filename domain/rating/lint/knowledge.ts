import type { Logic } from '../../expression/normalize.js';
import type { QuestionType, QuestionTypes } from '../../questions/question-types.js';
import { afterOne } from './after-one.js';
import { answerTo, anything, either, numbers, type Possible } from './possible.js';

type Kind = 'answer' | 'value' | 'iterations';

/** A way to go on: the knowledge after it, and the condition that holds on it, if there is one. */
export interface Way {
  knowledge: Knowledge;
  where?: Logic | undefined;
}

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
  /** Where values are defined that are read before the policy's, from the inside out: loops, and pairs of them. */
  readonly #frames: readonly string[];

  constructor(
    types: QuestionTypes,
    values: ReadonlyMap<string, Possible> = new Map(),
    narrowed: ReadonlyMap<string, Possible> = new Map(),
    held: ReadonlySet<string> = new Set(),
    frames: readonly string[] = [],
  ) {
    this.#types = types;
    this.#values = values;
    this.#narrowed = narrowed;
    this.#held = held;
    this.#frames = frames;
  }

  get types(): QuestionTypes {
    return this.#types;
  }

  read(kind: 'answer' | 'value', name: string): Possible {
    return this.#narrowed.get(keyOf(kind, name)) ?? this.#whole(kind, name);
  }

  /** Whether a step before derives a value of that name, if perhaps not in every case. */
  isDerived(name: string): boolean {
    return this.#keysOf(name).some((key) => this.#values.has(key));
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
    return numbers({ from, to: maxIterations }, { direct: true, whole: true });
  }

  narrow(kind: Kind, name: string, possible: Possible): Knowledge {
    return this.#with({ narrowed: new Map(this.#narrowed).set(keyOf(kind, name), possible) });
  }

  /** Here this condition holds. */
  hold(condition: Logic): Knowledge {
    return this.#with({ held: new Set(this.#held).add(JSON.stringify(condition)) });
  }

  isHeld(condition: Logic): boolean {
    return this.#held.size > 0 && this.#held.has(JSON.stringify(condition));
  }

  /** Whether this is the knowledge inside an iteration. */
  get isInside(): boolean {
    return this.#frames.length > 0;
  }

  /** After a step that derives a value: of the iteration, or of the policy. */
  define(name: string, possible: Possible): Knowledge {
    const [key = name] = this.#keysOf(name);
    const values = new Map(this.#values).set(key, possible);
    return this.#forget([name]).#with({ values });
  }

  /** What questions and steps say, whatever condition holds here. */
  unconditional(): Knowledge {
    return this.#with({ narrowed: new Map(), held: new Set() });
  }

  /**
   * The knowledge in a loop's iterations, where values that its steps derived are read before those around.
   * @param pair names the values that end with the steps; absent where they stay with the iteration.
   */
  inside(loop: string, pair?: string): Knowledge {
    const start = ownName(loop, '');
    const own = [...this.#values.keys()].filter((key) => key.startsWith(start));
    const frames = [...(pair === undefined ? [] : [pair]), loop, ...this.#frames];
    return this.#forget(own.map((key) => key.slice(start.length))).#with({ frames });
  }

  /** The knowledge where a question is asked in another way. */
  asking(type: QuestionType): Knowledge {
    return this.#with({ types: new Map(this.#types).set(type.qid, type) });
  }

  /** The knowledge after steps for a loop's iterations, given that inside them. */
  afterLoop(inside: Knowledge): Knowledge {
    return this.#with({ values: inside.#values });
  }

  /** The knowledge after one of several ways to go on from here. */
  afterOneOf(ways: readonly Way[]): Knowledge {
    if (ways.length === 0) return this;
    const merged = new Map<string, Possible>();
    const changed: string[] = [];
    for (const key of new Set(ways.flatMap(({ knowledge }) => [...knowledge.#values.keys()]))) {
      const possible = afterOne(
        ways.map(({ knowledge, where }) => ({ possible: knowledge.#values.get(key), where })),
      );
      merged.set(key, possible);
      if (possible !== this.#values.get(key)) changed.push(key.slice(key.indexOf('\n') + 1));
    }
    return this.#forget(changed).#with({ values: merged });
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
    return base.#with({ narrowed, held: new Set(held) });
  }

  #whole(kind: 'answer' | 'value', name: string): Possible {
    if (kind === 'answer') {
      const type = this.#types.get(name);
      return type ? answerTo(type) : anything;
    }
    let known: Possible | undefined;
    for (const key of this.#keysOf(name)) {
      const possible = this.#values.get(key);
      if (!possible) continue;
      known = known ? { ...either(known, possible), optional: possible.optional } : possible;
      if (!possible.optional) break;
    }
    return known ?? anything;
  }

  /** Conditions on these values said something of what they were before. */
  #forget(names: readonly string[]): Knowledge {
    if (names.length === 0 || this.#narrowed.size + this.#held.size === 0) return this;
    const narrowed = new Map(this.#narrowed);
    for (const name of names) narrowed.delete(keyOf('value', name));
    const reads = names.map((name) => JSON.stringify({ value: [name] }));
    const held = [...this.#held].filter((condition) => !reads.some((read) => condition.includes(read)));
    return this.#with({ narrowed, held: new Set(held) });
  }

  /** Where a value of that name can be, from the inside out. */
  #keysOf(name: string): string[] {
    return [...this.#frames.map((frame) => ownName(frame, name)), name];
  }

  #with({
    values = this.#values,
    narrowed = this.#narrowed,
    held = this.#held,
    frames = this.#frames,
    types = this.#types,
  }: {
    values?: ReadonlyMap<string, Possible>;
    narrowed?: ReadonlyMap<string, Possible>;
    held?: ReadonlySet<string>;
    frames?: readonly string[];
    types?: QuestionTypes;
  }): Knowledge {
    return new Knowledge(types, values, narrowed, held, frames);
  }
}

/** The key of an iteration's value. */
function ownName(loop: string, name: string): string {
  return `${loop}\n${name}`;
}

function keyOf(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}
