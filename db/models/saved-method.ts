import type { MethodState } from '../../domain/billing/saved-method.js';
import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A payment method that a provider keeps for a client. */
export class SavedMethod extends BaseModel {
  static override tableName = 'saved_methods';
  static override jsonAttributes = ['createdBy'];
  static override modifiers = { visibleTo: visibilityOf('saved_methods') };

  declare id: string;
  /** The client's. */
  declare organizationId: string;
  declare clientId: string;
  declare provider: string;
  declare customerReference: string;
  declare setupReference: string;
  declare methodReference: string | null;
  declare mandateReference: string | null;
  declare state: MethodState;
  /** Why it is not charged, such as the code of a decline. */
  declare reason: string | null;
  declare kind: string | null;
  declare brand: string | null;
  declare lastFour: string | null;
  /** `YYYY-MM`. */
  declare expiry: string | null;
  declare createdAt: Date;
  declare createdBy: Author;
  declare updatedAt: Date;
}
