import type { StoredFile } from '../../db/models/stored-file.js';
import type { FileState } from '../../domain/files/file.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import type { FileView } from './schemas.js';

/** A file as an organization sees it: who uploaded it is for the own one. */
export function fileObject(file: StoredFile, organizationId: string): FileView {
  const { id, fileName, contentType, size, sha256, state, sharedWith, createdAt, createdBy, version } = file;
  const { clientId, quoteId, policyId, taskId, triggerRequestId } = file;
  return {
    fileId: id,
    fileName,
    contentType,
    size: Number(size),
    sha256,
    state: state as FileState,
    organizationId: file.organizationId,
    sharedWith,
    ...(clientId !== null && { clientId }),
    ...(quoteId !== null && { quoteId }),
    ...(policyId !== null && { policyId }),
    ...(taskId !== null && { taskId }),
    ...(triggerRequestId !== null && { triggerRequestId }),
    createdTimestamp: createdAt.toISOString(),
    ...(file.organizationId === organizationId && { createdBy }),
    version,
    contentPath: `${interfacePath}/file/${id}/content`,
  };
}
