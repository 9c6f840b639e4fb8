import {
  type CompiledExpression,
  type CompiledTest,
  compileExpressionWith,
  compileTestWith,
  ExpressionError,
  RatingProblem,
  type Readers,
  type Reference,
  type Value,
} from '../../expression/index.js';
import { suggestion } from '../../ground/nearest.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import type { ExpiringSlot } from '../run/expiring.js';
import { type Level, levelsOf } from '../run/level.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { answerReaders, QuestionSlots } from '../run/question-slots.js';
import type { RatingScope } from '../run/rating-scope.js';
import { expiringPrefix, given, isOfExpiring, ValueSlots } from '../run/value-slots.js';
import type { CompiledTable } from '../tables/compile-table.js';
import type { StepRounding } from './step-rounding.js';

export type PlanExpression = CompiledExpression<RatingScope>;
export type PlanTest = CompiledTest<RatingScope>;

/** The place in a plan where something is compiled. */
export interface Place extends Level {
  path: string;
  /** A rank may stand here: the steps before have run for all iterations. */
  ranks?: boolean;
  /** Amounts here are those of the term, not yearly ones. */
  ofTerm?: boolean;
  /** How an amount is rounded after each step here that changes it. */
  rounding?: StepRounding | undefined;
}

/** The knowledge of the compiler, in the order in which the plan runs. */
export class PlanContext {
  readonly tables: ReadonlyMap<string, CompiledTable>;
  readonly questions: QuestionTypes;
  readonly issues: PlanIssue[];
  /** The decimals of the product's currency. */
  readonly minorDigits: number;
  readonly #slots: QuestionSlots;
  readonly #values = new ValueSlots();
  readonly #read = new Set<string>();
  #parts = 0;

  constructor(
    tables: ReadonlyMap<string, CompiledTable>,
    questions: QuestionTypes,
    { issues, minorDigits }: { issues: PlanIssue[]; minorDigits: number },
  ) {
    this.tables = tables;
    this.questions = questions;
    this.issues = issues;
    this.minorDigits = minorDigits;
    this.#slots = new QuestionSlots(questions);
  }

  /** The policy's values that are known by now, in the order of their slots. */
  get valueNames(): readonly string[] {
    return this.#values.names;
  }

  /** The values that exist before the first step and that a part of the plan reads. */
  readonly givenRead = new Set<string>();

  /** The values of the expiring term that a part of the plan reads. */
  readonly expiringRead: ExpiringSlot[] = [];

  /** Every question that is read, loops included. */
  get questionsRead(): ReadonlySet<string> {
    return this.#read;
  }

  /** The parts of all expressions and conditions compiled so far. */
  get parts(): number {
    return this.#parts;
  }

  report(path: string, message: string): void {
    this.issues.push({ path, message });
  }

  /**
   * Defines the derived value `name` for later steps; that of a loop's iterations, inside it. Returns the
   * value's slot.
   */
  define(name: string, level: Level): number {
    return this.#values.define(name, level);
  }

  /** How a step reads an answer. Records that it is read. */
  answerReader(qid: string, level: Level): (scope: RatingScope) => Value | null {
    this.#read.add(qid);
    return this.#slots.readerOf(qid, level);
  }

  /** A loop's iterations. Checks that a line asks it, and records that it is read. */
  iterationsOf(loop: string, path: string): (scope: RatingScope) => readonly RatingScope[] {
    if (!this.questions.get(loop)?.isLoop) this.report(path, `no line asks the loop "${loop}"`);
    this.#read.add(loop);
    return this.#slots.iterationsOf(loop);
  }

  expression(expression: unknown, place: Place): PlanExpression {
    const readers = this.#readers(place);
    const compiled = this.#attempt(place, () => compileExpressionWith(expression, this.questions, readers));
    if (!compiled) return broken;
    this.#parts += compiled.parts;
    this.#checkReferences(compiled.references, place);
    return compiled;
  }

  condition(condition: unknown, place: Place): PlanTest {
    const readers = this.#readers(place);
    const compiled = this.#attempt(place, () => compileTestWith(condition, this.questions, readers));
    if (!compiled) return { holds: () => false, references: [], parts: 0 };
    this.#parts += compiled.parts;
    this.#checkReferences(compiled.references, place);
    return compiled;
  }

  /** The condition, or null if there is none. */
  optionalCondition(condition: unknown, place: Place): PlanTest | null {
    return condition === undefined
      ? null
      : this.condition(condition, { ...place, path: `${place.path}.when` });
  }

  #readers(level: Level): Readers<RatingScope> {
    return {
      ...answerReaders(this.#slots, level),
      value: (name) => {
        if (isOfExpiring(name)) this.#readExpiring(name);
        return this.#values.readerOf(name, level);
      },
    };
  }

  /** A value of the expiring term exists before the first step, if there is such a term. */
  #readExpiring(name: string): void {
    const isKnown = this.#values.knows(name, { loop: null });
    const slot = this.#values.define(name, { loop: null });
    if (!isKnown) this.expiringRead.push({ name: name.slice(expiringPrefix.length), slot });
  }

  #attempt<T>({ path }: Place, compile: () => T): T | null {
    try {
      return compile();
    } catch (error) {
      // Constant parts are computed while compiling, so they can fail as a rating does.
      if (!(error instanceof ExpressionError || error instanceof RatingProblem)) throw error;
      this.report(path, error.message);
      return null;
    }
  }

  #checkReferences(references: readonly Reference[], place: Place): void {
    const { path } = place;
    for (const { operator, name } of references) {
      if (operator === 'value') {
        if (Object.hasOwn(given, name)) this.givenRead.add(name);
        if (this.#values.knows(name, place)) continue;
        const meant = suggestion(name, this.#values.names);
        this.report(path, `no value "${name}" is derived before this${meant}`);
        continue;
      }
      this.#read.add(name);
      if (operator !== 'iterations') {
        const asked = this.questions.get(name)?.loop ?? null;
        if (asked !== null && levelsOf(place).every(({ loop }) => loop !== asked)) {
          this.report(path, `"${name}" is answered only inside the loop "${asked}"`);
        }
      }
    }
  }
}

const broken: PlanExpression = {
  constant: null,
  references: [],
  parts: 0,
  evaluate: () => '',
  evaluateNumber: () => {
    throw new ExpressionError('an expression that did not compile cannot be computed');
  },
};
