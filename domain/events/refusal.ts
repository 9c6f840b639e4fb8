/** The reasons that a program tells apart; the others have a text only. */
export const refusalCodes = [
  'EFFECTIVE_DATE_NOT_BINDABLE',
  'HOLD',
  'PAYMENT_MISSING',
  'POLICY_STATE',
  'QUOTE_EXPIRED',
  'QUOTE_ISSUED',
  'QUOTE_NOT_BINDABLE',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Why the business said no, and the place in the envelope that it is about, such as `payload.quoteIds.0`. */
export type Refusal = {
  detail: string;
  field?: string | undefined;
  code?: RefusalCode | undefined;
  /** The hold that stops it. */
  holdId?: string | undefined;
};

/** The type of the failure by which an activity says no. */
export const refusalType = 'REFUSED';
