import type { AnswerMap } from '../../intake/answers.js';
import type { TestedCondition } from '../run/every-step.js';
import { iterationKey, type LineBase, type WorksheetLine } from '../run/worksheet-line.js';
import { conditionCell } from './condition-cell.js';
import { type Cell, constant, type Formula, foundCell, reference } from './formula.js';
import type { LiveParts } from './live.js';
import type { Allocation, Input } from './sheet-line.js';
import type { Reading } from './translate.js';

/**
 * The current cell of each amount, derived value and answer, line by line. A package has a memory for its own
 * steps and one below it for each component; all share the answers.
 */
export class CellMemory {
  readonly inputs: Input[];
  readonly components = new Map<string, CellMemory>();
  /** The allocation of this rating's premium, once it was made. */
  allocation: Allocation | null = null;
  /** The divisions of coverages' parts among iterations. */
  readonly shares: Allocation[] = [];
  /** For each line of a rank: the number of its iteration, and those of all. */
  readonly ranked = new Map<LineBase, { of: Cell; among: readonly Cell[] }>();
  /** For formulas of lookups and conditions; null if these stay values. */
  readonly live: LiveParts | null;
  /** The latest amount of each coverage. */
  readonly coverages = new Map<string, Cell>();
  readonly #conditions = new Map<TestedCondition, Cell>();
  readonly #intake: AnswerMap;
  readonly #given: Map<string, Cell>;
  readonly #values = new Map<string, Cell>();
  readonly #running = new Map<string, Cell>();
  /** The questions answered in each iteration; made when it is needed. */
  #answeredIn: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(
    intake: AnswerMap,
    live: LiveParts | null = null,
    inputs: Input[] = [],
    given = new Map<string, Cell>(),
  ) {
    this.#intake = intake;
    this.live = live;
    this.inputs = inputs;
    this.#given = given;
  }

  /** The memory for a line: that of its component, or this one. */
  of({ component }: LineBase): CellMemory {
    if (component === undefined) return this;
    const known = this.components.get(component);
    if (known) return known;
    const memory = new CellMemory(this.#intake, this.live, this.inputs, this.#given);
    this.components.set(component, memory);
    return memory;
  }

  /** The cell with the running amount before a line, or the final one of a section. */
  running(line: Pick<LineBase, 'section' | 'iterationId' | 'within'>): Cell | undefined {
    return this.#running.get(keyOf(line.section, iterationKey(line)));
  }

  setRunning(line: LineBase, cell: Cell): void {
    const { section } = line;
    this.#running.set(keyOf(section, iterationKey(line)), cell);
    if (line.iterationId !== undefined) return;
    // Later steps read a coverage's amount under its code, and the premium under its name.
    if (section.startsWith('coverage:')) {
      const code = section.slice('coverage:'.length);
      this.coverages.set(code, cell);
      this.setValue(code, undefined, cell);
    }
    if (section === 'policy') this.setValue('premium', undefined, cell);
  }

  /** The next sum over a loop starts each iteration without an amount. */
  endIterations(section: string, iterations: Iterable<string>): void {
    for (const iteration of iterations) this.#running.delete(keyOf(section, iteration));
  }

  /** @param iteration the key of the iteration (`iterationKey`) that has the value; undefined for the policy. */
  setValue(name: string, iteration: string | undefined, cell: Cell): void {
    this.#values.set(keyOf(name, iteration), cell);
  }

  /**
   * The latest cell of a derived value: of the iteration, else of one around it, else of the policy, else
   * `component.name`.
   */
  value(
    name: string,
    { iterationId, within = [] }: Pick<LineBase, 'iterationId' | 'within'> = {},
  ): Cell | undefined {
    const path = iterationId === undefined ? [] : [...within, iterationId];
    for (let length = path.length; length > 0; length--) {
      const ofPair = path.slice(0, length).join('/');
      const own = this.#values.get(keyOf(name, ofPair)) ?? this.#values.get(keyOf(name, path[length - 1]));
      if (own) return own;
    }
    return this.#values.get(keyOf(name, undefined)) ?? this.#ofComponent(name);
  }

  #ofComponent(name: string): Cell | undefined {
    const dot = name.indexOf('.');
    return dot === -1 ? undefined : this.components.get(name.slice(0, dot))?.value(name.slice(dot + 1));
  }

  /** Whether a line's step runs, if that depends on conditions and these are computed; else null. */
  applies(line: WorksheetLine): Cell | null {
    let cell: Cell | null = null;
    for (const condition of line.plan?.conditions ?? []) {
      const known: Cell = this.#conditions.get(condition) ?? conditionCell(condition, cell, line, this);
      this.#conditions.set(condition, known);
      cell = known;
    }
    return cell;
  }

  /** The formula of a line's input. Its value is the one that the line recorded. */
  read(line: LineBase, { operator, name }: Reading): Formula | null {
    const recorded = line.inputs[name];
    if (recorded === undefined) return null;
    if (operator === 'iterations') return typeof recorded === 'string' ? constant(recorded) : null;
    // Of an iteration over choices: the choice.
    if (recorded !== null && recorded === line.iterationId) return constant(recorded);
    const known = operator === 'value' ? this.value(name, line) : undefined;
    if (known?.value === recorded) return reference(known);
    return reference(this.#input(name, line, recorded));
  }

  /** Notes which parts of a loop over choices, or over related iterations, stay as they were rated. */
  noteSelection(line: WorksheetLine & { loop?: string; of?: string }): void {
    const { loop, of } = line;
    if (loop === undefined) return;
    if (of !== undefined) this.live?.freeze(line, `which ${loop} “${of}” relates stays`);
    if (this.#intake[loop]?.type !== 'LOOP') this.live?.freeze(line, `which of ${loop} are chosen stays`);
  }

  #input(name: string, line: LineBase, recorded: Cell['value']): Cell {
    const ofPolicy = this.#intake[name]?.type === 'ANSWER' || line.iterationId === undefined;
    const iterationId = ofPolicy ? undefined : this.#answering(name, line);
    const key = keyOf(name, iterationId);
    const known = this.#given.get(key);
    if (known?.value === recorded) return known;
    const cell = foundCell(recorded);
    this.#given.set(key, cell);
    this.inputs.push({ name, iterationId: iterationId ?? null, cell });
    return cell;
  }

  /** The iteration that answers a question: the line's own, or one around it. */
  #answering(name: string, { iterationId, within = [] }: LineBase): string | undefined {
    const around = within.toReversed();
    return around.find((id) => this.#answered(id)?.has(name)) ?? iterationId;
  }

  #answered(iterationId: string): ReadonlySet<string> | undefined {
    this.#answeredIn ??= new Map(
      Object.values(this.#intake).flatMap((entry) =>
        entry.type === 'LOOP'
          ? entry.iterations.map((each) => [each.iterationId, new Set(Object.keys(each.answers))] as const)
          : [],
      ),
    );
    return this.#answeredIn.get(iterationId);
  }
}

function keyOf(name: string, iterationId: string | undefined): string {
  return `${iterationId ?? ''}\n${name}`;
}
