import path from 'node:path';
import type { Loaded } from '../../db/book/load-book.js';
import { type BookReading, policyIdOf } from '../../db/book/prepare.js';
import { changeSilently } from '../../db/changes/silently.js';
import type { Database } from '../../db/database.js';
import { Document } from '../../db/models/document.js';
import { Policy } from '../../db/models/policy.js';
import { type BookLine, type PlacedFinding, placed, readLine } from '../../domain/book/book-line.js';
import { idInBook } from '../../domain/book/priced-changes.js';
import { bookDocument, exportedDocument } from '../../domain/book/records.js';
import { type KeepingDocuments, keepDocument } from '../making/keep-document.js';
import type { BookSource } from './book-source.js';
import { uploadOf } from './check-documents.js';
import { loadExportedDocuments } from './load-exported-documents.js';

interface DocumentsOfBook {
  db: Database;
  keeping: KeepingDocuments;
  reading: BookReading;
  /** The files of the book. */
  source: Pick<BookSource, 'bytes'>;
}

/** Stores the documents of some lines that are not here yet: files of the book, of policies that are here. */
export async function loadDocuments(of: DocumentsOfBook, lines: readonly BookLine[]): Promise<Loaded> {
  const { db, keeping, reading, source } = of;
  const { installation } = reading;
  if (installation !== undefined) {
    const read = lines.map((line) => ({ line, ...readLine(exportedDocument, line) }));
    const sound = read.flatMap((each) => ('record' in each ? [each] : []));
    const { loaded, known, refused } = await loadExportedDocuments(
      { db, store: keeping.store, installation, source, insurerId: reading.places.insurer.id },
      sound.map(({ record }) => record),
    );
    const findings = refused.map(({ id, reason }) => {
      const line = sound.find(({ record }) => record.id === id)?.line;
      return { place: line?.place ?? '', id, message: reason };
    });
    return {
      loaded,
      known,
      findings: [...read.flatMap((each) => ('findings' in each ? each.findings : [])), ...findings],
    };
  }
  const all: Loaded = { loaded: 0, known: 0, findings: [] };
  for (const line of lines) {
    const outcome = await loadOne(of, line);
    if (outcome === 'LOADED') all.loaded += 1;
    else if (outcome === 'KNOWN') all.known += 1;
    else all.findings.push(...outcome);
  }
  return all;
}

async function loadOne(
  { db, keeping, reading, source }: DocumentsOfBook,
  line: BookLine,
): Promise<'LOADED' | 'KNOWN' | PlacedFinding[]> {
  const read = readLine(bookDocument, line);
  if ('findings' in read) return read.findings;
  const { policy: ownId, file, name = path.basename(file) } = read.record;
  const wrong = (field: string, message: string) => [placed(line, ownId, { field, message })];
  const policy = await Policy.query(db).findById(policyIdOf(reading, ownId));
  if (policy === undefined) return wrong('policy', 'no policy that is loaded has this id');
  const id = idInBook(policy.id, 'document', file);
  if ((await Document.query(db).findById(id).select('id')) !== undefined) return 'KNOWN';
  const bytes = await source.bytes(file);
  if (bytes === undefined) return wrong('file', `the book has no file ${file}`);
  const checked = await uploadOf({ file, name, bytes });
  if ('problem' in checked) return wrong('file', `${file} ${checked.problem}`);
  const keep = await keepDocument(
    keeping,
    {
      id,
      organizationId: policy.sellerOrganizationId,
      sharedOrganizationId:
        policy.issuingOrganizationId === policy.sellerOrganizationId ? null : policy.issuingOrganizationId,
      origin: 'UPLOADED',
      type: 'FILE',
      fileName: checked.fileName,
      contentType: checked.contentType,
      productId: policy.productId,
      productVersionId: policy.productVersionId,
      clientId: policy.clientId,
      policyId: policy.id,
      createdAt: reading.places.now,
      createdBy: { kind: 'SERVICE', name: reading.source },
    },
    checked.bytes,
    'DOCUMENT_UPLOADED',
  );
  await db.transaction(async (trx) => {
    await changeSilently(trx);
    await keep(trx);
  });
  return 'LOADED';
}
