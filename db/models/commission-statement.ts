import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** What a seller earned in a closed month, in one currency. Rows are only ever added. */
export class CommissionStatement extends BaseModel {
  static override tableName = 'commission_statements';
  static override jsonAttributes = ['collectedOf'];
  static override modifiers = { visibleTo: visibilityOf('commission_statements') };

  declare id: string;
  declare closeId: string;
  /** The insurer. */
  declare organizationId: string;
  declare sellerId: string;
  declare clockId: string | null;
  /** The first day of the month. */
  declare period: string;
  declare currency: string;
  /** Decimal text; the sum of the lines. */
  declare commission: string;
  /** The adjustments by hand. */
  declare adjusted: string;
  /** What the seller collected and has to hand on. */
  declare collected: string;
  /** The same by product: decimal numbers. */
  declare collectedOf: Record<string, number>;
  declare closedAt: Date;
}
