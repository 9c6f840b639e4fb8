import { z } from 'zod';
import type { Answer, AnswerMap, Loop } from './answers.js';

/** The formats of the answers in a full policy (spec 4.6). */
export const intakeFormat = z.enum(['DAIS', 'PRODUCT_TREE', 'KEY_VALUE']).meta({ id: 'IntakeFormat' });
export type IntakeFormat = z.infer<typeof intakeFormat>;

/**
 * Answers as flat pairs of `qid` and text. Each answer in a loop iteration is a pair named `loop[n].qid`,
 * with `n` counting the iterations from 0; an iteration without answers is the pair `loop[n]` with an empty text. A loop
 * without iterations has no pairs. An answer that names an iteration by its id, such as the driver of a vehicle, is
 * `drivers[n]`.
 */
export function keyValuesOf(answers: AnswerMap): Record<string, string> {
  const places = placesOf(answers);
  const textOf = ({ answer }: Answer) => places.get(answer.trim().toLowerCase()) ?? answer;
  const pairs: [string, string][] = [];
  for (const [qid, entry] of Object.entries(answers)) {
    if (entry.type === 'ANSWER') {
      pairs.push([qid, textOf(entry)]);
      continue;
    }
    entry.iterations.forEach((iteration, index) => {
      const place = `${qid}[${index}]`;
      const children = Object.entries(iteration.answers);
      if (children.length === 0) pairs.push([place, '']);
      for (const [child, answer] of children) pairs.push([`${place}.${child}`, textOf(answer)]);
    });
  }
  return Object.fromEntries(pairs);
}

/** The place of each iteration, such as `drivers[0]`, by its id. */
function placesOf(answers: AnswerMap): Map<string, string> {
  const loops = Object.values(answers).filter((entry) => entry.type === 'LOOP');
  return new Map(
    loops.flatMap(({ qid, iterations }) =>
      iterations.map(({ iterationId }, index) => [iterationId.toLowerCase(), `${qid}[${index}]`]),
    ),
  );
}

/** A pair that cannot be converted. */
export interface PairIssue {
  key: string;
  detail: string;
}

/** Why flat pairs are no intake: a loop is also a question with an answer, or its iterations have gaps. */
export function issuesOfPairs(pairs: Readonly<Record<string, string>>): PairIssue[] {
  const { plain, loops } = parted(pairs);
  return [...loops].flatMap(([loop, iterations]): PairIssue[] => {
    const [gap] = [...iterations.keys()].filter((index) => index > 0 && !iterations.has(index - 1));
    return [
      ...(plain.has(loop) ? [{ key: loop, detail: `has an answer, and iterations such as ${loop}[0]` }] : []),
      ...(gap === undefined && iterations.has(0)
        ? []
        : [{ key: `${loop}[${gap ?? 0}]`, detail: 'iterations count from 0, without gaps' }]),
    ];
  });
}

/** The answer map of flat pairs that have no issues (spec 4.10): the inverse of `keyValuesOf`, with new iteration ids. */
export function intakeOfPairs(pairs: Readonly<Record<string, string>>, newId: () => string): AnswerMap {
  const { plain, loops } = parted(pairs);
  const ids = new Map(
    [...loops].flatMap(([loop, iterations]) =>
      [...iterations.keys()].map((index) => [`${loop}[${index}]`, newId()]),
    ),
  );
  const answersOf = (given: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      [...given].map(([qid, answer]) => [
        qid,
        { type: 'ANSWER' as const, qid, answer: ids.get(answer) ?? answer },
      ]),
    );
  const entries = [...loops].map(([qid, iterations]): [string, Loop] => {
    const inOrder = [...iterations].sort(([a], [b]) => a - b);
    const listed = inOrder.map(([index, answers]) => ({
      iterationId: ids.get(`${qid}[${index}]`) ?? newId(),
      answers: answersOf(answers),
    }));
    return [qid, { type: 'LOOP', qid, iterations: listed }];
  });
  return { ...answersOf(plain), ...Object.fromEntries(entries) };
}

type Pairs = Map<string, string>;

/** `loop[n].qid`, or `loop[n]` of an iteration without answers. */
const inLoop = /^([^[\]]+)\[(0|[1-9]\d{0,4})\](?:\.(.+))?$/s;

/** The pairs outside of loops, and those of each loop by iteration. */
function parted(pairs: Readonly<Record<string, string>>) {
  const plain: Pairs = new Map();
  const loops = new Map<string, Map<number, Pairs>>();
  for (const [key, text] of Object.entries(pairs)) {
    const [, loop, index, child] = inLoop.exec(key) ?? [];
    if (loop === undefined || (child === undefined && text !== '')) {
      plain.set(key, text);
      continue;
    }
    const iterations = loops.get(loop) ?? new Map<number, Pairs>();
    const answers = iterations.get(Number(index)) ?? new Map<string, string>();
    if (child !== undefined) answers.set(child, text);
    loops.set(loop, iterations.set(Number(index), answers));
  }
  return { plain, loops };
}
