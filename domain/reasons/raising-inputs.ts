import { grouped } from '../ground/grouped.js';
import { type ChainIteration, type ChainStep, changesAmount } from '../rating/comparison/chain.js';
import { aggregateOf, amountOf } from '../rating/comparison/walk-chain.js';
import { chainsOf, loopSteps } from '../rating/comparison/waterfall.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { bandInputs } from '../rating/steps/compile-lookup.js';
import { recordedNumber } from '../rating/steps/operation.js';
import { isAtMostOne, type KeyExpression, type ReadName, readByPart, readParts } from './read-names.js';

/** An input of a rating: an answer, or another value that no step computes. */
export interface ReadInput {
  /** A question's id, or the name under which a step reads it. */
  name: string;
  value: string | boolean | null;
  /** The iteration whose answer it is. */
  iterationId?: string | undefined;
}

const adjusting: ReadonlySet<string> = new Set(['multiply', 'divide', 'add', 'subtract']);

/** Whether a step changes an amount that is there already, by a factor or a surcharge. */
export function adjusts(line: WorksheetLine): boolean {
  if (!/^(coverage:|policy$)/.test(line.section)) return false;
  const applied = 'apply' in line && line.op === 'lookup' ? line.apply : line.op;
  return applied !== undefined && adjusting.has(applied);
}

/**
 * Follows what steps read back to the inputs that raise: through the values that earlier steps keep, and what is taken from a
 * loop to the iterations that it comes from. Of a factor, a part that is at most 1 raises nothing. What cannot be followed to an
 * input is left out: rather fewer inputs than false ones.
 */
export class InputTrace {
  readonly #kept = new Map<string, WorksheetLine>();
  readonly #taken = new Map<WorksheetLine, ChainStep>();
  readonly #tested: ReadonlyMap<string, WorksheetLine[]>;
  readonly #coverages = new Set<string>();
  readonly #keyOf: KeyExpression;

  constructor(lines: readonly WorksheetLine[], keyOf: KeyExpression) {
    this.#keyOf = keyOf;
    for (const line of lines) {
      if ('as' in line && typeof line.as === 'string') this.#kept.set(placeOf(line, line.as), line);
      if (line.section.startsWith('coverage:')) this.#coverages.add(line.section.slice('coverage:'.length));
    }
    const sections = grouped(lines, ({ component = '', section }) => `${component}\n${section}`);
    for (const own of sections.values()) {
      for (const [line, step] of loopSteps(chainsOf(own))) this.#taken.set(line, step);
    }
    const tested = lines.filter((line) => !('loop' in line) && line.iterationId !== undefined);
    this.#tested = grouped(tested, (line) => testKey(line, line.within?.at(-1)));
  }

  /** The inputs of a step, each name once; a step of constants has none. */
  of(line: WorksheetLine): ReadInput[] {
    return [...new Map(this.each(line).map((input) => [input.name, input])).values()];
  }

  /** The same, those of iterations for each of them. */
  each(line: WorksheetLine): ReadInput[] {
    const found = new Map<string, ReadInput>();
    this.#collect(line, multiplies(line), found, new Set());
    return [...found.values()];
  }

  #collect(
    line: WorksheetLine,
    isFactor: boolean,
    found: Map<string, ReadInput>,
    seen: Set<WorksheetLine>,
  ): void {
    if (seen.has(line)) return;
    seen.add(line);
    if ('loop' in line) this.#collectLoop(line, isFactor, found, seen);
    else this.#collectRead(line, isFactor, found, seen);
  }

  #collectRead(
    line: WorksheetLine,
    isFactor: boolean,
    found: Map<string, ReadInput>,
    seen: Set<WorksheetLine>,
  ): void {
    for (const { name, value, isFactor: isPart } of this.#read(line, isFactor)) {
      if (value === null || this.#coverages.has(name)) continue;
      if (isPart && isAtMostOne(recordedNumber(value))) continue;
      const source = this.#sourceOf(line, name);
      if (source === undefined || source === line) {
        const { iterationId } = line;
        found.set(`${iterationId ?? ''}\n${name}`, { name, value, iterationId });
      } else this.#collect(source, isPart, found, seen);
    }
  }

  #sourceOf({ component, iterationId, within = [] }: WorksheetLine, name: string): WorksheetLine | undefined {
    const places = [iterationId, ...within.toReversed(), undefined];
    const found = places.map((id) => this.#kept.get(placeOf({ component, iterationId: id }, name)));
    return found.find((line) => line !== undefined);
  }

  /** What a step reads, without what it found or computed from that. */
  #read(line: WorksheetLine, isFactor: boolean): ReadName[] {
    if (!('table' in line)) {
      return readParts('expression' in line ? line.expression : undefined, line.inputs, isFactor);
    }
    const results: readonly unknown[] = ['by', 'column' in line && line.column, ...bandInputs];
    return Object.entries(line.inputs).flatMap(([name, value]) =>
      results.includes(name) ? [] : readByPart(this.#keyOf(line, name), value),
    );
  }

  /** What is taken from a loop comes from its iterations; the highest or lowest amount, from those that have it. */
  #collectLoop(
    line: WorksheetLine,
    isFactor: boolean,
    found: Map<string, ReadInput>,
    seen: Set<WorksheetLine>,
  ): void {
    const step = this.#taken.get(line);
    const aggregate = step && aggregateOf(step);
    if (step === undefined || aggregate === undefined) {
      const tested = this.#tested.get(testKey(line, line.iterationId)) ?? [];
      for (const one of tested) if (one.after === true) this.#collect(one, false, found, seen);
      return;
    }
    const isChosen = aggregate.word === 'max' || aggregate.word === 'min';
    const result = recordedNumber(line.inputs[aggregate.word]);
    const making = step.iterations.filter((iteration) => {
      const amount = amountOf(iteration);
      if (amount === null || amount.isZero() || result === null) return false;
      return !isChosen || amount.equals(result);
    });
    for (const each of making.flatMap(raisingSteps)) {
      this.#collect(each, (isChosen && isFactor) || multiplies(each), found, seen);
    }
  }
}

/** The steps that make the amount of an iteration, from the last one that sets it, without those that do not raise it. */
function raisingSteps({ steps }: ChainIteration): WorksheetLine[] {
  const effective = steps.map(({ line }) => line).filter(changesAmount);
  const first = effective.findLastIndex((line) => appliedOf(line) === 'set');
  return effective.slice(Math.max(first, 0)).filter((line) => {
    const [before, after] = [recordedNumber(line.before), recordedNumber(line.after)];
    return before === null || after === null || before.lessThan(after);
  });
}

const multiplies = (line: WorksheetLine) => appliedOf(line) === 'multiply';

const appliedOf = (line: WorksheetLine): string | undefined =>
  'apply' in line && line.apply !== undefined ? line.apply : line.op;

function testKey({ component = '', section, step }: WorksheetLine, around = ''): string {
  return [component, section, step, around].join('\n');
}

function placeOf(
  { component = '', iterationId = '' }: { component?: string | undefined; iterationId?: string | undefined },
  name: string,
): string {
  return [component, iterationId, name].join('\n');
}
