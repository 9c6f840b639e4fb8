import { outside } from './outside.js';
import type { Told } from './told.js';
import { day } from './words.js';

/** A document that was made, or a file that somebody uploaded. */
export interface ListedDocument {
  /** By which it is read. */
  document: string;
  name: string;
  /** The day. */
  on: string;
  kind: 'MADE' | 'UPLOADED';
  size?: number;
  /** Why its bytes are not served. */
  unserved?: string | undefined;
}

/** The documents of a record, the latest first. */
export function documentsInWords(documents: readonly ListedDocument[], total: number): Told {
  if (documents.length === 0) return { text: 'There are no documents.' };
  const more = total - documents.length;
  const lines = documents.map(({ document, name, on, kind, size, unserved }) => {
    const facts = [
      `${kind === 'MADE' ? 'made' : 'uploaded'} ${day(on)}`,
      ...(size === undefined ? [] : [sizeWords(size)]),
      ...(unserved === undefined ? [] : [`not to be read: ${unserved}`]),
    ];
    return `- ${outside(name, 120)}, ${facts.join(', ')} (document \`${document}\`)`;
  });
  return { text: [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n') };
}

/** Such as `12 KB`. */
export const sizeWords = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
