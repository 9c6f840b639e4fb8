/** Longest name of a file, without its extension: what every file system and mail program takes. */
const mostCharacters = 120;

/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name under which a file can be saved everywhere: no path, no control characters, no characters that some
 * system refuses, no name that means something else. `extension` without its dot replaces the same one.
 */
export function safeFileName(given: string, extension: string): string {
  const suffix = `.${extension}`;
  const plain = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ');
  const stem = plain.toLowerCase().endsWith(suffix) ? plain.slice(0, -suffix.length) : plain;
  const short = [...stem.replace(/^[\s.]+|[\s.]+$/g, '')].slice(0, mostCharacters).join('').trimEnd();
  if (short === '') return `document${suffix}`;
  return `${reserved.test(short) ? `${short}_` : short}${suffix}`;
}
