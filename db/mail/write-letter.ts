import type { Knex } from 'knex';
import { isSecret } from '../../domain/mail/purposes.js';
import { contentHash, type MailToWrite, writtenMail } from '../../domain/mail/written-mail.js';
import { Document } from '../models/document.js';
import type { Mail } from '../models/mail.js';
import { Organization } from '../models/organization.js';

type Letter = MailToWrite & Pick<Mail, 'organizationId' | 'documentIds' | 'contentSha256'>;

/**
 * What a mail says that goes by post, with the hashes of its documents: no round of the queue writes it. Nothing for one that
 * is written already, and for a secret.
 */
export async function writeLetter(
  db: Knex,
  letter: Letter,
): Promise<Partial<Pick<Mail, 'subject' | 'text' | 'contentSha256' | 'attachments' | 'values'>>> {
  const { organizationId, purpose, contentSha256, documentIds } = letter;
  if (contentSha256 !== null || isSecret(purpose)) return {};
  const { name } = await Organization.query(db).findById(organizationId).select('name').throwIfNotFound();
  const found = await Document.query(db)
    .findByIds([...documentIds])
    .modify('visibleTo', organizationId)
    .select('id', 'file_name', 'size', 'sha256');
  const attachments = documentIds.flatMap((documentId) => {
    const document = found.find(({ id }) => id === documentId);
    if (document === undefined) return [];
    return [
      { documentId, fileName: document.fileName, size: Number(document.size), sha256: document.sha256 },
    ];
  });
  const written = writtenMail(letter, name);
  return { ...written, contentSha256: contentHash(written), attachments, values: {} };
}
