import type { Knex } from 'knex';
import { raw } from 'objection';
import { addToEntries } from '../ledger/documents-of-entries.js';
import type { Document } from '../models/document.js';
import { Policy } from '../models/policy.js';

/** A document in the `policyContract` of its policy (spec 2.6). */
export type ListedDocument = Pick<Document, 'id' | 'fileName' | 'type' | 'createdAt'> &
  Partial<Pick<Document, 'formName' | 'formNumber' | 'formVersion' | 'language' | 'triggerRequestId'>> & {
    url?: string | undefined;
  };

/**
 * Adds a document to `policyContract.documents` of its policy, and to the ledger entries it was made for,
 * unless it is there.
 */
export async function listWithPolicy(trx: Knex, policyId: string, document: ListedDocument): Promise<void> {
  const { id, fileName, type, createdAt, formName, url, triggerRequestId } = document;
  const { formNumber, formVersion, language } = document;
  const entry = {
    contentId: id,
    name: formName ?? fileName,
    fileName,
    type,
    ...(formNumber && { formNumber }),
    ...(formVersion && { formVersion }),
    ...(language && { language }),
    ...(url !== undefined && { url }),
    createdTimestamp: createdAt.toISOString(),
  };
  const added = `coalesce(policy_contract -> 'documents', '[]') || jsonb_build_array(?::jsonb)`;
  const isThere = `coalesce(policy_contract -> 'documents' @> ?::jsonb, false)`;
  await Policy.query(trx)
    .patch({
      policyContract: raw(`jsonb_set(policy_contract, '{documents}', ${added})`, [JSON.stringify(entry)]),
    })
    .where({ id: policyId })
    .whereRaw(`not ${isThere}`, [JSON.stringify([{ contentId: id }])]);
  if (triggerRequestId) await addToEntries(trx, { policyId, triggerRequestId }, entry);
}
