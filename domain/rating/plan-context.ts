import {
  type CompiledExpression,
  compileExpression,
  compileTest,
  ExpressionError,
  RatingProblem,
  type Reference,
  referencesOf,
  type Scope,
} from '../expression/index.js';
import type { QuestionTypes } from '../product/question-types.js';
import type { PlanIssue } from './plan-issue.js';
import type { CompiledTable } from './tables/compile-table.js';

/** Where in a plan something is compiled. */
export interface Place {
  path: string;
  /** The loop whose iteration it runs for; null for the policy. */
  loop: string | null;
}

/** A compiled condition and what it reads. */
export interface CompiledTest {
  holds(scope: Scope): boolean;
  references: readonly Reference[];
}

/** What is known while a plan is compiled, in the order in which it will run. */
export class PlanContext {
  readonly tables: ReadonlyMap<string, CompiledTable>;
  readonly questions: QuestionTypes;
  readonly issues: PlanIssue[];
  readonly #values = new Set(['effectiveDate', 'term']);
  readonly #loopValues = new Map<string, Set<string>>();
  readonly #read = new Set<string>();

  constructor(tables: ReadonlyMap<string, CompiledTable>, questions: QuestionTypes, issues: PlanIssue[]) {
    this.tables = tables;
    this.questions = questions;
    this.issues = issues;
  }

  /** The policy's values that are known by now. */
  get values(): ReadonlySet<string> {
    return this.#values;
  }

  /** Every question that is read, loops included. */
  get questionsRead(): ReadonlySet<string> {
    return this.#read;
  }

  report(path: string, message: string): void {
    this.issues.push({ path, message });
  }

  /** From here on, steps may read the derived value `name`; those of a loop's iterations, inside it. */
  define(name: string, loop: string | null): void {
    if (loop === null) {
      this.#values.add(name);
      return;
    }
    const own = this.#loopValues.get(loop);
    if (own) own.add(name);
    else this.#loopValues.set(loop, new Set([name]));
  }

  /** Checks that a line asks the loop, and remembers that it is read. */
  readsLoop(loop: string, path: string): void {
    if (!this.questions.get(loop)?.isLoop) this.report(path, `no line asks the loop "${loop}"`);
    this.#read.add(loop);
  }

  expression(expression: unknown, place: Place): CompiledExpression {
    const compiled = this.#attempt(place, () => compileExpression(expression, this.questions));
    if (!compiled) return broken;
    this.#checkReferences(compiled.references, place);
    return compiled;
  }

  condition(condition: unknown, place: Place): CompiledTest {
    const compiled = this.#attempt(place, () => ({
      holds: compileTest(condition, this.questions),
      references: referencesOf(condition, this.questions),
    }));
    if (!compiled) return { holds: () => false, references: [] };
    this.#checkReferences(compiled.references, place);
    return compiled;
  }

  /** The condition, or null where there is none. */
  optionalCondition(condition: unknown, place: Place): CompiledTest | null {
    return condition === undefined
      ? null
      : this.condition(condition, { ...place, path: `${place.path}.when` });
  }

  #attempt<T>({ path }: Place, compile: () => T): T | null {
    try {
      return compile();
    } catch (error) {
      // Constant parts are computed while compiling, so they can fail as a rating would.
      if (!(error instanceof ExpressionError || error instanceof RatingProblem)) throw error;
      this.report(path, error.message);
      return null;
    }
  }

  #checkReferences(references: readonly Reference[], { path, loop }: Place): void {
    for (const { operator, name } of references) {
      if (operator === 'value') {
        const own = loop !== null && this.#loopValues.get(loop)?.has(name);
        if (!own && !this.#values.has(name)) {
          this.report(path, `no value "${name}" is derived before this`);
        }
        continue;
      }
      this.#read.add(name);
      if (operator !== 'iterations') {
        const asked = this.questions.get(name)?.loop ?? null;
        if (asked !== null && asked !== loop) {
          this.report(path, `"${name}" is answered only inside the loop "${asked}"`);
        }
      }
    }
  }
}

const broken: CompiledExpression = {
  constant: null,
  references: [],
  evaluate: () => '',
  evaluateNumber: () => {
    throw new ExpressionError('an expression that did not compile cannot be computed');
  },
};
