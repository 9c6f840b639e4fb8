/** Longest name of a file, without its extension. */
const mostCharacters = 120;

/** Its bytes in UTF-8, with its extension: file systems take 255. */
const mostBytes = 240;

/** Of a name so much is looked at, after runs of spaces have become one: patterns for ends take the square of its length. */
const mostLookedAt = 1_000;

/** Names that Windows keeps for devices, whatever stands after their first dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i;

/**
 * A name under which a file can be saved everywhere: no path, no control characters, no characters that some
 * system refuses, no name that means something else. `extension` without its dot replaces the same one. Where nothing
 * is left of the name, `instead` is taken.
 */
export function safeFileName(given: string, extension: string, instead?: string): string {
  const suffix = `.${extension}`;
  const stem = shortened(stemOf(given, suffix), mostBytes - bytesOf(suffix));
  if (stem !== '') return `${withoutDevice(stem)}${suffix}`;
  return instead === undefined ? `document${suffix}` : safeFileName(instead, extension);
}

function stemOf(given: string, suffix: string): string {
  const plain = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, mostLookedAt)
    .replace(/[\s.]+$/, '');
  return trimmed(plain.toLowerCase().endsWith(suffix) ? plain.slice(0, -suffix.length) : plain);
}

/** Dots and spaces at an end are dropped by some systems, and hide a file on others. */
function trimmed(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '');
}

function shortened(stem: string, bytes: number): string {
  let left = bytes;
  const kept = [...stem].slice(0, mostCharacters).filter((character) => {
    left -= bytesOf(character);
    return left >= 0;
  });
  return trimmed(kept.join(''));
}

function withoutDevice(stem: string): string {
  const [device = '', ...rest] = stem.split('.');
  // Windows takes a superscript for its digit.
  if (!reserved.test(device.trim().normalize('NFKC'))) return stem;
  return [`${device.trim()}_`, ...rest].join('.');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
