import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** What a client said of paperless delivery. Rows are only added: the last one holds. */
export class PaperlessConsent extends BaseModel {
  static override tableName = 'paperless_consents';
  static override jsonAttributes = ['recordedBy'];

  declare id: string;
  declare seq: string;
  declare clientId: string;
  declare consents: boolean;
  /** The address that the consent is to; null where it is withdrawn. */
  declare address: string | null;
  declare language: string | null;
  /** How the client said so: a form, a call, the portal. */
  declare source: string;
  declare recordedAt: Date;
  declare recordedBy: Author;
}
