import { BaseModel } from './base.js';

/** A tenant: all business data is read in the scope of one. */
export class Organization extends BaseModel {
  static override tableName = 'organizations';

  declare id: string;
  declare name: string;
  declare createdAt: Date;
}
