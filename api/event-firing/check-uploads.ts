import { checkedUpload } from '../../documents/making/checked-upload.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type FieldError, refuseFields } from '../errors/app-error.js';

/**
 * Refuses files whose content does not match their type, each with its path (400). The action that stores
 * them checks again.
 */
export async function checkUploads({ type, payload }: EventEnvelope): Promise<void> {
  if (type !== 'UPLOAD_POLICY_DOCUMENTS') return;
  const faults: FieldError[] = [];
  for (const [index, upload] of payload.documents.entries()) {
    const checked = await checkedUpload(upload);
    if (!('problem' in checked)) continue;
    const path = ['payload', 'documents', index, checked.field];
    faults.push({ field: path.join('.'), path, detail: checked.problem });
  }
  refuseFields(faults);
}
