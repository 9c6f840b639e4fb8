import { z } from 'zod';
import { Document } from '../../db/models/document.js';
import { StoredFile } from '../../db/models/stored-file.js';
import { S3Store } from '../../documents/stores/s3-store.js';
import { type Difference, inParallel, pagesOf, type ReconcileDependencies } from './difference.js';

/** Documents since a time without their file in the bucket, and files since then that are neither a document's nor uploaded. */
export async function* documentDifferences(dependencies: ReconcileDependencies): AsyncGenerator<Difference> {
  const { s3 } = dependencies;
  if (s3 === undefined) return;
  const store = new S3Store(s3);
  try {
    yield* missingFiles(dependencies, store);
    yield* unknownFiles(dependencies, store);
  } finally {
    store.close();
  }
}

async function* missingFiles(
  { db, since }: ReconcileDependencies,
  store: S3Store,
): AsyncGenerator<Difference> {
  const pages = pagesOf<Document>(
    ({ id }) => id,
    (after, limit) =>
      Document.query(db)
        .where({ store: 'S3' })
        .where('created_at', '>=', since)
        .where('id', '>', after)
        .select('id', 'file_name', 'object_key')
        .orderBy('id')
        .limit(limit),
  );
  for await (const page of pages) {
    const present = await inParallel(page, ({ objectKey }) => store.has(objectKey ?? ''));
    for (const [index, { id, fileName }] of page.entries()) {
      if (!present[index]) yield { kind: 'DOCUMENT_MISSING', id, about: fileName };
    }
  }
}

async function* unknownFiles(
  { db, since }: ReconcileDependencies,
  store: S3Store,
): AsyncGenerator<Difference> {
  for await (const files of store.pages()) {
    const recent = files.filter(({ modified }) => modified >= since);
    const ids = recent.flatMap(({ documentId }) =>
      z.guid().safeParse(documentId).success ? [documentId] : [],
    );
    const documents = await Document.query(db).findByIds(ids).select('id');
    const uploaded = await StoredFile.query(db).findByIds(ids).select('id');
    const known = new Set([...documents, ...uploaded].map(({ id }) => id));
    for (const { key, documentId, modified } of recent) {
      if (!known.has(documentId))
        yield { kind: 'FILE_UNKNOWN', id: key, about: `of ${modified.toISOString()}` };
    }
  }
}
