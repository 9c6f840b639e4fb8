import type { Authority } from '../../domain/authority/authority.js';
import type { CommissionTerms } from '../../domain/commissions/commission-terms.js';
import type { Actor } from '../../domain/ground/actor.js';
import { BaseModel } from './base.js';

/** Lets an organization other than the owner read a product's questions and fire events on it. */
export class ProductLicense extends BaseModel {
  static override tableName = 'product_licenses';
  static override jsonAttributes = ['licensedBy', 'authority', 'commission'];
  static override idColumn = ['product_id', 'organization_id'];

  declare productId: string;
  declare organizationId: string;
  declare createdAt: Date;
  declare licensedBy: Actor | null;
  /** Null: what the product usually grants. A license from before has only what is granted. */
  declare authority: Partial<Authority> | null;
  /** What the seller earns; null: nothing. */
  declare commission: CommissionTerms | null;
}
