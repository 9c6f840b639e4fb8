import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A generated or uploaded document, without its bytes. */
export class Document extends BaseModel {
  static override tableName = 'documents';
  static override jsonAttributes = ['createdBy'];
  static override modifiers = { visibleTo: visibilityOf('documents') };

  /** The `contentId` of the interface. */
  declare id: string;
  declare organizationId: string;
  declare sharedOrganizationId: string | null;
  declare origin: 'GENERATED' | 'UPLOADED';
  declare type: 'PDF' | 'HTML' | 'FILE';
  declare fileName: string;
  declare contentType: string;
  /** Bytes; text, because it is a `bigint`. */
  declare size: string;
  /** Of the bytes, in hexadecimal. */
  declare sha256: string;
  declare store: 'POSTGRES' | 'S3';
  declare objectKey: string | null;
  declare productId: string | null;
  declare productVersionId: string | null;
  declare formConfigId: string | null;
  declare formName: string | null;
  declare formNumber: string | null;
  declare formVersion: string | null;
  /** Of a generated document: the tag of the language in which it was made. */
  declare language: string | null;
  declare clientId: string | null;
  declare quoteId: string | null;
  declare policyId: string | null;
  declare triggerRequestId: string | null;
  declare description: string | null;
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
}
