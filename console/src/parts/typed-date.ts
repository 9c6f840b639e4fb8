import { currentLanguage } from '../texts/texts.js';

type Part = 'year' | 'month' | 'day';

const languageTag = () => (currentLanguage() === 'es' ? 'es-US' : 'en-US');

/** The parts of a date in the order in which people write them here. */
export function partsInOrder(tag = languageTag()): Part[] {
  return new Intl.DateTimeFormat(tag)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}

/** A calendar date as people write it: `11/23/2026`. What is no date stays. */
export function dateText(date: string, order = partsInOrder()): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year === '' ? date : order.map((part) => ({ year, month, day })[part]).join('/');
}

/** Later two-digit years are of the last century: nobody insures people who are born in ten years. */
const latestShortYear = 40;

/**
 * A calendar date from what a person has typed: `11/23/2026`, `11.23.26`, `11232026` or `2026-11-23`; undefined if it is none,
 * or not whole yet. With `isWhole` two digits are a year, too.
 */
export function typedDate(
  text: string,
  { isWhole = false, order = partsInOrder() }: { isWhole?: boolean; order?: readonly Part[] } = {},
): string | undefined {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const digits = /^\d{8}$/.test(plain) ? splitAt(plain, order) : plain.split(/[\s./-]+/);
  if (digits.length !== 3 || !digits.every((each) => /^\d+$/.test(each))) return undefined;
  const at = (part: Part) => digits[order.indexOf(part)] ?? '';
  const year = at('year');
  if (year.length === 4) return dateOf(year, at('month'), at('day'));
  if (!isWhole || year.length !== 2) return undefined;
  return dateOf(`${Number(year) > latestShortYear ? 19 : 20}${year}`, at('month'), at('day'));
}

function splitAt(digits: string, order: readonly Part[]): string[] {
  let from = 0;
  return order.map((part) => {
    const length = part === 'year' ? 4 : 2;
    from += length;
    return digits.slice(from - length, from);
  });
}

function dateOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}
