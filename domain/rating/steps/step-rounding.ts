import { z } from 'zod';
import { Decimal } from '../../expression/index.js';
import { roundingMode } from '../../expression/written.js';
import { computed } from '../lint/compute.js';
import { constant, type Possible } from '../lint/possible.js';

/** How the running amount is rounded after each step that changes it. */
export const stepRounding = z.strictObject({
  digits: z
    .number()
    .int()
    .min(-6)
    .max(10)
    .describe('Digits after the point; negative for tens, hundreds and so on.'),
  mode: roundingMode.default('HALF_UP').describe('How halves and other fractions are rounded.'),
});

export type StepRounding = z.infer<typeof stepRounding>;

/** The field of lines whose result was rounded in this way. */
export interface RoundedLine {
  rounding?: StepRounding;
}

/**
 * The rounding inside a loop: parts of an amount are rounded as the amount is, but not factors, which are applied by
 * multiplication, nor what is only kept.
 */
export function roundingInside(
  apply: string | undefined,
  rounding: StepRounding | undefined,
): StepRounding | undefined {
  return apply === 'set' || apply === 'add' || apply === 'subtract' ? rounding : undefined;
}

export function roundedTo(amount: Decimal, rounding: StepRounding | undefined): Decimal {
  return rounding ? amount.round(rounding.digits, rounding.mode) : amount;
}

/** The possible amounts after rounding, for the lint. */
export function possibleRounded(amount: Possible, rounding: StepRounding | undefined): Possible {
  if (!rounding) return amount;
  const { optional } = amount;
  return { ...computed('round', [amount, constant(Decimal.of(rounding.digits))]), optional };
}

/** `cents, half up`, as worksheets say it. */
export function roundingText(digits: string, mode: string): string {
  const units = { '0': 'whole units', '2': 'cents' }[digits] ?? `${digits} digits`;
  return `rounded to ${units}, ${mode.toLowerCase().replace('_', ' ')}`;
}

/** What a line did, with its rounding. */
export function roundedText(text: string, rounding: StepRounding | undefined): string {
  return rounding ? `${text}, ${roundingText(String(rounding.digits), rounding.mode)}` : text;
}
