import { z } from 'zod';
import { paymentPlan } from '../../billing/payment-plan.js';
import { jsonObject, uuid } from '../../ground/primitives.js';
import { mostMinorDigits } from '../../money/currency.js';

/** Bounds of what payloads hold. */
export const payloadLimits = {
  quotes: 100,
  documents: 50,
  exposures: 1_000,
  mapEntries: 10_000,
  labelLength: 255,
  descriptionLength: 10_000,
  /** Digits before the decimal point of an amount. */
  amountDigits: 12,
} as const;

const { amountDigits } = payloadLimits;
const tenTo = (digits: number): number => Number(`1e${digits}`);

/** A short text for people: a label, a reason, a name. */
export const label = z.string().max(payloadLimits.labelLength);
/** The same where it must say something. */
export const name = label.regex(/\S/, 'must not be empty');
export const description = z.string().max(payloadLimits.descriptionLength);
/** What a policy's event is called. */
export const eventLabel = label.meta({ description: "The label of the policy's event." });
export const referrer = z.string().max(2048).meta({ description: 'Kept with the event.' });

export const clientId = uuid.meta({ description: 'The client.' });
export const policyId = uuid.meta({ description: 'The policy.' });
export const policyNumber = name.meta({ description: "The policy's number." });
export const quoteId = uuid.meta({ description: "The quote's `requestId`." });

/** Quotes, each once. */
export const quoteIds = z
  .array(quoteId)
  .min(1, 'must name at least one quote')
  .max(payloadLimits.quotes, `must not name more than ${payloadLimits.quotes} quotes`)
  .superRefine((ids, context) => refuseRepeats(ids, context, (index) => [index]))
  .meta({ description: 'Quotes of the client, by their `requestId`.' });

export const plansByQuote = z
  .record(quoteId, paymentPlan, {
    error: ({ code }) => (code === 'invalid_key' ? 'must be named by a UUID' : undefined),
  })
  .meta({ id: 'PlansByQuote', description: "A payment plan by the quote's `requestId`." });

/** Plans are for the quotes that the payload names, and no others. */
export function refuseOtherQuotes(
  plans: object,
  field: string,
  ids: readonly string[],
  context: z.RefinementCtx,
): void {
  const named = new Set(ids);
  for (const id of Object.keys(plans)) {
    if (named.has(id)) continue;
    context.addIssue({ code: 'custom', path: [field, id], message: 'is not one of quoteIds' });
  }
}

/** A number that a decimal column of this scale keeps as it is. */
function decimal(places: number): z.ZodNumber {
  const written = new RegExp(`^-?\\d{1,${amountDigits}}(\\.\\d{1,${places}})?$`);
  const tooLong = {
    error: `must have at most ${amountDigits} digits before the decimal point`,
    abort: true,
  };
  return z
    .number()
    .gt(-tenTo(amountDigits), tooLong)
    .lt(tenTo(amountDigits), tooLong)
    .refine((value) => written.test(String(value)), `must have at most ${places} decimal places`);
}

/** Money in major units; negative where it is returned. How many of the decimals it may have depends on its currency. */
export const amount = decimal(mostMinorDigits);
export const positiveAmount = amount.positive('must be more than 0');
/** How much of something is insured: payroll, revenue, a head count. */
export const exposureAmount = decimal(4).min(0, 'must not be negative');

/** Money in minor units, such as cents. */
export const minorUnits = z
  .number()
  .int('must be a whole number of minor units')
  .positive('must be more than 0')
  .lt(tenTo(amountDigits + 2), `must have at most ${amountDigits + 2} digits`);

/** A map that is kept as it was sent. */
export const openMap = jsonObject.refine(
  (map) => Object.keys(map).length <= payloadLimits.mapEntries,
  `must not have more than ${payloadLimits.mapEntries} entries`,
);

/** Of an event that is recorded with a policy: fields that its payload does not name are moved here (`envelope.ts`). */
export const details = openMap.optional().meta({
  description:
    "Anything else, kept in the `data` of the policy's event. Fields not listed here are added to it.",
});

/** Reports what was there before in a list. */
export function refuseRepeats(
  values: readonly string[],
  context: z.RefinementCtx,
  pathOf: (index: number) => (string | number)[],
): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) {
      context.addIssue({ code: 'custom', path: pathOf(index), message: 'is named twice' });
    }
    seen.add(value);
  }
}
