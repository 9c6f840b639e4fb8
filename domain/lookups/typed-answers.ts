import { type AnswerMap, entryOf } from '../intake/answers.js';
import type { LookedUpValue } from './looked-up.js';
import type { EventLookups } from './with-lookups.js';

const keyOf = (iterationId: string | null | undefined, qid: string, answer: string) =>
  [iterationId ?? '', qid, answer].join('\u001f');

/** Whether an answer is one that quotes had from a source or a default, so that no person typed it. */
export function earlierIn(values: readonly LookedUpValue[]): EventLookups['isEarlier'] {
  const known = new Set(
    values.flatMap(({ iterationId, qid, value, basis }) =>
      value === null || basis === 'TYPED' ? [] : [keyOf(iterationId, qid, value)],
    ),
  );
  return ({ iterationId }, qid, answer) => known.has(keyOf(iterationId, qid, answer));
}

/** The rated answers of a quote as people typed them: without those that were looked up, with those that they replaced. */
export function typedAnswers(answers: AnswerMap, values: readonly LookedUpValue[]): AnswerMap {
  const ofSources = values.filter(({ basis }) => basis !== 'TYPED');
  if (ofSources.length === 0) return answers;
  const found = new Map(
    ofSources.map((value) => [keyOf(value.iterationId, value.qid, value.value ?? ''), value.conflictsWith]),
  );
  const typed = <Entry>(own: { [qid: string]: Entry }, iterationId?: string): { [qid: string]: Entry } =>
    Object.fromEntries(
      Object.entries(own).flatMap(([qid, entry]) => {
        const answer = entryOf(own as { [qid: string]: { answer?: string } }, qid)?.answer;
        const key = keyOf(iterationId, qid, answer ?? '');
        if (answer === undefined || !found.has(key)) return [[qid, entry]];
        const before = found.get(key);
        return before === undefined ? [] : [[qid, { ...entry, answer: before }]];
      }),
    );
  return Object.fromEntries(
    Object.entries(typed(answers)).map(([qid, entry]) => {
      if (entry.type === 'ANSWER') return [qid, entry];
      const iterations = entry.iterations.map((iteration) => ({
        ...iteration,
        answers: typed(iteration.answers, iteration.iterationId),
      }));
      return [qid, { ...entry, iterations }];
    }),
  );
}
