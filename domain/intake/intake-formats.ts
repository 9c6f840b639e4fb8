import { z } from 'zod';
import type { AnswerMap } from './answers.js';

/** The formats of the answers in a full policy (spec 4.6). */
export const intakeFormat = z.enum(['DAIS', 'PRODUCT_TREE', 'KEY_VALUE']).meta({ id: 'IntakeFormat' });
export type IntakeFormat = z.infer<typeof intakeFormat>;

/**
 * Answers as flat pairs of `qid` and text. Each answer in a loop iteration is a pair named `loop[n].qid`,
 * with `n` counting the iterations from 0. A loop without iterations has no pairs.
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
