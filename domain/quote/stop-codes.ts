/** What a stop does with a quote: no, an underwriter decides, or not yet. */
export const stopActions = ['DECLINE', 'REFER', 'FREEZE'] as const;
export type StopAction = (typeof stopActions)[number];

/** The codes of the messages of a quote that something outside of the product's rules stops. */
export const stopCodes = {
  DECLINE: 'HOLD_DECLINED',
  REFER: 'HOLD_REFERRED',
  FREEZE: 'HOLD_FROZEN',
} as const satisfies Record<StopAction, string>;
