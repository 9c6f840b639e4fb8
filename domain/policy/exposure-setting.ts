import { z } from 'zod';

/** What a product counts as exposure, such as cars, payroll or sales. */
export const exposureSetting = z.strictObject({
  name: z.string().min(1).max(100).describe('What is counted, for people: `Vehicle-years`, `Payroll`.'),
  question: z
    .string()
    .min(1)
    .describe(
      'The question whose answer is the exposure: of each iteration if it is in a loop, otherwise of the policy. A loop itself ' +
        'counts each of its iterations as one.',
    ),
  per: z
    .enum(['YEAR', 'TERM'])
    .describe(
      'What the answer is for: a year, so that a car is half a car-year in half a year; or the whole term, so that half of a ' +
        'payroll is left in half of it.',
    ),
});

/** Exposure is shown with so many decimals. */
export const exposurePlaces = 4;

export type ExposureSetting = z.output<typeof exposureSetting>;
