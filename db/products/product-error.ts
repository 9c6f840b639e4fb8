export type ProductErrorCode =
  | 'OWNED_BY_ANOTHER_ORGANIZATION'
  | 'KEY_IN_USE'
  | 'KEY_CHANGED'
  | 'UNKNOWN_ORGANIZATION'
  | 'UNKNOWN_PRODUCT'
  | 'UNKNOWN_VERSION'
  | 'UNKNOWN_CONSENT'
  | 'UNKNOWN_COVERAGE'
  | 'TOO_FINE_AMOUNT'
  | 'ARCHIVED'
  | 'UNSOUND'
  | 'NOT_DEPLOYED'
  | 'OWNER_NEEDS_NO_LICENSE'
  | 'OWNER_NEEDS_NO_CONSENT'
  | 'NO_CONSENT';

/** A refused change to products. The message is for the user who requested it. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ProductErrorCode;
  /** The places of the definition at fault, if it is. */
  readonly places: readonly { field: string; detail: string }[];

  constructor(code: ProductErrorCode, message: string, places: ProductError['places'] = []) {
    super(message);
    this.code = code;
    this.places = places;
  }
}
