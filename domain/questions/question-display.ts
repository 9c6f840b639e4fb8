import { z } from 'zod';
import { clientType } from '../client/client.js';
import { answerType, condition } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';

const dateBoundText =
  'Of a `DATE` question: `2020-01-31`, or a date that depends on the effective date, such as ' +
  '`effectiveDate - 16 years`, or on the day of the event, such as `today`. The units are days, months and years.';

const decimalBoundText = 'The bound itself, if it is not a whole number.';

/** The fields of a question of the questions endpoint (spec 2.3), with the names of the interface. */
const questionFields = {
  qid: z.string(),
  lineId: uuid,
  question: z.string(),
  answerType,
  required: z.boolean(),
  visible: z.boolean().meta({
    description:
      'Whether the question is displayed for the given answers. A question in a loop is visible if it is ' +
      'visible in at least one iteration, or, without iterations, by the answers outside the loop.',
  }),
  defaultAnswer: z.string().optional(),
  answerChoices: z
    .array(z.object({ value: z.string(), label: z.string() }).meta({ id: 'AnswerChoice' }))
    .optional(),
  min: z.number().int().optional().meta({ description: 'The bound, or the whole number below it.' }),
  max: z.number().int().optional().meta({ description: 'The bound, or the whole number above it.' }),
  minDecimal: z.number().optional().meta({ description: decimalBoundText }),
  maxDecimal: z.number().optional().meta({ description: decimalBoundText }),
  minDate: z.string().optional().meta({ description: dateBoundText }),
  maxDate: z.string().optional().meta({ description: dateBoundText }),
  iterationOf: z.string().optional().meta({
    description:
      'A loop. The answer is the `iterationId` of one of its iterations, or its number, the first being 1.',
  }),
  condition: condition.optional(),
  order: z.number().int().meta({ description: 'From 1, within a line or a loop.' }),
};

const displayedLoopQuestion = z
  .object(questionFields)
  .meta({ id: 'QuestionInLoop', description: 'A question that is asked in each iteration of a loop.' });

const loopDefinition = z
  .object({
    iterationLabel: z.string(),
    minIterations: z.number().int(),
    maxIterations: z.number().int().optional(),
    iterations: z
      .array(
        z
          .object({
            iterationId: uuid,
            name: z.string().meta({
              description:
                'What a person calls it: `2019 Toyota Camry`, by the answers that the product names it by, else `Vehicle 1`.',
            }),
            visibleQuestions: z.array(z.string()),
          })
          .meta({ id: 'VisibleIteration' }),
      )
      .optional()
      .meta({
        description:
          'For each iteration sent in `answers`, its name and the ids of the questions visible in it.',
      }),
  })
  .meta({ id: 'LoopDefinition' });

const displayedQuestion = z
  .object({
    ...questionFields,
    loopDefinitionDto: loopDefinition.optional(),
    loopQuestions: z.array(displayedLoopQuestion).optional(),
  })
  .meta({ id: 'Question' });

const subsection = z
  .object({ title: z.string(), questions: z.array(displayedQuestion) })
  .meta({ id: 'Subsection' });

const displayedSections = z.array(
  z.object({ title: z.string(), subsections: z.array(subsection) }).meta({ id: 'Section' }),
);

export interface DisplayedLine {
  id: string;
  title: string;
  active: boolean;
  clientType: 'COMMERCIAL' | 'PERSONAL';
  type: string;
  template: boolean;
  display?: { sections: z.infer<typeof displayedSections> } | undefined;
  lines: DisplayedLine[];
}

export const displayedLine: z.ZodType<DisplayedLine> = z
  .lazy(() =>
    z.object({
      id: uuid,
      title: z.string(),
      active: z.boolean(),
      clientType,
      type: z.string(),
      template: z.boolean(),
      display: z.object({ sections: displayedSections }).meta({ id: 'ProductSections' }).optional(),
      lines: z.array(displayedLine),
    }),
  )
  .meta({ id: 'Product' });

const title = z.string();
const sectionTitles = z
  .object({ title, subsections: z.array(z.object({ title }).meta({ id: 'SubsectionTitle' })) })
  .meta({ id: 'SectionTitle' });

export const tableOfContents = z.array(
  z.object({ lineId: uuid, title, sections: z.array(sectionTitles) }).meta({ id: 'TableOfContentsLine' }),
);

export type DisplayedQuestion = z.infer<typeof displayedQuestion>;
export type DisplayedLoopQuestion = z.infer<typeof displayedLoopQuestion>;
export type TableOfContents = z.infer<typeof tableOfContents>;
