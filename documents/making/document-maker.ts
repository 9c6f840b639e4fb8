import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { listWithPolicy } from '../../db/documents/list-with-policy.js';
import { Document } from '../../db/models/document.js';
import { recordPolicyEvent } from '../../db/policy-journal/record-change.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { FormType } from '../../domain/forms/form.js';
import type { FormData } from '../../domain/forms/form-data.js';
import { htmlDocument } from '../../domain/forms/html.js';
import type { DocumentRenderer } from '../../domain/forms/renderer.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { DocumentStore } from '../stores/store.js';

export interface DocumentToMake {
  /** Derived where a retry must find the document again. */
  id: string;
  form: CompiledDocument;
  data: FormData;
  about: DocumentLinks;
  /** Instead of the form's own, where it says anything. */
  fileName?: string | undefined;
  /** Instead of the form's own: every layout can be both. */
  type?: FormType;
  now: Date;
  createdBy: JsonObject | null;
}

/** Whose a document is and what it is about. */
export interface DocumentLinks {
  organizationId: string;
  otherOrganizationId: string | null;
  productId: string;
  productVersionId: string;
  clientId: string | null;
  quoteId: string | null;
  policyId: string | null;
  triggerRequestId: string | null;
}

/** What the interface says of a document that was made (spec 2.9). */
export interface FormReference {
  contentId: string;
  fileName: string;
  formNumber: string;
  formVersion: string;
  type: FormType;
}

/** A document that was made and stands ready to be recorded. */
export interface MadeDocument {
  reference: FormReference;
  bytes: Uint8Array;
  contentType: string;
  /** Records it with its bytes, and with the policy's history where it is about one. */
  record(trx: Knex): Promise<void>;
}

const contentTypes: Readonly<Record<FormType, string>> = {
  PDF: 'application/pdf',
  HTML: 'text/html; charset=utf-8',
};

/** Fills forms in, lays them out and keeps what came of it. */
export class DocumentMaker {
  readonly #renderer: DocumentRenderer;
  readonly #keeping: KeepingDocuments;

  constructor({ renderer, ...keeping }: { renderer: DocumentRenderer } & KeepingDocuments) {
    this.#renderer = renderer;
    this.#keeping = keeping;
  }

  /** Makes a document. Throws a `FormProblem`, `RendererBusy` or `RenderFailure`. */
  async make(request: DocumentToMake): Promise<MadeDocument> {
    const { id, form, data, now } = request;
    const { formNumber, formVersion, type: ownType } = form.form;
    const type = request.type ?? ownType;
    const { document, fileName } = form.fill(data);
    const bytes =
      type === 'HTML' ? Buffer.from(htmlDocument(document)) : await this.#renderer.render(document);
    const name = safeFileName(request.fileName ?? '', type.toLowerCase(), fileName);
    const row = {
      ...linksOf(request.about),
      id,
      origin: 'GENERATED' as const,
      type,
      fileName: name,
      contentType: contentTypes[type],
      formConfigId: form.form.formConfigId,
      formName: form.form.name,
      formNumber,
      formVersion,
      createdAt: now,
      createdBy: request.createdBy,
    };
    return {
      reference: { contentId: id, fileName: name, formNumber, formVersion, type },
      bytes,
      contentType: row.contentType,
      record: await keepDocument(this.#keeping, row, bytes, 'DOCUMENT_GENERATED'),
    };
  }
}

function linksOf({ otherOrganizationId, ...links }: DocumentLinks) {
  return { ...links, sharedOrganizationId: otherOrganizationId };
}

/** Where documents are kept, and what their URLs are. */
export interface KeepingDocuments {
  store: DocumentStore;
  urls: FileUrls;
}

/** What of a document's row its bytes do not say. */
export type NewDocument = Pick<Document, 'id' | 'fileName' | 'createdAt' | 'createdBy' | 'policyId'> &
  Partial<Document> &
  Pick<Document, 'type'>;

/**
 * Puts a document's bytes where they are kept; the function that it answers writes the row, and the policy's event, in
 * a transaction. A document that is there already is left as it is.
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
