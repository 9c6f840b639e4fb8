import { z } from 'zod';
import { condition, expression } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';
import { layout } from './layout.js';

const common = {
  /** Stays the same in later versions of the product, so that integrations can refer to it. */
  formConfigId: uuid,
  name: z.string().min(1).max(200),
  /** The form applies only where this holds. */
  when: condition.optional(),
};

/** A document: its layout is laid out as a PDF, or as an HTML page. */
const documentForm = z.strictObject({
  ...common,
  kind: z.literal('DOCUMENT'),
  formNumber: z.string().min(1).max(100),
  formVersion: z.string().min(1).max(100),
  type: z.enum(['PDF', 'HTML']).default('PDF'),
  /** With values in it; the extension is added. */
  fileName: z.string().min(1).max(400),
  /** Which records there must be for it, besides the client. */
  needs: z
    .array(z.enum(['quote', 'policy']))
    .max(2)
    .default([]),
  /** What the service itself makes it for. */
  purpose: z.enum(['QUOTE_PROPOSAL']).optional(),
  /** The language that dates and numbers are written in. */
  locale: z.string().refine(isLocale, 'must be a language tag such as en-US or es-MX').default('en-US'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as USD')
    .default('USD'),
  layout,
});

/** Decides which documents apply, and works out values, from what it is evaluated for. */
const evaluationForm = z.strictObject({
  ...common,
  kind: z.literal('EVALUATION'),
  /** The documents, in their order; each is made where its condition holds. */
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
