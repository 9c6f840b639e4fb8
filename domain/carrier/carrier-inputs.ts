import type { CarrierInput } from '../actions/third-party-action.js';
import { Decimal, parseAnswer } from '../expression/index.js';
import { type Json, type JsonObject, valueAt } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import { answerLimits } from '../intake/answers.js';

/** An input in the raw response that cannot be an answer: where it is, and why. */
export class CarrierInputProblem extends Error {
  constructor(
    readonly from: string,
    readonly fault: string,
  ) {
    super(`"${from}" ${fault}`);
  }
}

/**
 * A plan's inputs from a carrier's raw response, as answers (spec 2.1). A missing value is an unanswered
 * question. Throws a {@link CarrierInputProblem} for an object or a text that is too long.
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

/** Why a raw response cannot give the inputs; nothing where it can. */
export function inputProblems(
  raw: JsonObject,
  inputs: Parameters<typeof carrierInputs>[1],
): { path: string[]; detail: string }[] {
  try {
    carrierInputs(raw, inputs);
    return [];
  } catch (error) {
    if (!(error instanceof CarrierInputProblem)) throw error;
    return [{ path: error.from.split('.'), detail: error.fault }];
  }
}

/** The same for the inputs of a plan, of which there must be one at least, each of the type that the plan reads. */
export function planInputProblems(
  raw: JsonObject,
  inputs: readonly CarrierInput[],
): { path: string[]; detail: string }[] {
  const problems = inputProblems(raw, inputs);
  if (problems.length > 0) return problems;
  const answers = carrierInputs(raw, inputs);
  const at = ({ from }: CarrierInput, detail: string) => ({ path: from.split('.'), detail });
  if (Object.keys(answers).length === 0) {
    return inputs.slice(0, 10).map((input) => at(input, 'is missing, as is everything that the plan reads'));
  }
  return inputs.flatMap((input) => {
    const { answerType } = input;
    const given = answers[input.qid];
    if (given?.type !== 'ANSWER' || parseAnswer(given.answer, answerType) !== null) return [];
    return [at(input, `cannot be read as ${answerType}`)];
  });
}

/**
 * The answers that a plan rates after a carrier's response: the intake and the carrier's inputs. Intake
 * answers with the id of an input are ignored.
 */
export function withCarrierInputs(
  intake: AnswerMap,
  inputs: readonly CarrierInput[],
  carrierAnswers: AnswerMap,
): AnswerMap {
  const own = { ...intake };
  for (const { qid } of inputs) delete own[qid];
  return { ...own, ...carrierAnswers };
}

function textOf(value: Json | undefined, from: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = Array.isArray(value)
    ? value.map((item) => scalarText(item, from)).join(',')
    : scalarText(value, from);
  if (text.length > answerLimits.answerLength) throw new CarrierInputProblem(from, 'is too long');
  return text;
}

function scalarText(value: Json, from: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Decimal.of(value).toFixed();
  if (typeof value === 'boolean') return String(value);
  throw new CarrierInputProblem(from, 'is not a single value');
}
