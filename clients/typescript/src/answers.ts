import { newId } from './core/id.js';
import type { AnswerMap } from './generated/types.js';

/** The value of an answer. The service keeps text: `true` becomes `"true"`, 1150000 becomes `"1150000"`. */
export type Value = string | number | boolean;
/** Answers as plain values by question id; a loop is a list with the answers of each iteration. */
export type Answers = Readonly<Record<string, Value | readonly Readonly<Record<string, Value>>[]>>;

/**
 * Plain values as the answer map of the interface: `{ 'client.state': 'TX', locations: [{ 'location.revenue': 1150000
 * }] }`. Each iteration gets an id, by default a new one, so keep the map if you change answers later.
 */
export function answerMap(answers: Answers, iterationId: () => string = newId): AnswerMap {
  return mapped(answers, (qid, value) =>
    isValue(value)
      ? answerOf(qid, value)
      : {
          type: 'LOOP' as const,
          qid,
          iterations: value.map((iteration) => ({
            iterationId: iterationId(),
            answers: mapped(iteration, answerOf),
          })),
        },
  );
}

const answerOf = (qid: string, value: Value) => ({ type: 'ANSWER' as const, qid, answer: String(value) });
const isValue = (value: Answers[string]): value is Value => typeof value !== 'object';

function mapped<From, To>(values: Readonly<Record<string, From>>, of: (qid: string, value: From) => To) {
  return Object.fromEntries(Object.entries(values).map(([qid, value]) => [qid, of(qid, value)]));
}
