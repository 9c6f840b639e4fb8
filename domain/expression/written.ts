import { z } from 'zod';
import { roundingModes } from './digits.js';

/**
 * A value in a product file: a decimal constant, text, a boolean, or a JSON Logic expression. Additional
 * operators are `{"answer": "qid"}` (an answer of the policy or of the current loop iteration) and
 * `{"value": "name"}` (a derived value). Arithmetic is decimal.
 */
export const expression = z
  .union([z.number(), z.string(), z.boolean(), z.record(z.string(), z.unknown())])
  .meta({ id: 'Expression' });

/** A JSON Logic condition in a product file; the part that has it applies only while it holds. */
export const condition = z.record(z.string(), z.unknown()).meta({ id: 'Condition' });

export const roundingMode = z.enum(roundingModes);

/** The answer types (spec 2.3). */
export const answerType = z
  .enum(['TEXT', 'SELECT', 'MULTI_SELECT', 'BOOLEAN', 'NUMBER', 'MONEY', 'PERCENT', 'DATE'])
  .meta({ id: 'QuestionAnswerType' });

export type Expression = z.infer<typeof expression>;
export type Condition = z.infer<typeof condition>;
export type AnswerType = z.infer<typeof answerType>;
