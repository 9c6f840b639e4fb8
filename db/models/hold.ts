import type { Author } from '../../domain/ground/author.js';
import type { HoldPlace, HoldStops } from '../../domain/holds/hold.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/**
 * SQL: whether a quote may be stopped by a hold, of whatever days and place. `quotes` are in the statement, so that reading
 * them where there are no holds costs no other one.
 */
export const mayBeHeld = `exists (select 1 from holds join products on products.owner_organization_id = holds.organization_id
  where products.id = quotes.product_id and holds.ended_at is null
    and case when holds.product_id is null then true else holds.product_id = quotes.product_id end)`;

/** A hold: it stops business in a place for some days. */
export class Hold extends BaseModel {
  static override tableName = 'holds';
  static override jsonAttributes = ['place', 'coverages', 'stops', 'createdBy', 'endedBy'];
  static override modifiers = { visibleTo: visibilityOf('holds') };

  declare id: string;
  declare organizationId: string;
  /** Null: all products of the organization. */
  declare productId: string | null;
  declare title: string;
  declare reason: string | null;
  declare firstDay: string;
  /** Null: until it is ended. */
  declare lastDay: string | null;
  declare place: HoldPlace;
  /** Codes; all coverages if empty. */
  declare coverages: string[];
  declare stops: HoldStops;
  declare createdAt: Date;
  declare createdBy: Author;
  declare updatedAt: Date;
  declare endedAt: Date | null;
  declare endedBy: Author | null;
  declare version: number;
}
