import { isDate, parseDecimal } from '../../expression/index.js';
import type { Json } from '../../ground/json.js';
import { documentText } from '../../languages/service-texts.js';
import type { Wording } from '../../languages/wording.js';
import type { DataKind } from './data-shape.js';
import type { TemplateFormat } from './template.js';

/** The language and currency of a form. */
export interface FormLocale {
  locale: string;
  currency: string;
  /** Of a form in another language than its product's own. */
  wording?: Wording | null;
}

/** Writes a value; a value that does not suit the format is written unchanged. */
type Writer = (value: Json, argument: string | null, form: FormLocale) => string;

const dateStyles = ['long', 'medium', 'short', 'iso'] as const;
const digits = /^\d$/;

interface Format {
  write: Writer;
  /** The argument after the colon; none if absent. */
  argument?: RegExp;
  argumentHint?: string;
}

const formats: Readonly<Record<string, Format>> = {
  money: { write: money, argument: digits, argumentHint: 'a number of decimals' },
  number: { write: decimal, argument: digits, argumentHint: 'a number of decimals' },
  percent: {
    write: (value, places, form) =>
      parseDecimal(plain(value)) === null ? plain(value) : `${decimal(value, places, form)}%`,
    argument: digits,
    argumentHint: 'a number of decimals',
  },
  date: {
    write: date,
    argument: new RegExp(`^(${dateStyles.join('|')})$`),
    argumentHint: dateStyles.join(', '),
  },
  yesNo: {
    write: (value, _argument, { wording }) =>
      documentText(wording, value === true || value === 'true' ? 'Yes' : 'No'),
  },
  upper: { write: (value, _argument, { locale }) => plain(value).toLocaleUpperCase(locale) },
  lower: { write: (value, _argument, { locale }) => plain(value).toLocaleLowerCase(locale) },
  words: {
    write: (value, _argument, { wording }) => wording?.text(words(value)) ?? words(value),
  },
  raw: { write: plain },
};

/** The fault of a format; undefined if it is valid. `or` and `label` exist besides those here. */
export function formatProblem({ name, argument }: TemplateFormat): string | undefined {
  if (name === 'or') return argument === null ? 'the format "or" needs what to write instead' : undefined;
  const known = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (known === undefined) {
    return `there is no format "${name}"; there are ${[...Object.keys(formats), 'or'].join(', ')}`;
  }
  if (argument === null) return undefined;
  if (known.argument?.test(argument)) return undefined;
  return known.argument === undefined
    ? `the format "${name}" takes nothing after it`
    : `the format "${name}" takes ${known.argumentHint}, not "${argument}"`;
}

/**
 * A value as it is printed: by its formats, else by its kind. A missing value is printed as `or` says, else
 * as an empty text.
 */
export function formatted(
  value: Json | undefined,
  kind: DataKind,
  used: readonly TemplateFormat[],
  form: FormLocale,
): string {
  const instead = used.find(({ name }) => name === 'or')?.argument ?? '';
  if (value === undefined || value === null || value === '') return instead;
  const own = used.filter(({ name }) => name !== 'or');
  const first = own[0] === undefined ? byKind(kind) : null;
  let text: Json = value;
  if (first !== null) text = (formats[first]?.write ?? plain)(text, null, form);
  for (const { name, argument } of own) text = (formats[name]?.write ?? plain)(text, argument, form);
  return plain(text);
}

function byKind(kind: DataKind): string {
  switch (kind) {
    case 'money':
    case 'number':
    case 'percent':
    case 'date':
      return kind;
    case 'boolean':
      return 'yesNo';
    case 'text':
    case 'wording':
    case 'any':
      return 'raw';
  }
}

/** `$1,250.00`, or with the given number of decimals. Exact: the number is never a float. */
function money(value: Json, places: string | null, { locale, currency }: FormLocale): string {
  const amount = parseDecimal(plain(value));
  if (amount === null) return plain(value);
  const fixed =
    places === null ? {} : { minimumFractionDigits: Number(places), maximumFractionDigits: Number(places) };
  return numberFormat(locale, { style: 'currency', currency, ...fixed }).format(exact(amount.toFixed()));
}

function decimal(value: Json, places: string | null, { locale }: FormLocale): string {
  const number = parseDecimal(plain(value));
  if (number === null) return plain(value);
  const fixed =
    places === null
      ? { maximumFractionDigits: 10 }
      : { minimumFractionDigits: Number(places), maximumFractionDigits: Number(places) };
  return numberFormat(locale, fixed).format(exact(number.toFixed()));
}

function date(value: Json, style: string | null, { locale }: FormLocale): string {
  const day = plain(value).slice(0, 10);
  if (!isDate(day)) return plain(value);
  if (style === 'iso') return day;
  const dateStyle = style === 'medium' || style === 'short' ? style : 'long';
  return dateFormat(locale, dateStyle).format(new Date(`${day}T00:00:00Z`));
}

/** `SOLE_PROPRIETOR` as "Sole proprietor"; `expirationDate` as "Expiration date". */
export function words(value: Json): string {
  const text = plain(value)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function plain(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Decimal text keeps every digit; the TypeScript library lacks this type yet. */
function exact(text: string): number {
  return text as unknown as number;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes longer than everything else in a document, and there are few different ones. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, known);
  return known;
}

function dateFormat(locale: string, dateStyle: 'long' | 'medium' | 'short'): Intl.DateTimeFormat {
  const key = `${locale} ${dateStyle}`;
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
  dateFormats.set(key, known);
  return known;
}
