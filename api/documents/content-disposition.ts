/**
 * The `Content-Disposition` of a download (RFC 6266): a plain name for old programs, and the true name
 * percent-encoded (RFC 8187, which replaced RFC 5987).
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // The normalization above may produce such characters: some scripts have a wide "/".
    .replace(/[^\x20-\x7e]|["\\%/:*?<>|]/gu, '_');
  const isPlain = plain === fileName;
  return `attachment; filename="${plain}"${isPlain ? '' : `; filename*=UTF-8''${encoded(fileName)}`}`;
}

/** `encodeURIComponent` leaves some characters that RFC 8187 requires to be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The header that names what a PDF could not print; none if there is nothing to say. */
export function warningHeader(warnings: readonly string[] = []): { 'Document-Warning'?: string } {
  return warnings.length === 0 ? {} : { 'Document-Warning': warnings.join(' ') };
}
