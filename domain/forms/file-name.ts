/** The longest file name, without its extension. */
const mostCharacters = 120;

/** Its bytes in UTF-8, with its extension: file systems allow 255. */
const mostBytes = 240;

/**
 * The part of a name that is processed, after runs of spaces were collapsed: patterns for the ends need time
 * quadratic in its length.
 */
const mostLookedAt = 1_000;

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i;

/**
 * A file name that is valid everywhere: no path, no control characters, no character that some system
 * refuses, no reserved name. `extension`, without a dot, replaces the same extension. If nothing of the name
 * is left, `instead` is used.
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

/** Dots and spaces at the ends: some systems drop them, and some hide such files. */
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
  // Windows treats a superscript as its digit.
  if (!reserved.test(device.trim().normalize('NFKC'))) return stem;
  return [`${device.trim()}_`, ...rest].join('.');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
