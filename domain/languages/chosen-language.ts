import { languageOf } from './language-tag.js';

/** Far more than a browser sends; a header of any length is read in the time of this one. */
const mostRanges = 50;

interface Range {
  tag: string;
  quality: number;
}

/**
 * The language of an answer: the one on offer that the reader wants most, by an `Accept-Language` header (RFC 9110, section
 * 12.5.4) or a single tag. `es-MX` is met by `es-MX`, else by `es`, else by Spanish of another region. The first on offer, which
 * is the product's own, is for all who want none of them: an answer in another language is better than none.
 *
 * @param offered canonical tags, at least one.
 */
export function chosenLanguage(accepted: string | null | undefined, offered: readonly string[]): string {
  const [own = ''] = offered;
  const ranges = rangesOf(accepted ?? '');
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ tag }) => tag));
  const open = offered.filter((tag) => !refused.has(tag.toLowerCase()));
  const wanted = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const met = tag === '*' ? open[0] : matching(tag, open);
    if (met !== undefined) return met;
  }
  return own;
}

/** A lookup (RFC 4647, section 3.4), which ends with any region of the language. */
function matching(range: string, offered: readonly string[]): string | undefined {
  const parts = range.split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-');
    const met = offered.find((tag) => tag.toLowerCase() === shorter);
    if (met !== undefined) return met;
  }
  return offered.find((tag) => languageOf(tag) === parts[0]);
}

/** The ranges of a header in its order; a part that is malformed is left out. */
function rangesOf(header: string): Range[] {
  return header.split(',', mostRanges).flatMap((part) => {
    const [, tag, quality = '1'] = range.exec(part) ?? [];
    return tag === undefined ? [] : [{ tag: tag.toLowerCase(), quality: Number(quality) }];
  });
}

const range = /^\s*(\*|[a-z]{1,8}(?:-[a-z\d]{1,8}){0,8})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;
