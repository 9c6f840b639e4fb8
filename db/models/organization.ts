import { BaseModel } from './base.js';

/** A tenant: all business data is read in the scope of one. */
export class Organization extends BaseModel {
  static override tableName = 'organizations';

  declare id: string;
  declare name: string;
  /** An IANA name; its days are the organization's business days. */
  declare timeZone: string;
  declare createdAt: Date;
}
