export type ProductErrorCode =
  | 'OWNED_BY_ANOTHER_ORGANIZATION'
  | 'KEY_IN_USE'
  | 'KEY_CHANGED'
  | 'UNKNOWN_ORGANIZATION'
  | 'UNKNOWN_PRODUCT'
  | 'UNKNOWN_VERSION'
  | 'ARCHIVED'
  | 'UNSOUND'
  | 'NOT_DEPLOYED'
  | 'OWNER_NEEDS_NO_LICENSE';

/** A refused change to products. The message is for the user who requested it. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ProductErrorCode;

  constructor(code: ProductErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
