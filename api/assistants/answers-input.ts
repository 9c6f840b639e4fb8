import { z } from 'zod';
import { answerText, questionId } from '../../domain/intake/answers.js';

const value = z.union([answerText, z.number(), z.boolean(), z.array(answerText).max(100)]);
const iteration = z.record(questionId, value);

/** Answers as assistants give them: by question id, for a loop a list of objects. `answerMapOf` makes them an answer map. */
export const answersInput = z
  .record(questionId, z.union([value, z.array(iteration).max(1_000)]))
  .meta({ description: 'By question id; for a list, objects: {"vehicles":[{"vehicle.year":2019}]}' });
