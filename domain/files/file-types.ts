import { isMediaTypeOf, plainExtension, uploadTypes } from '../events/fields/upload-types.js';

/** Texts have no signature: they are recognized by being text. */
export const textExtensions: ReadonlySet<string> = new Set(['txt', 'csv', 'eml', 'json']);

/** Old files of Office and Outlook have one signature: their names tell them apart. */
export const compoundExtensions: ReadonlySet<string> = new Set(['doc', 'xls', 'ppt', 'msg']);

/** Browsers run what is in these. */
const active: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
]);

/** What may be uploaded as a file: content type by extension. Documents of policies are narrower. */
export const fileTypes: ReadonlyMap<string, string> = new Map([
  ...uploadTypes,
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['msg', 'application/vnd.ms-outlook'],
  ['zip', 'application/zip'],
  ['json', 'application/json'],
  ...active,
]);

/** An extension as `fileTypes` has it. */
export function fileExtension(given: string): string {
  const plain = plainExtension(given);
  return plain === 'htm' ? 'html' : plain;
}

/** What senders write where they do not know the type. `curl` says that it is a form. */
const unsaid: ReadonlySet<string> = new Set(['', 'application/x-www-form-urlencoded']);

const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map([
  ['zip', ['application/x-zip-compressed']],
  ['xml', ['text/xml']],
]);

/** Whether the media type of a request, with parameters or without, fits what the file is. */
export function fitsMediaType(extension: string, mediaType: string): boolean {
  const said = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (unsaid.has(said) || said === fileTypes.get(extension) || isMediaTypeOf(extension, said)) return true;
  if (said === 'text/plain' && textExtensions.has(extension)) return true;
  return alsoCalled.get(extension)?.includes(said) ?? false;
}

/** The content type under which a file is sent: what a browser would run is bytes to it. */
export const sentAs = (contentType: string): string =>
  [...active.values()].includes(contentType) ? 'application/octet-stream' : contentType;
