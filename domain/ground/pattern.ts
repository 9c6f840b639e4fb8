import { RE2JS, type RE2JSException } from 're2js';

const mostCharacters = 1_000;
/** Of a compiled pattern: a repetition such as `x{1,30}` counts as often as it may repeat. */
const mostInstructions = 2_000;
/** Instructions times characters that all patterns of one check may need: some 100 ms at worst. */
const mostWork = 2_000_000;

/** What the patterns of one check have cost so far; make a new one for each check. */
export class PatternBudget {
  #left = mostWork;

  /** Throws a `PatternTooCostly` once the texts of this check are too long for its patterns. */
  spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) throw new PatternTooCostly();
  }
}

/** The texts of a check are too long for its patterns. */
export class PatternTooCostly extends Error {
  constructor() {
    super('is too long to be compared with its pattern');
    this.name = 'PatternTooCostly';
  }
}

/** A pattern that a product writes: compared in time linear in the text, whatever it says (RE2). */
export class Pattern {
  readonly #compiled: RE2JS;
  readonly #instructions: number;

  /** Throws an `Error` with a message for authors. */
  constructor(written: string) {
    this.#compiled = compile(written);
    this.#instructions = this.#compiled.programSize();
    if (this.#instructions > mostInstructions) {
      throw new Error(`the pattern "${written}" repeats too much: allow fewer repetitions`);
    }
  }

  /** Whether a part of the text matches. */
  test(text: string, budget: PatternBudget): boolean {
    budget.spend(text.length * this.#instructions);
    return this.#compiled.test(text);
  }
}

function compile(written: string): RE2JS {
  if (written.length > mostCharacters) {
    throw new Error(
      `the pattern "${written.slice(0, 40)}…" is too long: write at most ${mostCharacters} characters`,
    );
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(written));
  } catch (error) {
    throw new Error(`the pattern "${written}" ${faultOf(written, error)}`, { cause: error });
  }
}

function faultOf(written: string, error: unknown): string {
  if (/\(\?<?[=!]/.test(written)) return 'looks ahead or behind with (?…): write it without';
  if (/\\([1-9]|k<)/.test(written)) return 'refers back to a group: write it without back-references';
  const { message } = error as RE2JSException;
  return `is invalid: ${message.replace('error parsing regexp: ', '')}`;
}
