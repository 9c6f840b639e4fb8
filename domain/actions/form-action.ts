import { z } from 'zod';
import { metadataKey as into, uuid } from '../ground/primitives.js';

const awaited = z
  .boolean()
  .default(false)
  .describe('Whether the trigger result waits for the action, for up to 25 seconds.');

/** A document made from the event's records; `docs/reference/documents.md` explains both actions. */
export const documentGenerationSettings = {
  formConfigId: uuid.describe('A document form of the product.'),
  fileName: z.string().min(1).max(255).optional().describe('The file name; by default that of the form.'),
  into: into.default('documents').describe('The key of the documents in `metadata`.'),
  awaited,
};

/** A form evaluated for the event's records. */
export const formEvaluationSettings = {
  formConfigId: uuid.describe('An evaluation form of the product.'),
  into: into.default('formEvaluation').describe('The key of the result in `metadata`.'),
  awaited,
};
