import type { PersonalKind } from './pseudonyms.js';

/** Whose names are personal: those of products, forms and organizations are not. */
const named = new Set(
  (
    'first last middle full maiden contact client insured dba driver owner payer holder spouse applicant business company person ' +
    'employee interest mortgagee lienholder payee operator member doctor operator producer'
  ).split(' '),
);
const numbered = new Set('tax license account registration bank routing'.split(' '));
const identifiers = new Set('ssn fein ein vin tin plate passport iban'.split(' '));
/** What a street or an address has besides, such as the state that it is rated by. */
const places = new Set(
  'state city zip zipcode postal code county country type years since months same region territory latitude longitude'.split(
    ' ',
  ),
);
const texts = new Set('description notes note comments comment remarks explanation'.split(' '));

/** The words of a name such as `client.contact.name` or `driver.firstName`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

const contacts: readonly [kind: PersonalKind, words: string[]][] = [
  ['EMAIL', ['email']],
  ['PHONE', ['phone', 'mobile', 'fax', 'telephone']],
  ['WEBSITE', ['website', 'homepage']],
  ['STREET', ['address', 'street']],
];

/** What a question, by its id, or a column asks for, if its value tells of whom it is. */
export function personalKindOf(name: string, isQuestion: boolean): PersonalKind | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const contact = contacts.find(([, any]) => any.some((word) => words.includes(word)));
  if (contact !== undefined) return places.has(last) ? undefined : contact[0];
  if (isIdentifier(last, before)) return 'IDENTIFIER';
  if ((last === 'name' && named.has(before)) || last === 'payer') return 'NAME';
  return isQuestion && texts.has(last) ? 'TEXT' : undefined;
}

function isIdentifier(last: string, before: string): boolean {
  if (identifiers.has(last)) return true;
  return last === 'number'
    ? identifiers.has(before) || numbered.has(before)
    : last === 'id' && numbered.has(before);
}
