import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** What a person has entered and not sent yet. */
export class Draft extends BaseModel {
  static override tableName = 'drafts';
  static override idColumn = ['person_id', 'kind', 'subject_id'];
  static override jsonAttributes = ['content'];

  declare personId: string;
  declare kind: 'SALE' | 'ENDORSEMENT';
  /** The product of a sale, the policy of an endorsement. */
  declare subjectId: string;
  declare clientId: string | null;
  declare title: string | null;
  declare content: JsonObject;
  /** From 1. */
  declare version: number;
  declare updatedAt: Date;
}
