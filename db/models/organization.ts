import { BaseModel } from './base.js';

/** A tenant: everything of business is read through the scope of one. */
export class Organization extends BaseModel {
  static override tableName = 'organizations';

  declare id: string;
  declare name: string;
  declare createdAt: Date;
}
