import type { FileState, SharedWith } from '../../domain/files/file.js';
import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A file that somebody uploaded, without its bytes. It is about one record. */
export class StoredFile extends BaseModel {
  static override tableName = 'files';
  static override jsonAttributes = ['createdBy'];
  static override modifiers = { visibleTo: visibilityOf('files') };

  declare id: string;
  /** Whose people uploaded it. */
  declare organizationId: string;
  /** The other side of what it is about, which may read it, too. */
  declare sharedOrganizationId: string | null;
  declare sharedWith: SharedWith;
  declare clientId: string | null;
  declare quoteId: string | null;
  declare policyId: string | null;
  declare taskId: string | null;
  declare triggerRequestId: string | null;
  declare productId: string | null;
  declare clockId: string | null;
  declare fileName: string;
  declare contentType: string;
  /** Bytes; text, because it is a `bigint`. */
  declare size: string;
  /** Of the bytes, in hexadecimal. */
  declare sha256: string;
  /** `UPLOADING`: its bytes are still coming, and nobody sees it. */
  declare state: FileState | 'UPLOADING';
  declare store: 'POSTGRES' | 'S3';
  /** Where a bucket has it, or will have it. */
  declare objectKey: string | null;
  declare version: number;
  declare createdAt: Date;
  declare createdBy: Author;
  /** Of the request with an `Idempotency-Key` that uploaded it. */
  declare operationId: string | null;
  /** When its bytes are scanned, moved or, of an upload that has not ended, removed; null: there is nothing to do. */
  declare nextLookAt: Date | null;
  declare looks: number;
}
