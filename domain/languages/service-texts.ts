import type { Wording } from './wording.js';

/** What the service itself writes between the texts of a product in its documents. */
export const documentTexts = [
  'Yes',
  'No',
  'Included',
  'deductible',
  'retention',
  'months',
  'days',
  'hours',
  'Named insured',
  'Doing business as',
  'Mailing address',
] as const;

type DocumentText = (typeof documentTexts)[number];

/** What the service writes into a document, in the document's language. */
export function documentText(wording: Wording | null | undefined, text: DocumentText): string {
  return wording?.text(text) ?? text;
}

/**
 * What a quote says in another language about an answer, by the code of its message; `{{question}}` is the text of the
 * question. The message in the service's own language has the details, such as the bounds.
 */
export const answerTexts: Readonly<Record<string, string>> = {
  MISSING_ANSWER: '{{question}}: this question has no answer.',
  TYPE_MISMATCH: '{{question}}: the answer cannot be read.',
  NOT_A_CHOICE: '{{question}}: the answer is none of the choices.',
  OUT_OF_BOUNDS: '{{question}}: the answer is too low or too high, or has too many decimals.',
  TOO_FEW_ITERATIONS: '{{question}}: there are too few entries.',
  TOO_MANY_ITERATIONS: '{{question}}: there are too many entries.',
};
