import { BaseModel } from './base.js';

/** What ties a session to the identity provider that began it. It is deleted with the session. */
export class ProviderSession extends BaseModel {
  static override tableName = 'provider_sessions';
  static override idColumn = 'session_id';

  declare sessionId: string;
  declare provider: string;
  declare issuer: string;
  declare subject: string;
  /** The provider's id of it. */
  declare sid: string | null;
  /** Sealed by the session's secret. Null: it cannot be checked, and ends. */
  declare refreshToken: Buffer | null;
  /** The provider's word holds until then. */
  declare checkedUntil: Date;
  /** A process asks the provider until then. */
  declare checkingUntil: Date | null;
}
