import { z } from 'zod';
import { uuid } from '../ground/primitives.js';

/** Limits of an answer map: far above any form, but low enough that one record cannot fill the database. */
export const answerLimits = {
  qidLength: 255,
  answerLength: 65_536,
  /** Entries of a map and answers of one iteration. */
  answers: 10_000,
  iterations: 10_000,
} as const;

/** The id of a question (spec 2.1). */
export const questionId = z.string().min(1, 'a question id cannot be empty').max(answerLimits.qidLength);

/** The value of an answer (spec 2.1). */
export const answerText = z.string().max(answerLimits.answerLength);

export const tooManyAnswers = `must not have more than ${answerLimits.answers} answers`;

/** One answer (spec 2.1). The value is always text; the question's `answerType` decides its meaning. */
export const answer = z
  .object({ type: z.literal('ANSWER'), qid: questionId, answer: answerText })
  .meta({ id: 'Answer' });

/** One pass through a loop question, for example one location (spec 2.1). */
export const loopIteration = z
  .object({ iterationId: uuid, answers: z.record(z.string(), answer).meta({ id: 'IterationAnswers' }) })
  .meta({ id: 'LoopIteration' });

export const loop = z
  .object({
    type: z.literal('LOOP'),
    qid: questionId,
    iterations: z.array(loopIteration).max(answerLimits.iterations),
  })
  .meta({ id: 'Loop' });

const answerOrLoop = z.discriminatedUnion('type', [answer, loop]).meta({ id: 'AnswerOrLoop' });

/** An answer map keyed by question id (spec 2.1). Each entry's `qid` equals its key. */
export const answerMap = z
  .record(z.string(), answerOrLoop)
  .superRefine((map, context) => {
    checkSize(map, [], context);
    for (const [key, entry] of Object.entries(map)) {
      if (entry.qid !== key) {
        context.addIssue({ code: 'custom', path: [key, 'qid'], message: `must equal its key "${key}"` });
      }
      if (entry.type === 'LOOP') checkIterations(key, entry.iterations, context);
    }
  })
  .meta({ id: 'AnswerMap', description: 'Answers keyed by question id.' });

export type Answer = z.infer<typeof answer>;
export type LoopIteration = z.infer<typeof loopIteration>;
export type Loop = z.infer<typeof loop>;
export type AnswerMap = z.infer<typeof answerMap>;

/** The entry of a question, whatever its id: `constructor` and `toString` are ids like any other. */
export function entryOf<Entry>(
  answers: { readonly [qid: string]: Entry },
  questionId: string,
): Entry | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
}

function checkIterations(key: string, iterations: LoopIteration[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  iterations.forEach((iteration, index) => {
    const path = [key, 'iterations', index];
    checkSize(iteration.answers, [...path, 'answers'], context);
    const id = iteration.iterationId.toLowerCase();
    if (seen.has(id)) {
      context.addIssue({
        code: 'custom',
        path: [...path, 'iterationId'],
        message: 'is used twice in this loop',
      });
    }
    seen.add(id);
    for (const [qid, child] of Object.entries(iteration.answers)) {
      if (child.qid !== qid) {
        context.addIssue({
          code: 'custom',
          path: [...path, 'answers', qid, 'qid'],
          message: `must equal its key "${qid}"`,
        });
      }
    }
  });
}

function checkSize(answers: object, path: (string | number)[], context: z.RefinementCtx): void {
  if (Object.keys(answers).length > answerLimits.answers) {
    context.addIssue({ code: 'custom', path, message: tooManyAnswers });
  }
}
