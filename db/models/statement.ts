import type { StatementKind, StatementState } from '../../domain/billing/account.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A bill of a policy. */
export class Statement extends BaseModel {
  static override tableName = 'statements';
  static override jsonAttributes = ['data'];

  id!: string;
  policyId!: string;
  termNumber!: number;
  /** From 1 within the term. */
  number!: number;
  kind!: StatementKind;
  dueDate!: string;
  /** Decimal text; negative if it returns premium. */
  amount!: string;
  paidAmount!: string;
  state!: StatementState;
  /** Null until it is billed. */
  billedOn!: string | null;
  /** Null unless it was voided after it was billed. */
  voidedOn!: string | null;
  createdAt!: Date;
  data!: JsonObject;
  /** Counts its changes. */
  version!: number;
  /** Null while it is as it was created. */
  updatedAt!: Date | null;
}
