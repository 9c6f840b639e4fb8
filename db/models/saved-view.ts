import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** What a person wants to see of a list, under a name. */
export class SavedView extends BaseModel {
  static override tableName = 'saved_views';
  static override jsonAttributes = ['settings'];

  declare id: string;
  declare personId: string;
  /** The list, as the console calls it. */
  declare list: string;
  declare name: string;
  /** Filters, sort, columns and density. */
  declare settings: JsonObject;
}
