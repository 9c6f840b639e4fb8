import type { QueryBuilder } from 'objection';
import { BaseModel } from './base.js';
import { ProductLicense } from './product-license.js';

/** A product: the root line of its versions. Its id is the id of that line (spec 2.3). */
export class Product extends BaseModel {
  static override tableName = 'products';
  static override modifiers = {
    /** The products that an organization owns; without one, for operators, all. */
    ownedBy(query: QueryBuilder<Product>, organizationId: string | undefined) {
      if (organizationId !== undefined) query.where('products.owner_organization_id', organizationId);
    },
    /** The organization scope: the products that it owns or is licensed to use. */
    visibleTo(query: QueryBuilder<Product>, organizationId: string) {
      query.where((either) =>
        either
          .where('products.owner_organization_id', organizationId)
          .orWhereExists(
            ProductLicense.query()
              .whereColumn('product_licenses.product_id', 'products.id')
              .where('product_licenses.organization_id', organizationId),
          ),
      );
    },
  };

  declare id: string;
  declare ownerOrganizationId: string;
  /** The permanent key of its definitions, for people and scripts. */
  declare key: string;
  /** The title of the latest version's root line. */
  declare name: string;
  declare createdAt: Date;
}
