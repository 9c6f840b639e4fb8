import type { AnswerMap } from './answers.js';

/** How a full policy shows its answers (spec 4.6). */
export const intakeFormats = ['DAIS', 'PRODUCT_TREE', 'KEY_VALUE'] as const;
export type IntakeFormat = (typeof intakeFormats)[number];

/**
 * Answers as flat pairs: `qid` to text. A loop becomes one pair for each answer of each of its iterations, named
 * `loop[n].qid` with `n` from 0 in the order of the iterations; a loop without iterations has no pairs.
 */
export function keyValuesOf(answers: AnswerMap): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const [qid, entry] of Object.entries(answers)) {
    if (entry.type === 'ANSWER') {
      pairs.push([qid, entry.answer]);
      continue;
    }
    entry.iterations.forEach((iteration, index) => {
      for (const [child, { answer }] of Object.entries(iteration.answers)) {
        pairs.push([`${qid}[${index}].${child}`, answer]);
      }
    });
  }
  return Object.fromEntries(pairs);
}
