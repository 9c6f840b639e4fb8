import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { instant } from '../ground/primitives.js';
import { term } from '../ground/term.js';
import { tooManyDecimals } from '../money/amount-text.js';
import { minorDigits } from '../money/currency.js';

const line = z.string().trim().min(1).max(200);
const note = z.string().trim().min(1).max(2000);

const detail = z.object({
  amount: z.union([z.string().max(200), z.number().transform((value) => Decimal.of(value).toFixed())]),
  amountType: line.optional(),
  description: note.optional(),
  scope: line.optional(),
  scopeLabel: line.optional(),
});

const common = {
  messages: z.array(note).max(50).optional(),
  carrierQuoteId: line.optional(),
};

const decimal = /^-?\d{1,16}(\.\d+)?$/;

/** An amount in a carrier's response, as decimal text: a number, or a decimal string for an exact amount. */
const amountIn = (currency: string) =>
  z
    .union([
      z.number().transform((value) => Decimal.of(value).toFixed()),
      z.string().regex(decimal, 'must be a decimal number'),
    ])
    .superRefine((text, context) => {
      const message = decimal.test(text)
        ? tooManyDecimals(currency, text)
        : 'must be a decimal number of at most 16 digits';
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .transform((text) => Decimal.of(text).toFixed(minorDigits(currency)));

function answerIn(currency: string) {
  const amount = amountIn(currency);
  const charge = amount.refine((text) => !text.startsWith('-'), 'must not be negative');
  const premium = charge.refine((text) => !Decimal.of(text).isZero(), 'must be more than zero');
  const coverage = z.object({
    /** The group in `coverageTypes` (spec 2.5). */
    type: line,
    title: line,
    /** The title, if omitted. */
    code: line.optional(),
    premium: charge,
    details: z.record(z.string().min(1).max(200), z.array(detail).max(100)).optional(),
  });
  return z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('QUOTED'),
      /** For the whole term, before taxes and fees. */
      premium,
      term: term.optional(),
      taxesAndFees: z
        .array(z.object({ type: line, amount: charge, authority: line.optional() }))
        .max(100)
        .optional(),
      coverages: z.array(coverage).max(200).optional(),
      /** The quote is valid until then; 30 days from now, if omitted. */
      expirationDate: instant.optional(),
      requiresUnderwriterApproval: z.boolean().optional(),
      ...common,
    }),
    z.object({ outcome: z.literal('DECLINED'), ...common }),
  ]);
}

const answers = new Map<string, ReturnType<typeof answerIn>>();

/**
 * A carrier's response, direct or through `POST /inbound`. Unknown fields are stored with the raw
 * response and otherwise ignored. Amounts have the decimals of the currency at most.
 */
export function carrierAnswerIn(currency: string): ReturnType<typeof answerIn> {
  const known = answers.get(currency) ?? answerIn(currency);
  answers.set(currency, known);
  return known;
}

export type CarrierAnswer = z.output<ReturnType<typeof answerIn>>;
export type CarrierQuote = Extract<CarrierAnswer, { outcome: 'QUOTED' }>;
