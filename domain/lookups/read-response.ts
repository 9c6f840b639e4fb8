import type { DataLookupAction } from '../actions/configured-action.js';
import { CarrierInputProblem, carrierInputs } from '../carrier/carrier-inputs.js';
import { RatingProblem } from '../expression/index.js';
import { isObject, type JsonObject } from '../ground/json.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { compileReading } from '../rating/intake/asked-question.js';

/** The answers that a response gives, by question id, as texts; or what is wrong with it, without its content. */
export type ReadResponse = { values: Record<string, string> } | { fault: string };

/**
 * Reads what a lookup fills from the response of its source. A value that its question does not take, or one that is
 * missing and not optional, makes the response unusable.
 */
export function readResponse(
  { fills }: Pick<DataLookupAction, 'fills'>,
  body: unknown,
  questions: QuestionTypes,
): ReadResponse {
  if (!isObject(body)) return { fault: 'its response is no JSON object' };
  const values: Record<string, string> = {};
  for (const [qid, { from, optional }] of Object.entries(fills)) {
    try {
      const entry = carrierInputs(body as JsonObject, [{ qid, from }])[qid];
      const text = entry?.type === 'ANSWER' ? entry.answer.trim() : '';
      const type = questions.get(qid);
      if (text !== '' && type !== undefined) {
        compileReading(type)(text);
        values[qid] = text;
      } else if (!optional) return { fault: `its response has no "${from}" for "${qid}"` };
    } catch (error) {
      const fault = faultOf(error, questions.get(qid)?.answerType ?? 'TEXT');
      if (fault === undefined) throw error;
      return { fault: `"${from}" of its response ${fault} for "${qid}"` };
    }
  }
  return { values };
}

/** Whether answers that were kept are those of a response that would be read today: questions may have other bounds since. */
export function isStillUsable(
  { fills }: Pick<DataLookupAction, 'fills'>,
  values: Readonly<Record<string, string>>,
  questions: QuestionTypes,
): boolean {
  return Object.entries(fills).every(([qid, { optional }]) => {
    const text = values[qid];
    const type = questions.get(qid);
    if (text === undefined || type === undefined) return optional;
    try {
      compileReading(type)(text);
      return true;
    } catch (error) {
      if (!(error instanceof RatingProblem)) throw error;
      return false;
    }
  });
}

/** Without the value: what a source says of a person belongs on the quote only. */
function faultOf(error: unknown, answerType: string): string | undefined {
  if (error instanceof CarrierInputProblem) return error.fault;
  if (!(error instanceof RatingProblem)) return undefined;
  if (error.code === 'NOT_A_CHOICE') return 'is no choice';
  return error.code === 'OUT_OF_BOUNDS' ? 'is out of bounds' : `is no ${answerType}`;
}
