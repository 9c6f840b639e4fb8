import type { JWK } from 'jose';
import { BaseModel } from './base.js';

/** A key pair that signs tokens. One is active; a retired one verifies earlier tokens for as long as they are valid. */
export class SigningKey extends BaseModel {
  static override tableName = 'signing_keys';
  static override idColumn = 'kid';
  static override jsonAttributes = ['publicJwk', 'privateJwk'];

  declare kid: string;
  declare algorithm: string;
  declare publicJwk: JWK;
  declare privateJwk: JWK;
  declare createdAt: Date;
  declare retiredAt: Date | null;
}
