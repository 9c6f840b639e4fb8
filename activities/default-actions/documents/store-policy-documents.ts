import type { Knex } from 'knex';
import { checkedUpload } from '../../../documents/making/checked-upload.js';
import { documentOfEvent } from '../../../documents/making/generated-event.js';
import { keepDocument } from '../../../documents/making/keep-document.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { madeByEvent } from '../../documents/made-by-event.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { policyOfEvent } from '../../policy-changes/policy-of-event.js';

/**
 * Stores uploaded documents of a policy, each checked by its content, and fires `POLICY_DOCUMENTS_UPLOADED`.
 */
export const storePolicyDocuments: DefaultActionHandler<'STORE_POLICY_DOCUMENTS'> = async ({
  dependencies,
  event,
  version,
  actionId,
  now,
}) => {
  const { db, documents } = dependencies;
  const {
    clientId,
    policyId,
    description,
    documents: uploaded,
  } = envelopeOf(event, 'UPLOAD_POLICY_DOCUMENTS').payload;
  const policy = await policyOfEvent(db, event, policyId);
  const sides = [policy.sellerOrganizationId, policy.issuingOrganizationId];
  const kept: { id: string; fileName: string; record: (trx: Knex) => Promise<void> }[] = [];
  for (const [index, document] of uploaded.entries()) {
    const checked = await checkedUpload(document);
    if ('problem' in checked) throw refused(checked.problem, `payload.documents.${index}.${checked.field}`);
    const { fileName, contentType, bytes } = checked;
    const id = derivedId(event.triggerRequestId, actionId, String(index), 'document');
    const row = {
      id,
      fileName,
      contentType,
      clientId,
      policyId,
      createdAt: now,
      organizationId: event.organizationId,
      sharedOrganizationId: sides.find((side) => side !== event.organizationId) ?? null,
      origin: 'UPLOADED' as const,
      type: 'FILE' as const,
      productId: event.productId,
      productVersionId: version.versionId,
      triggerRequestId: event.triggerRequestId,
      description: description ?? null,
      createdBy: madeByEvent(event),
    };
    kept.push({ id, fileName, record: await keepDocument(documents, row, bytes, 'DOCUMENT_UPLOADED') });
  }
  const told = kept.map((file) =>
    documentOfEvent({ contentId: file.id, fileName: file.fileName, url: documents.urls.urlOf(file) }),
  );
  return async (trx) => {
    for (const { record } of kept) await record(trx);
    return {
      clientId,
      policyId,
      metadata: answers('UPLOAD_POLICY_DOCUMENTS', { documents: told }),
      fires: [
        {
          id: derivedId(event.triggerRequestId, actionId, 'POLICY_DOCUMENTS_UPLOADED'),
          type: 'POLICY_DOCUMENTS_UPLOADED',
          payload: { clientId, policyId, documents: told },
        },
      ],
    };
  };
};
