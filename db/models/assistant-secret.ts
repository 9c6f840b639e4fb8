import { BaseModel } from './base.js';

/** By which an assistant gets tokens, once: an authorization code or a refresh token. */
export class AssistantSecret extends BaseModel {
  static override tableName = 'assistant_secrets';
  static override idColumn = 'secret_sha256';

  declare secretSha256: Buffer;
  declare grantId: string;
  declare kind: 'CODE' | 'REFRESH_TOKEN';
  declare codeChallenge: string | null;
  declare usedAt: Date | null;
  declare expiresAt: Date;
}
