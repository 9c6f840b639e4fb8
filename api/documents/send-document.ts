import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Document } from '../../db/models/document.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import { answerTo } from './conditional.js';
import { attachment } from './content-disposition.js';

/** What is sent of a document or file: its bytes, with their headers. */
type SentDocument = Pick<
  Document,
  'id' | 'size' | 'sha256' | 'createdAt' | 'contentType' | 'fileName' | 'store' | 'objectKey'
>;

/** Sends a stored document, or the requested range of it, piece by piece. */
export async function sendDocument(
  store: Pick<DocumentStore, 'read'>,
  document: SentDocument,
  req: Request,
  res: Response,
): Promise<void> {
  const size = Number(document.size);
  const etag = `"${document.sha256}"`;
  const answer = answerTo(req, { etag, modifiedAt: document.createdAt, size });
  res.setHeader('ETag', etag);
  res.setHeader('Last-Modified', document.createdAt.toUTCString());
  res.setHeader('Accept-Ranges', 'bytes');
  // The receiver may cache it, and must revalidate it before use.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (answer.status === 304 || answer.status === 412) {
    res.writeHead(answer.status).end();
    return;
  }
  if (answer.status === 416) {
    res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  const range = answer.status === 206 ? answer.range : { start: 0, end: size - 1 };
  res.writeHead(answer.status, {
    'Content-Type': document.contentType,
    'Content-Length': range.end - range.start + 1,
    'Content-Disposition': attachment(document.fileName),
    ...(answer.status === 206 && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  });
  if (req.method === 'HEAD' || size === 0) {
    res.end();
    return;
  }
  const { store: kind, objectKey } = document;
  await sendPieces(Readable.from(store.read(document.id, { store: kind, objectKey }, range)), res);
}

/** A client that disconnects is not a failure of the service. */
async function sendPieces(pieces: Readable, res: Response): Promise<void> {
  try {
    await pipeline(pieces, res);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
