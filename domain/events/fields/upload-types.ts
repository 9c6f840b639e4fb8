/** What may be uploaded: content type by extension, of what a policy's papers come as. */
export const uploadTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['tif', 'image/tiff'],
  ['heic', 'image/heic'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['rtf', 'application/rtf'],
  ['eml', 'message/rfc822'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
]);

const sameExtension: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
]);

/** An extension as `uploadTypes` has it: in small letters, without a dot, and one for those that mean the same. */
export function plainExtension(given: string): string {
  const extension = given.replace(/^\./, '').toLowerCase();
  return sameExtension.get(extension) ?? extension;
}

/** What programs write instead of the registered media type, by extension. */
const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map([
  ['pdf', ['application/x-pdf']],
  ['jpg', ['image/jpg', 'image/pjpeg']],
  ['heic', ['image/heif']],
  ['rtf', ['text/rtf']],
  ['csv', ['application/csv', 'application/vnd.ms-excel', 'text/plain']],
]);

/** A sender that does not know says so. */
const unknownType = 'application/octet-stream';

/** Whether a media type, with parameters or without, says what an extension as `uploadTypes` has it says. */
export function isMediaTypeOf(extension: string, mediaType: string): boolean {
  const said = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (
    said === uploadTypes.get(extension) ||
    said === unknownType ||
    (alsoCalled.get(extension)?.includes(said) ?? false)
  );
}
