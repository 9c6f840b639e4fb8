import type { StatementKind, StatementState } from '../../domain/billing/account.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A bill of a policy. */
export class Statement extends BaseModel {
  static override tableName = 'statements';
  static override jsonAttributes = ['data'];

  declare id: string;
  declare policyId: string;
  declare termNumber: number;
  /** From 1 within the term. */
  declare number: number;
  declare kind: StatementKind;
  declare dueDate: string;
  /** Decimal text; negative if it returns premium. */
  declare amount: string;
  declare paidAmount: string;
  declare state: StatementState;
  /** Null until it is billed. */
  declare billedOn: string | null;
  /** Null unless it was voided after it was billed. */
  declare voidedOn: string | null;
  declare createdAt: Date;
  declare data: JsonObject;
}
