import { BaseModel } from './base.js';

/** A sign-in at an identity provider that is under way. It is deleted when it is finished. */
export class SignOn extends BaseModel {
  static override tableName = 'sign_ons';
  static override idColumn = 'state_sha256';

  declare stateSha256: Buffer;
  /** Only the browser that began it has the secret. */
  declare browserSha256: Buffer;
  declare provider: string;
  declare nonce: string;
  declare codeVerifier: string;
  /** The page of the console that it leads to. */
  declare returnTo: string;
  declare expiresAt: Date;
}
