import { BaseModel } from './base.js';

/** A request with an `Idempotency-Key`, and its answer for a day. */
export class IdempotencyKey extends BaseModel {
  static override tableName = 'idempotency_keys';
  static override idColumn = 'key_sha256';

  /** Of the key with its caller. */
  declare keySha256: Buffer;
  declare requestSha256: Buffer;
  /** The id of the record that the request creates, the same in each attempt. */
  declare operationId: string;
  /** A later one has a higher number. */
  declare attempt: number;
  /** Until then another attempt has to wait. */
  declare leaseUntil: Date;
  /** Null until the request was answered. */
  declare status: number | null;
  /** Encrypted; null if it was too large, or was erased with its client. */
  declare answer: Buffer | null;
  /** The client that the request or its answer names. */
  declare clientId: string | null;
  declare createdAt: Date;
}
