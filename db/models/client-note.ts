import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** A note on a client, which only its organization reads. */
export class ClientNote extends BaseModel {
  static override tableName = 'client_notes';
  static override jsonAttributes = ['createdBy'];

  declare id: string;
  declare clientId: string;
  declare organizationId: string;
  declare text: string;
  /** Ids of people. */
  declare mentions: string[];
  declare createdAt: Date;
  declare createdBy: Author;
}
