import type { Author } from '../../domain/ground/author.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { causedBy } from '../identity/caused-by.js';
import { StoredFile } from '../models/stored-file.js';

export interface FileToDelete extends Who {
  organizationId: string;
  fileId: string;
  reason: string | undefined;
  deletedBy: Author;
}

/**
 * Deletes a file with its bytes; those in a bucket are noted, to be deleted there. The audit log keeps its name and the
 * reason. Whether there was one.
 */
export async function deleteFile(db: Database, asked: FileToDelete): Promise<boolean> {
  const { organizationId, fileId, reason, deletedBy, by, origin } = asked;
  return db.transaction(async (trx) => {
    await causedBy(trx, { createdBy: deletedBy });
    const [file] = await StoredFile.query(trx)
      .where({ id: fileId, organization_id: organizationId })
      .whereNot('state', 'UPLOADING')
      .delete()
      .returning('*');
    if (file === undefined) return false;
    const { fileName, sha256 } = file;
    const details = { fileName, sha256, ...(reason !== undefined && { reason }) };
    await recordAudit(trx, { by, origin, action: 'FILE_DELETED', organizationId, targetId: fileId, details });
    return true;
  });
}
