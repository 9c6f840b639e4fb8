/** Why the business said no, and the place in the envelope that it is about, such as `payload.quoteIds.0`. */
export type Refusal = {
  detail: string;
  field?: string | undefined;
};

/** The type of the failure by which an activity says no. */
export const refusalType = 'REFUSED';
