import { z } from 'zod';
import { uuid } from '../ground/primitives.js';

const into = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'must begin with a letter: letters, digits, dashes and underscores');

/** Whether the trigger result waits for it, for up to 25 seconds. */
const awaited = z.boolean().default(false);

/** A document that is made of what the event is about; `docs/documents.md` explains both. */
export const documentGenerationSettings = {
  /** A document form of the product. */
  formConfigId: uuid,
  /** Instead of the form's own. */
  fileName: z.string().min(1).max(255).optional(),
  /** Under which name what was made goes into `metadata`. */
  into: into.default('documents'),
  awaited,
};

/** A form that is evaluated for what the event is about. */
export const formEvaluationSettings = {
  formConfigId: uuid,
  into: into.default('formEvaluation'),
  awaited,
};
