/** The codes of the messages that a lookup leaves on a quote. */
export const lookupCodes = {
  DECLINE: 'LOOKUP_DECLINED',
  REFER: 'LOOKUP_REFERRED',
  /** The default of the product is used. */
  defaulted: 'LOOKUP_DEFAULTED',
  /** The source and a person say different things. */
  conflict: 'LOOKUP_CONFLICT',
  /** A person answered what only a source answers. */
  ignored: 'LOOKED_UP_ONLY',
} as const;
