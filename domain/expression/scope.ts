import type { AnswerMap, LoopIteration } from '../intake/answers.js';
import { isDate } from './dates.js';
import { parseBoolean, parseDecimal, type Value } from './value.js';
import type { AnswerType } from './written.js';

/** The type of a question id; `domain/questions` derives it from a product's lines. */
export interface AskedType {
  answerType: AnswerType;
  /** The loop question whose iterations answer it; null for a question of the policy. */
  loop: string | null;
  /** True for a loop question itself. */
  isLoop: boolean;
  /** Null for a reserved id that no line asks. */
  definition: { defaultAnswer?: string | undefined } | null;
}

/** Types by question id. */
export type AskedTypes = ReadonlyMap<string, AskedType>;

/** The values that a condition or an expression can read; null for a missing one. */
export interface Scope {
  answer(qid: string): Value | null;
  value(name: string): Value | null;
  iterationCount(loop: string): number;
}

/**
 * An answer's text as a value of its question's type; null if it is empty or invalid. A `MULTI_SELECT` answer
 * is a JSON list of texts, or texts separated by commas.
 */
export function parseAnswer(text: string, answerType: AnswerType): Value | null {
  return text === '' ? null : answerParsers[answerType](text);
}

/** The reading of an answer that is not empty, by its question's type. */
export const answerParsers: { readonly [type in AnswerType]: (text: string) => Value | null } = {
  NUMBER: parseDecimal,
  MONEY: parseDecimal,
  PERCENT: parseDecimal,
  BOOLEAN: parseBoolean,
  DATE: parseDateText,
  MULTI_SELECT: parseList,
  TEXT: parseText,
  SELECT: parseText,
};

function parseDateText(text: string): string | null {
  if (isDate(text)) return text;
  const trimmed = text.trim();
  return isDate(trimmed) ? trimmed : null;
}

function parseText(text: string): string | null {
  return isBlank(text) ? null : text;
}

/** Whether a text is empty but for white space. Most begin with a printable character of ASCII, which is all it looks at. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > space && first < endOfAscii) && text.trim() === '';
}

const [space, endOfAscii] = [32, 127];

function parseList(text: string): readonly string[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) {
    const items = trimmed.split(',').map((item) => item.trim());
    const chosen = items.filter((item) => item !== '');
    return chosen.length > 0 ? chosen : null;
  }
  try {
    const items: unknown = JSON.parse(trimmed);
    const chosen = Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [];
    return chosen.length > 0 ? chosen : null;
  } catch {
    return null;
  }
}

type Answers = AnswerMap | LoopIteration['answers'];

/**
 * The answers of a map as a scope: typed by question, and read only once and when needed. An answer that is
 * empty or not valid for its question's type counts as unanswered. An unanswered question takes its
 * `defaultAnswer`. An answer without a question of the product is text.
 */
export class AnswerScope implements Scope {
  readonly #answers: Answers;
  readonly #types: AskedTypes;
  readonly #outer: AnswerScope | null;
  readonly #loop: string | null;
  readonly #read = new Map<string, Value | null>();
  /** The iteration of this scope; null for the policy. */
  readonly iterationId: string | null;

  constructor(
    answers: Answers,
    types: AskedTypes,
    iteration: { outer: AnswerScope; loop: string; iterationId: string } | null = null,
  ) {
    this.#answers = answers;
    this.#types = types;
    this.#outer = iteration?.outer ?? null;
    this.#loop = iteration?.loop ?? null;
    this.iterationId = iteration?.iterationId ?? null;
  }

  answer(qid: string): Value | null {
    const known = this.#read.get(qid);
    if (known !== undefined) return known;
    const value = this.#own(qid) ?? this.#outer?.answer(qid) ?? null;
    this.#read.set(qid, value);
    return value;
  }

  value(_name: string): null {
    return null;
  }

  iterationCount(loop: string): number {
    return this.#iterations(loop).length;
  }

  /** One scope for each iteration of a loop; it falls back to the answers of the policy. */
  iterations(loop: string): AnswerScope[] {
    return this.#iterations(loop).map(
      ({ iterationId, answers }) => new AnswerScope(answers, this.#types, { outer: this, loop, iterationId }),
    );
  }

  /** An answer counts only at its question's level: the policy, or the iterations of the question's loop. */
  #own(qid: string): Value | null {
    const type = this.#types.get(qid);
    if (type && type.loop !== this.#loop) return null;
    const entry = Object.hasOwn(this.#answers, qid) ? this.#answers[qid] : undefined;
    const given = entry?.type === 'ANSWER' ? parseAnswer(entry.answer, type?.answerType ?? 'TEXT') : null;
    const fallback = type?.definition?.defaultAnswer;
    return given ?? (type && fallback !== undefined ? parseAnswer(fallback, type.answerType) : null);
  }

  #iterations(qid: string): LoopIteration[] {
    const entry = Object.hasOwn(this.#answers, qid) ? this.#answers[qid] : undefined;
    if (entry?.type === 'LOOP') return entry.iterations;
    return this.#outer ? this.#outer.#iterations(qid) : [];
  }
}

/** The policy's answers as a scope for conditions; `.iterations(loop)` returns the scopes of a loop. */
export function answersOf(answers: AnswerMap, types: AskedTypes): AnswerScope {
  return new AnswerScope(answers, types);
}
