import { z } from 'zod';
import { condition, expression } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';
import { layout } from './layout.js';

const common = {
  /** The same in later versions of the product, so that integrations can refer to it. */
  formConfigId: uuid,
  name: z.string().min(1).max(200),
  /** The condition under which the form applies. */
  when: condition.optional(),
};

/** A document: its layout is rendered as a PDF, or as an HTML page. */
const documentForm = z.strictObject({
  ...common,
  kind: z.literal('DOCUMENT'),
  formNumber: z.string().min(1).max(100),
  formVersion: z.string().min(1).max(100),
  type: z.enum(['PDF', 'HTML']).default('PDF'),
  /** May contain values; the extension is added. */
  fileName: z.string().min(1).max(400),
  /** The records that it requires, besides the client. */
  needs: z
    .array(z.enum(['quote', 'policy']))
    .max(2)
    .default([]),
  /** The purpose for which the service itself generates it. */
  purpose: z.enum(['QUOTE_PROPOSAL']).optional(),
  /** The language of dates and numbers. */
  locale: z.string().refine(isLocale, 'must be a language tag such as en-US or es-MX').default('en-US'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as USD')
    .default('USD'),
  layout,
});

/** Selects the documents that apply, and computes values, for the given records. */
const evaluationForm = z.strictObject({
  ...common,
  kind: z.literal('EVALUATION'),
  /** The documents, in order; each is generated if its condition holds. */
  forms: z.array(z.strictObject({ formConfigId: uuid, when: condition.optional() })).default([]),
  /** Named results. */
  values: z.record(z.string().regex(/^[A-Za-z]\w*$/), expression).default({}),
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
