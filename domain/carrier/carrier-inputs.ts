import type { CarrierInput } from '../actions/third-party-action.js';
import { Dec } from '../expression/index.js';
import { type Json, type JsonObject, valueAt } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import { answerLimits } from '../intake/answers.js';

/** An input that is in the raw answer, but not as something that can be an answer. */
export class CarrierInputProblem extends Error {}

/**
 * What a plan reads of a carrier's raw answer, as answers (spec 2.1). What is not in it is not answered. Throws
 * a {@link CarrierInputProblem} where a place holds an object or a text too long.
 */
export function carrierInputs(
  raw: JsonObject,
  inputs: readonly (Pick<CarrierInput, 'qid' | 'from'> & Partial<CarrierInput>)[],
): AnswerMap {
  const answers: AnswerMap = {};
  for (const { qid, from } of inputs) {
    const text = textOf(valueAt(raw, from), from);
    if (text !== undefined) answers[qid] = { type: 'ANSWER', qid, answer: text };
  }
  return answers;
}

/**
 * The answers that a plan over a carrier's answer rates: those of the intake and what the carrier said. What the
 * intake claims under an input's name does not count.
 */
export function withCarrierInputs(
  intake: AnswerMap,
  inputs: readonly CarrierInput[],
  said: AnswerMap,
): AnswerMap {
  const own = { ...intake };
  for (const { qid } of inputs) delete own[qid];
  return { ...own, ...said };
}

function textOf(value: Json | undefined, from: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = Array.isArray(value)
    ? value.map((item) => scalarText(item, from)).join(',')
    : scalarText(value, from);
  if (text.length > answerLimits.answerLength) throw new CarrierInputProblem(`"${from}" is too long`);
  return text;
}

function scalarText(value: Json, from: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Dec(value).toFixed();
  if (typeof value === 'boolean') return String(value);
  throw new CarrierInputProblem(`"${from}" is not a single value`);
}
