import { BaseModel } from './base.js';

/** A person's second factor beside the password. */
export class SecondFactor extends BaseModel {
  static override tableName = 'second_factors';
  static override idColumn = 'person_id';

  declare personId: string;
  /** Of time-based codes (RFC 6238). */
  declare secret: Buffer;
  /** Null: the person has not shown a code yet, and needs none. */
  declare confirmedAt: Date | null;
  /** Of the last code that counted: each counts once. A bigint, which is read as text. */
  declare lastStep: string;
  declare createdAt: Date;
}
