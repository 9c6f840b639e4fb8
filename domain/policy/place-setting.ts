import { z } from 'zod';

/** `policy.place`: the questions whose answers say where the risk is. */
export const placeSetting = z.strictObject({
  stateQuestion: z
    .string()
    .optional()
    .describe('The question for the state of the risk; by default `client.state`.'),
  zipQuestion: z
    .string()
    .optional()
    .describe('The question for its ZIP code; without it no hold has ZIP codes.'),
  countyQuestion: z
    .string()
    .optional()
    .describe('The question for its county; without it no hold has counties.'),
});

export type PlaceSetting = z.output<typeof placeSetting>;
