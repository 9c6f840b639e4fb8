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

/** A change to products that is refused. The message is for the person who asked for it. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ProductErrorCode;

  constructor(code: ProductErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
