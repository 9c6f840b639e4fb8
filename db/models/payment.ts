import { Model, type RelationMappings } from 'objection';
import type { PaymentMethod } from '../../domain/billing/payment-kind.js';
import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import { Statement } from './statement.js';

/** A received payment. One made before its policy was issued has no policy yet. */
export class Payment extends BaseModel {
  static override tableName = 'payments';
  static override jsonAttributes = ['createdBy'];
  static override relationMappings: () => RelationMappings = () => ({
    statements: {
      relation: Model.ManyToManyRelation,
      modelClass: Statement,
      join: {
        from: 'payments.id',
        through: {
          from: 'payment_allocations.payment_id',
          to: 'payment_allocations.statement_id',
          extra: { applied: 'amount' },
        },
        to: 'statements.id',
      },
    },
  });

  id!: string;
  policyId!: string | null;
  organizationId!: string;
  /** Decimal text. */
  amount!: string;
  /** The payment that the bank returned, in full or in part; the amount is negative then. */
  reverses!: string | null;
  /** The payer's or provider's reference; unique per policy. */
  reference!: string;
  provider!: string;
  sessionId!: string | null;
  receivedAt!: Date;
  method!: PaymentMethod | null;
  /** Who paid. */
  payer!: string | null;
  /** The day of the payment as reported. */
  paidOn!: string | null;
  /** What its report says about it, or why it was paid back. */
  description!: string | null;
  /** The refund that failed at the payer's bank, whose money returned. */
  reversesRefund!: string | null;
  /** The event that recorded it, if one did. */
  triggerRequestId!: string | null;
  createdBy!: Author;
  /** Counts its changes. */
  version!: number;
  /** Null while it is as it was recorded. */
  updatedAt!: Date | null;
  /** Those that it was applied to, each with the amount; negative for a refund of a credit. */
  declare statements?: (Statement & { applied: string })[];
}
