import type { Actor } from '../../domain/ground/actor.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/**
 * An organization consents that another one's product quotes in its name and uses its signing secret and its outbound
 * endpoints. The product need not be imported yet.
 */
export class ProductConsent extends BaseModel {
  static override tableName = 'product_consents';
  static override jsonAttributes = ['givenBy'];
  static override idColumn = ['product_id', 'organization_id'];
  static override modifiers = { visibleTo: visibilityOf('product_consents') };

  declare productId: string;
  /** Who consents. */
  declare organizationId: string;
  /** Who is meant to own the product: a product of somebody else under this id has no consent. */
  declare ownerOrganizationId: string;
  declare givenBy: Actor | null;
  declare createdAt: Date;
}
