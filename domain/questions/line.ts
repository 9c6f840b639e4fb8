import { z } from 'zod';
import { answerType, condition } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';
import { bound } from './bounds.js';
import { shownIf } from './never-asked.js';

const answerChoice = z.strictObject({
  value: z.string().describe('The answer, for rules and tables.'),
  label: z.string().describe('The answer, for people.'),
});

const questionFields = {
  qid: z
    .string()
    .min(1)
    .describe('The key in answer maps. The same id in two lines is one question with one answer.'),
  question: z.string().min(1).describe('The text of the question.'),
  answerType: answerType.describe('What is answered.'),
  required: z.boolean().default(false).describe('A quote without an answer is declined.'),
  defaultAnswer: z.string().optional().describe('The answer if none is given; a text, as every answer is.'),
  answerChoices: z
    .array(z.union([z.string(), answerChoice]))
    .optional()
    .describe('`"A"` is short for `{value: "A", label: "A"}`.'),
  min: bound.optional().describe('The least number, or the first date, that may be entered.'),
  max: bound.optional().describe('The greatest number, or the last date, that may be entered.'),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(16)
    .optional()
    .describe('Digits after the point at most, for an answer that is a number: 0 for whole numbers.'),
  iterationOf: z
    .string()
    .optional()
    .describe(
      'Of a TEXT question: the answer names an iteration of this loop, by its id or its number from 1.',
    ),
  lookedUp: z
    .literal(true)
    .optional()
    .describe(
      'Nobody is asked: a `DATA_LOOKUP` of the product answers it. An answer that a person gives has no effect.',
    ),
  condition: shownIf
    .optional()
    .describe(
      'The question is visible only while this holds; always, if omitted. `false`: only where an overlay sets another one.',
    ),
};

const plainQuestion = z.strictObject(questionFields);

/** An authored question. `visible`, `lineId` and `order` are computed when the tree is served. */
export const question = plainQuestion.extend({
  loop: z
    .strictObject({
      iterationLabel: z.string().describe('What one iteration is called: `Location`.'),
      name: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe(
          'The name of an iteration, from answers to its questions: `{vehicle.year} {vehicle.make}`. Without it: `Location 1`.',
        ),
      minIterations: z.number().int().min(0).default(0).describe('The least number of iterations.'),
      maxIterations: z.number().int().min(1).optional().describe('The greatest number of iterations.'),
      questions: z.array(plainQuestion).min(1).describe('Asked in each iteration.'),
    })
    .optional()
    .describe('Makes the question a loop: a group of questions answered once per iteration.'),
});

export const display = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        title: z.string().describe('The heading of the section.'),
        condition: condition
          .optional()
          .describe('Its questions are visible only while this holds, besides their own conditions.'),
        subsections: z
          .array(
            z.strictObject({
              title: z.string().describe('The heading of the subsection.'),
              condition: condition
                .optional()
                .describe('Its questions are visible only while this holds, besides their own conditions.'),
              questions: z.array(question).describe('In the order of display.'),
            }),
          )
          .describe('In the order of display.'),
      }),
    )
    .describe('In the order of display.'),
});

/** An authored line of the product tree. A product is its root line (spec 2.3). */
export interface Line {
  id: string;
  title: string;
  active: boolean;
  clientType: 'COMMERCIAL' | 'PERSONAL';
  type: string;
  template: boolean;
  display?: z.infer<typeof display> | undefined;
  /** The rules of this line, served as `lineRulesMap[id]`. */
  rules?: Record<string, unknown> | undefined;
  lines: Line[];
}

export const line: z.ZodType<Line> = z
  .lazy(() =>
    z.strictObject({
      id: uuid.describe('Unique; the same in later versions.'),
      title: z.string().min(1).describe('Its name for people.'),
      active: z.boolean().default(true).describe('An inactive line asks nothing.'),
      clientType: z.enum(['COMMERCIAL', 'PERSONAL']).describe('Whom it insures.'),
      type: z.string().default('LINE').describe('`PRODUCT` for the root; served unchanged.'),
      template: z.boolean().default(false).describe('Served unchanged.'),
      display: display.optional().describe('What it asks.'),
      rules: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Any map, served unchanged with its questions (`lineRulesMap`).'),
      lines: z.array(line).default([]).describe('The lines below it.'),
    }),
  )
  .meta({ id: 'AuthoredLine' });

export type Question = z.infer<typeof question>;
