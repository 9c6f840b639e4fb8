import { z } from 'zod';
import { endpointName, endpointPath, jsonPath } from './third-party-action.js';

/** What becomes of a question whose source gives no usable answer. */
const otherwise = z.enum(['DECLINE', 'REFER', 'DEFAULT']);

const fill = z.strictObject({
  from: jsonPath.describe('The path in the response: `result.year`, `owners.0.name`.'),
  optional: z
    .boolean()
    .default(false)
    .describe('Whether the response may lack it; otherwise a response without it is a failed lookup.'),
  typed: z
    .enum(['OVERRIDE', 'KEEP'])
    .default('OVERRIDE')
    .describe(
      'What becomes of an answer that a person typed: the source overrides it, or it is kept and only an empty one is filled.',
    ),
  default: z
    .string()
    .optional()
    .describe(
      'The answer where the source gives none and nobody typed one; required by `otherwise: DEFAULT`.',
    ),
});

/** A period of days, weeks or hours, as ISO 8601 writes it. */
const age = z
  .string()
  .regex(/^P(\d{1,4}[DW]|T\d{1,4}H)$/, 'must be days, weeks or hours, such as P30D, P4W or PT12H');

/** The longest that quotes wait for one lookup: within the 25 seconds of a synchronous request. */
const mostSeconds = 20;

/** A lookup before rating; `docs/guides/data-from-outside.md` explains it. */
export const dataLookupSettings = {
  endpoint: endpointName,
  path: endpointPath.default('/').describe('The path on its server.'),
  each: z
    .string()
    .optional()
    .describe('A loop question: its source is asked for each iteration. Otherwise once.'),
  send: z
    .json()
    .describe('The request: a template whose placeholders are answers, `{{answer:vehicle.vin}}`.'),
  fills: z
    .record(z.string().min(1).max(255), fill)
    .describe('The questions that it answers, by their ids; of the loop, if it asks for each iteration.'),
  otherwise: otherwise.describe(
    'What happens where the source is away, late or wrong: the quote is declined, an underwriter decides, or the ' +
      'defaults count.',
  ),
  useWithin: age
    .optional()
    .describe('How old an answer to the same request may be to be used again, `P30D`; by default it is not.'),
  timeoutSeconds: z.number().min(0.1).max(mostSeconds).default(5).describe('Timeout of one attempt.'),
  attempts: z.number().int().min(1).max(10).default(3).describe('How often each request is tried at most.'),
  deadlineSeconds: z
    .number()
    .min(0.1)
    .max(mostSeconds)
    .default(10)
    .describe('After that the source counts as late, with all attempts and iterations.'),
  refresh: z
    .strictObject({
      renewal: z.boolean().default(true).describe('Whether a renewal asks again.'),
      endorsement: z
        .boolean()
        .default(true)
        .describe('Whether an endorsement asks again where it changes what is sent.'),
    })
    .prefault({})
    .describe('When a policy asks again.'),
};

const units = { D: 24, W: 168, H: 1 } as const;

/** The hours of a period such as `P30D`. */
export function hoursOf(period: string): number {
  const [, count = '0', unit = 'D'] = /(\d+)([DWH])$/.exec(period) ?? [];
  return Number(count) * units[unit as keyof typeof units];
}
