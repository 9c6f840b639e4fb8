import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { payloadLimits } from './common.js';
import { plainExtension, uploadTypes } from './upload-types.js';

/**
 * Characters that no file name has, wherever it is saved. What is too long is not looked at: the pattern takes its
 * square.
 */
const fileName = z
  .string()
  .min(1, 'must not be empty')
  .max(255, { abort: true })
  .regex(/^(?!\s*\.{0,2}\s*$)[^/\\\p{Cc}]+$/u, 'must be a file name, without a path');
const extension = z.string().regex(/^\.?[A-Za-z0-9]{1,16}$/, 'must be a file extension, such as "pdf"');
const uploadedExtension = extension.refine((given) => uploadTypes.has(plainExtension(given)), {
  error: `must be one of ${[...uploadTypes.keys()].join(', ')}`,
});
const mimeType = z
  .string()
  .max(255)
  .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, 'must be a media type, such as "application/pdf"');
const url = z.string().max(2048);

/** Base64 with its padding. By hand: a pattern over megabytes takes its engine's stack. */
const base64 = z
  .string()
  .min(1, 'must not be empty')
  .refine(isBase64, { message: 'must be base64 with padding', abort: true })
  .meta({ contentEncoding: 'base64' });

const namedFile = fileName.meta({ description: 'The file name, without a path.' });

/** A file as it is uploaded. */
const uploadedDocument = z
  .object({
    name: namedFile,
    extension: uploadedExtension.meta({
      description: '`pdf`, an image, an office document, `txt`, `csv` or `eml`.',
    }),
    mimeType: mimeType.meta({
      description: 'For example `application/pdf`; `application/octet-stream` where it is unknown.',
    }),
    base64EncodedFile: base64.meta({ description: 'The file in base64, with padding.' }),
  })
  .meta({ id: 'UploadedDocument' });

/** A file that the service keeps. */
export const storedDocument = z
  .object({
    name: namedFile,
    extension,
    contentId: uuid.meta({ description: 'The stored file.' }),
    url: url.optional().meta({ description: 'Where to [fetch](documents.md#fetching-one) it.' }),
  })
  .meta({ id: 'StoredDocument' });

/** A document as the sender knows it; what it says besides is kept. */
const documentSnapshot = z
  .looseObject({
    name: fileName.optional(),
    extension: extension.optional(),
    contentId: uuid.optional(),
    url: url.optional(),
  })
  .meta({ id: 'DocumentSnapshot' });

const tooMany = `must not hold more than ${payloadLimits.documents} documents`;
const none = 'must hold at least one document';

export const uploadedDocuments = z
  .array(uploadedDocument)
  .min(1, none)
  .max(payloadLimits.documents, tooMany)
  .meta({ description: '1 to 50 files; together at most the size of a request, 10 MiB.' });
export const storedDocuments = z
  .array(storedDocument)
  .min(1, none)
  .max(payloadLimits.documents, tooMany)
  .meta({ description: '1 to 50 stored files.' });
export const documentSnapshots = z
  .array(documentSnapshot)
  .max(payloadLimits.documents, tooMany)
  .meta({ description: 'Up to 50, as far as the sender knows them; further fields are kept.' });

function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  for (let index = 0; index < text.length - padding; index += 1) {
    if (!isBase64Digit(text.charCodeAt(index))) return false;
  }
  return true;
}

function isBase64Digit(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2f;
}
