import { derivedId } from '../ground/derived-id.js';
import type { AnswerMap } from '../intake/answers.js';
import { intakeOfPairs, issuesOfPairs, keyValuesOf } from '../intake/intake-formats.js';
import type { BookAnswers, Finding } from './records.js';

type Pairs = Readonly<Record<string, string>>;

/** Both forms were read by their schema; the values of pairs are texts. */
export const isMap = (given: BookAnswers): given is AnswerMap =>
  Object.values(given).every((value) => typeof value === 'object');

/**
 * The answer map of a record's answers. Flat pairs of a change are over the answers `before` it: `vehicles[0].year` is an answer of
 * the iteration that is there, and the place after the last one is a new iteration, whose id is derived from `owner`.
 */
export function answersOf(given: BookAnswers, owner: string, before: AnswerMap = {}): AnswerMap {
  if (isMap(given)) return given;
  const pairs: Pairs = given;
  const named = new Set(Object.keys(pairs).map((key) => inLoop.exec(key)?.[1] ?? key));
  const known = Object.fromEntries(Object.entries(before).filter(([qid]) => named.has(qid)));
  const all = { ...keyValuesOf(known), ...pairs };
  // The ids are asked for in the order of the places.
  const ids = placesIn(all).map((place) => unitAt(place, known) ?? derivedId(owner, 'iteration', place));
  return intakeOfPairs(all, () => ids.shift() ?? derivedId(owner, 'iteration'));
}

/** The id of the iteration at a place such as `vehicles[0]`; undefined if there is none. */
export function unitAt(place: string, answers: AnswerMap): string | undefined {
  const [, loop = '', index = ''] = inLoop.exec(place) ?? [];
  const entry = answers[loop];
  return entry?.type === 'LOOP' ? entry.iterations[Number(index)]?.iterationId : undefined;
}

/** The id of a unit that a coverage names: by its place or its id. Undefined if there is no such iteration. */
export function unitOf(named: string, answers: AnswerMap): string | undefined {
  const ids = Object.values(answers).flatMap((entry) =>
    entry.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId) : [],
  );
  return unitAt(named, answers) ?? ids.find((id) => id === named.toLowerCase());
}

/** What is wrong with answers as flat pairs; those of a change name places of iterations that may be there. */
export function whyNotAnswers(
  given: BookAnswers,
  field: string,
  { before = {} }: { before?: AnswerMap } = {},
): Finding[] {
  if (isMap(given)) return [];
  return issuesOfPairs({ ...keyValuesOf(before), ...given }).map(({ key, detail }) => ({
    field: `${field}.${key}`,
    message: detail,
  }));
}

/** `loop[n].qid`, or `loop[n]` of an iteration without answers. */
export const inLoop = /^([^[\]]+)\[(0|[1-9]\d{0,4})\](?:\.(.+))?$/s;

/** The places of iterations, loop by loop, as they occur. */
function placesIn(pairs: Pairs): string[] {
  const loops = new Map<string, Set<string>>();
  for (const [key, text] of Object.entries(pairs)) {
    const [, loop, index, child] = inLoop.exec(key) ?? [];
    if (loop === undefined || (child === undefined && text !== '')) continue;
    loops.set(loop, (loops.get(loop) ?? new Set()).add(`${loop}[${index}]`));
  }
  return [...loops.values()].flatMap((places) => [...places]);
}
