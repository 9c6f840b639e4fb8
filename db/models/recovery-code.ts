import { BaseModel } from './base.js';

/** A recovery code, which counts once in the place of a second factor. */
export class RecoveryCode extends BaseModel {
  static override tableName = 'recovery_codes';
  static override idColumn = ['person_id', 'code_sha256'];

  declare personId: string;
  declare codeSha256: Buffer;
}
