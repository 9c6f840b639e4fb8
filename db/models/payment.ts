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

  declare id: string;
  declare policyId: string | null;
  declare organizationId: string;
  /** Decimal text. */
  declare amount: string;
  /** The payment that the bank returned, in full or in part; the amount is negative then. */
  declare reverses: string | null;
  /** The payer's or provider's reference; unique per policy. */
  declare reference: string;
  declare provider: string;
  declare sessionId: string | null;
  declare receivedAt: Date;
  declare method: PaymentMethod | null;
  /** Who paid. */
  declare payer: string | null;
  /** The day of the payment as reported. */
  declare paidOn: string | null;
  /** What its report says about it, or why it was paid back. */
  declare description: string | null;
  /** The refund that failed at the payer's bank, whose money returned. */
  declare reversesRefund: string | null;
  /** The event that recorded it, if one did. */
  declare triggerRequestId: string | null;
  declare createdBy: Author;
  /** Those that it was applied to, each with the amount; negative for a refund of a credit. */
  declare statements?: (Statement & { applied: string })[];
}
