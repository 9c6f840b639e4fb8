import type { Knex } from 'knex';
import { Document } from '../../db/models/document.js';
import type { Mail, MailAttachment } from '../../db/models/mail.js';
import { Organization } from '../../db/models/organization.js';
import type { MailText } from '../../domain/mail/default-templates.js';
import { htmlOfMail, plainTextOfMail } from '../../domain/mail/markdown.js';
import { whyNotMarkdown } from '../../domain/mail/markdown-limits.js';
import { contentHash, languageOfMail, writtenMail } from '../../domain/mail/written-mail.js';
import type { DocumentStore } from '../stores/store.js';

/** A mail with all that it says. */
export interface ComposedMail extends MailText {
  /** The text without Markdown. */
  plainText: string;
  html: string;
  /** Of subject and text, in hexadecimal. */
  contentSha256: string;
  fromName: string | undefined;
  replyTo: string | undefined;
  attachments: (MailAttachment & { contentType: string; bytes: Buffer })[];
}

/** Many servers take no more. */
const mostBytes = 20 * 1024 * 1024;

/**
 * Writes a mail from its row: the text that it has already, that of its values, or the service's own for the purpose, in
 * English or Spanish. Throws if it cannot be written.
 */
export async function composeMail(
  { db, store }: { db: Knex; store: DocumentStore },
  mail: Mail,
): Promise<ComposedMail | { notSent: 'DOCUMENT_MISSING' | 'TOO_LARGE' }> {
  const organization = await Organization.query(db).findById(mail.organizationId).throwIfNotFound();
  const attachments = await readAttachments({ db, store }, mail);
  if ('notSent' in attachments) return attachments;
  const { subject, text } = writtenMail(mail, organization.name);
  const whyNot = whyNotMarkdown(text);
  if (whyNot !== undefined) throw new Error(`its text ${whyNot}`);
  return {
    subject,
    text,
    plainText: plainTextOfMail(text),
    html: htmlOfMail(text, mail.language ?? languageOfMail(mail.language)),
    contentSha256: contentHash({ subject, text }),
    fromName: mail.fromName ?? organization.name,
    replyTo: mail.replyTo ?? organization.mailReplyTo ?? undefined,
    attachments,
  };
}

async function readAttachments(
  { db, store }: { db: Knex; store: DocumentStore },
  { organizationId, documentIds }: Mail,
): Promise<ComposedMail['attachments'] | { notSent: 'DOCUMENT_MISSING' | 'TOO_LARGE' }> {
  const found = await Document.query(db).findByIds(documentIds).modify('visibleTo', organizationId);
  const byId = new Map(found.map((document) => [document.id, document]));
  const documents = documentIds.flatMap((id) => byId.get(id) ?? []);
  if (documents.length < documentIds.length) return { notSent: 'DOCUMENT_MISSING' };
  const sizes = documents.map(({ size }) => Number(size));
  if (sizes.reduce((sum, size) => sum + size, 0) > mostBytes) return { notSent: 'TOO_LARGE' };
  return Promise.all(
    documents.map(async (document) => ({
      documentId: document.id,
      fileName: document.fileName,
      size: Number(document.size),
      sha256: document.sha256,
      contentType: document.contentType,
      bytes: await bytesOf(store, document),
    })),
  );
}

async function bytesOf(store: DocumentStore, document: Document): Promise<Buffer> {
  const size = Number(document.size);
  if (size === 0) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  for await (const piece of store.read(document.id, document, { start: 0, end: size - 1 }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}
