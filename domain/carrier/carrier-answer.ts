import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { instant } from '../ground/primitives.js';
import { term } from '../ground/term.js';

/** An amount in a carrier's response, as decimal text: a number, or a decimal string for an exact amount. */
const amount = z
  .union([
    z.number().transform((value) => Decimal.of(value).toFixed()),
    z.string().regex(/^-?\d{1,16}(\.\d+)?$/, 'must be a decimal number'),
  ])
  .refine((text) => /^-?\d{1,16}(\.\d{1,2}0*)?$/.test(text), 'must have at most two decimals')
  .transform((text) => Decimal.of(text).toFixed(2));

const charge = amount.refine((text) => !text.startsWith('-'), 'must not be negative');
const premium = charge.refine((text) => !Decimal.of(text).isZero(), 'must be more than zero');

const line = z.string().trim().min(1).max(200);
const note = z.string().trim().min(1).max(2000);

const detail = z.object({
  amount: z.union([z.string().max(200), z.number().transform((value) => Decimal.of(value).toFixed())]),
  amountType: line.optional(),
  description: note.optional(),
  scope: line.optional(),
  scopeLabel: line.optional(),
});

const coverage = z.object({
  /** The group in `coverageTypes` (spec 2.5). */
  type: line,
  title: line,
  /** The title, if omitted. */
  code: line.optional(),
  premium: charge,
  details: z.record(z.string().min(1).max(200), z.array(detail).max(100)).optional(),
});

const common = {
  messages: z.array(note).max(50).optional(),
  carrierQuoteId: line.optional(),
};

/**
 * A carrier's response, direct or through `POST /inbound`. Unknown fields are stored with the raw
 * response and otherwise ignored.
 */
export const carrierAnswer = z.discriminatedUnion('outcome', [
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

export type CarrierAnswer = z.output<typeof carrierAnswer>;
export type CarrierQuote = Extract<CarrierAnswer, { outcome: 'QUOTED' }>;
