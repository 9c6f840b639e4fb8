import { derivedId } from '../ground/derived-id.js';
import { suggestion } from '../ground/nearest.js';
import type { Answer, AnswerMap, LoopIteration } from '../intake/answers.js';
import type { QuestionType, QuestionTypes } from '../questions/question-types.js';
import type { CompactAnswers } from './case.js';

/** Reports an answer that the product cannot take, with the path of its key. */
export type ReportAnswer = (path: readonly (string | number)[], message: string) => void;

type Given = CompactAnswers[string];

/**
 * Compact answers as an answer map (spec 2.1). Iterations without an `iterationId` get one that is derived from
 * `seed` and their place. Reports unknown questions, and answers in a wrong loop.
 */
export function expandedAnswers(
  compact: CompactAnswers,
  questions: QuestionTypes,
  { seed, report }: { seed: string; report: ReportAnswer },
): AnswerMap {
  const map: AnswerMap = {};
  for (const [qid, given] of Object.entries(compact)) {
    const type = known(qid, null, questions, (message) => report([qid], message));
    if (type === undefined) continue;
    const iterations = iterationsOf(given);
    if (type.isLoop && iterations === null) {
      report([qid], `"${qid}" is a loop: write a list with a map of answers for each iteration`);
    } else if (!type.isLoop && iterations !== null && iterations.length > 0) {
      report([qid], `"${qid}" is no loop: write one value`);
    } else if (type.isLoop) {
      map[qid] = {
        type: 'LOOP',
        qid,
        iterations: (iterations ?? []).map((iteration, index) =>
          iterationOf(qid, index, iteration, questions, { seed, report }),
        ),
      };
    } else map[qid] = answerOf(qid, given);
  }
  return map;
}

function iterationOf(
  loop: string,
  index: number,
  { iterationId, ...answers }: Record<string, string | string[]>,
  questions: QuestionTypes,
  { seed, report }: { seed: string; report: ReportAnswer },
): LoopIteration {
  const expanded: LoopIteration['answers'] = {};
  for (const [qid, given] of Object.entries(answers)) {
    const type = known(qid, loop, questions, (message) => report([loop, index, qid], message));
    if (type !== undefined) expanded[qid] = answerOf(qid, given);
  }
  const id = typeof iterationId === 'string' ? iterationId : derivedId(seed, loop, String(index));
  return { iterationId: id, answers: expanded };
}

function known(
  qid: string,
  loop: string | null,
  questions: QuestionTypes,
  report: (message: string) => void,
): QuestionType | undefined {
  const type = questions.get(qid);
  if (type?.loop === loop) return type;
  if (type?.loop) report(`"${qid}" is asked in the loop "${type.loop}": answer it in an iteration there`);
  else if (type) report(`"${qid}" is not asked in the loop "${loop}": answer it outside`);
  else {
    const here = [...questions.values()].filter((one) => one.loop === loop).map((one) => one.qid);
    const where = loop === null ? 'no question' : `no question of the loop "${loop}"`;
    report(`"${qid}" is ${where}${suggestion(qid, here)}`);
  }
  return undefined;
}

/** An empty list is a loop without iterations; for another question, no choice. */
function iterationsOf(given: Given): Record<string, string | string[]>[] | null {
  if (typeof given === 'string') return null;
  const iterations = given.filter((one) => typeof one !== 'string');
  return iterations.length === given.length ? iterations : null;
}

function answerOf(qid: string, given: Given): Answer {
  return { type: 'ANSWER', qid, answer: typeof given === 'string' ? given : JSON.stringify(given) };
}
