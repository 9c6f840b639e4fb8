import { z } from 'zod';
import { answerType } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';

export const limitOperator = z.enum(['<', '<=', '>', '>=']).meta({ id: 'LimitOperator' });

/** A value that is over or under a limit of a rule. */
export const brokenLimit = z
  .object({
    qid: z.string().optional().meta({ description: 'Of an answer: its question.' }),
    label: z.string().optional().meta({
      description: 'The question, or the title of the derived value; absent of what the rule computes.',
    }),
    answerType: answerType.optional(),
    value: z.string(),
    operator: limitOperator,
    limit: z.string(),
  })
  .meta({ id: 'BrokenLimit' });

/** Why an underwriter has to decide on a quote, as it is read. */
export const referralReason = z
  .object({
    text: z.string().meta({ description: 'What the rule, the limit or the hold says.' }),
    code: z.string().meta({ description: 'That of its message.' }),
    rule: z.string().optional().meta({ description: 'The underwriting rule.' }),
    holdId: uuid.optional(),
    component: z.string().optional().meta({ description: 'In a package, the component whose rule it is.' }),
    compared: z.array(brokenLimit).meta({
      description: 'The values that are over or under a limit of the rule.',
    }),
    answers: z
      .array(
        z
          .object({
            qid: z.string(),
            label: z.string(),
            answerType,
            answer: z.string().meta({ description: 'As it was rated.' }),
            text: z.string().meta({ description: 'As people write it.' }),
            iterationId: uuid.optional(),
            iteration: z.string().optional().meta({ description: 'The name of the iteration.' }),
          })
          .meta({ id: 'ReferringAnswer' }),
      )
      .meta({ description: 'The answers that the rule’s condition comes from, at most 20.' }),
  })
  .meta({ id: 'ReferralReason' });

export type ReferralReason = z.infer<typeof referralReason>;
export type BrokenLimit = z.infer<typeof brokenLimit>;
