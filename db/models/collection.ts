import type { CollectionState } from '../../domain/billing/collection.js';
import { BaseModel } from './base.js';

/**
 * A charge of a statement. `PENDING`: the provider may have been asked. `PROCESSING`: the provider waits for the bank.
 * `NOT_MADE`: the provider has never made it. `NOT_CHARGED`: the provider was not asked.
 */
export class Collection extends BaseModel {
  static override tableName = 'collections';

  declare id: string;
  declare policyId: string;
  declare statementId: string;
  declare methodId: string;
  /** Of the event. */
  declare organizationId: string;
  declare triggerRequestId: string;
  /** The version of the agreement. */
  declare agreement: number;
  declare onDay: string;
  declare provider: string;
  declare providerReference: string | null;
  /** Decimal text, more than zero. */
  declare amount: string;
  declare currency: string;
  declare state: CollectionState;
  /** Of the provider's decline. */
  declare code: string | null;
  /** Whether it is tried again by the plan. */
  declare triesAgain: boolean;
  declare reason: string | null;
  declare paymentId: string | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
}
