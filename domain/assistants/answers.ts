import { derivedId } from '../ground/derived-id.js';
import type { AnswerMap } from '../intake/answers.js';
import { intakeOfPairs } from '../intake/intake-formats.js';

export type GivenAnswer = string | number | boolean | readonly string[];
export type GivenIteration = Readonly<Record<string, GivenAnswer>>;

/** Answers as an assistant gives them: by question, with a list of objects for a loop. */
export type GivenAnswers = Readonly<Record<string, GivenAnswer | readonly GivenIteration[]>>;

/**
 * The answer map of given answers. Iterations have ids that follow from their loop and place, so that the same answers are
 * always the same map. `drivers[0]` is an answer that names the first iteration of `drivers`.
 */
export function answerMapOf(answers: GivenAnswers): AnswerMap {
  const pairs: [string, string][] = [];
  const empty: AnswerMap = {};
  for (const [qid, given] of Object.entries(answers)) {
    if (!isLoop(given)) {
      pairs.push([qid, textOf(given)]);
      continue;
    }
    if (given.length === 0) empty[qid] = { type: 'LOOP', qid, iterations: [] };
    given.forEach((iteration, index) => {
      const place = `${qid}[${index}]`;
      const children = Object.entries(iteration);
      if (children.length === 0) pairs.push([place, '']);
      for (const [child, answer] of children) pairs.push([`${place}.${child}`, textOf(answer)]);
    });
  }
  let made = 0;
  const newId = () => {
    made += 1;
    return derivedId('iteration of an assistant', String(made));
  };
  return { ...empty, ...intakeOfPairs(Object.fromEntries(pairs), newId) };
}

const isLoop = (given: GivenAnswers[string]): given is readonly GivenIteration[] =>
  Array.isArray(given) && (given.length === 0 || typeof given[0] === 'object');

const textOf = (answer: GivenAnswer): string =>
  typeof answer === 'object' ? JSON.stringify(answer) : String(answer);
