import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { listWithPolicy } from '../../db/documents/list-with-policy.js';
import { facts } from '../../db/facts.js';
import { Document } from '../../db/models/document.js';
import { recordPolicyEvent } from '../../db/policy-changes/record-change.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { DocumentStore } from '../stores/store.js';

/** Where documents are stored, and their URLs. */
export interface KeepingDocuments {
  store: DocumentStore;
  urls: FileUrls;
}

/** A document's row without the columns derived from its bytes. */
export type NewDocument = Pick<Document, 'id' | 'fileName' | 'createdAt' | 'createdBy' | 'policyId'> &
  Partial<Document> &
  Pick<Document, 'type'>;

/**
 * Stores a document's bytes. The returned function writes the row, and the policy's event, in a transaction.
 * A document that exists is left unchanged.
 */
export async function keepDocument(
  { store, urls }: KeepingDocuments,
  row: NewDocument,
  bytes: Uint8Array,
  eventType: 'DOCUMENT_GENERATED' | 'DOCUMENT_UPLOADED',
): Promise<(trx: Knex) => Promise<void>> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { at, keep } = await store.stage(row.id, bytes);
  return async (trx) => {
    await Document.query(trx)
      .insert({ ...row, ...at, sha256, size: String(bytes.byteLength) })
      .onConflict('id')
      .ignore();
    await keep(trx);
    const origin = eventType === 'DOCUMENT_GENERATED' ? 'GENERATED' : 'UPLOADED';
    facts.documentKept.tellAfterCommit(trx, () => ({ origin }));
    if (row.policyId === null) return;
    const url = urls.urlOf(row);
    await listWithPolicy(trx, row.policyId, { ...row, url });
    await recordPolicyEvent(trx, row.policyId, {
      id: row.id,
      type: eventType,
      label: row.formName ?? row.fileName,
      description: row.description ?? null,
      data: { contentId: row.id, fileName: row.fileName, sha256, ...(url !== undefined && { url }) },
      triggerRequestId: row.triggerRequestId ?? null,
      createdBy: row.createdBy,
      now: row.createdAt,
    });
  };
}
