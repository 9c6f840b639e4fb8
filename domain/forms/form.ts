import { z } from 'zod';
import { condition, expression } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';
import { layout } from './layout.js';

const common = {
  formConfigId: uuid.describe(
    'The same in later versions of the product, so that integrations can refer to it.',
  ),
  name: z.string().min(1).max(200).describe('Its name for people.'),
  when: condition.optional().describe('The form applies only if this holds.'),
};

/** A document: its layout is rendered as a PDF, or as an HTML page. */
const documentForm = z.strictObject({
  ...common,
  kind: z.literal('DOCUMENT'),
  formNumber: z.string().min(1).max(100).describe('The number under which it is filed.'),
  formVersion: z.string().min(1).max(100).describe('The edition: `01 26`.'),
  type: z.enum(['PDF', 'HTML']).default('PDF').describe('The type of the file.'),
  fileName: z.string().min(1).max(400).describe('May contain values; the extension is added.'),
  needs: z
    .array(z.enum(['quote', 'policy']))
    .max(2)
    .default([])
    .describe('The records that it requires, besides the client.'),
  purpose: z
    .enum(['QUOTE_PROPOSAL'])
    .optional()
    .describe('The purpose for which the service itself generates it.'),
  locale: z
    .string()
    .refine(isLocale, 'must be a language tag such as en-US or es-MX')
    .default('en-US')
    .describe('The language of dates and numbers.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as USD')
    .default('USD')
    .describe('The currency of amounts.'),
  layout: layout.describe('The pages.'),
});

/** Selects the documents that apply, and computes values, for the given records. */
const evaluationForm = z.strictObject({
  ...common,
  kind: z.literal('EVALUATION'),
  forms: z
    .array(
      z.strictObject({
        formConfigId: uuid.describe('A document form of the product.'),
        when: condition.optional().describe('The document applies only if this holds.'),
      }),
    )
    .default([])
    .describe('The documents, in order.'),
  values: z
    .record(z.string().regex(/^[A-Za-z]\w*$/), expression)
    .default({})
    .describe('Named results.'),
});

/** A form configuration of a product. */
export const formConfiguration = z.discriminatedUnion('kind', [documentForm, evaluationForm]);
export type FormConfiguration = z.infer<typeof formConfiguration>;
export type DocumentForm = z.infer<typeof documentForm>;
export type EvaluationForm = z.infer<typeof evaluationForm>;
export type FormType = DocumentForm['type'];

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
