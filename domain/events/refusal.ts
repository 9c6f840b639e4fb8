import type { JsonObject } from '../ground/json.js';

/** Why the business said no, and the place in the envelope that it is about, such as `payload.quoteIds.0`. */
export type Refusal = {
  detail: string;
  field?: string | undefined;
};

/** The type of the failure by which an activity says no. */
export const refusalType = 'REFUSED';

/** The refusal that is kept in the place of an event's trigger result, where it was refused. */
export function refusalIn({ refusal }: JsonObject): Refusal | undefined {
  return (refusal ?? undefined) as Refusal | undefined;
}
