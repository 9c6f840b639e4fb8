import { type Answer, type AnswerMap, answerMap } from '../../../domain/intake/answers.js';
import type { Random } from './random.js';
import {
  brandFirst,
  brandSecond,
  firstNames,
  lastNames,
  legalForms,
  otherTrades,
  places,
  streetKinds,
  streets,
  tradeWords,
} from './words.js';

/** The texts that tell one client of the book from another, and its producer. */
const marked = [
  ...(['name', 'firstName', 'lastName', 'email', 'phone', 'website', 'address1', 'city', 'zipcode'] as const),
  ...(['producer', 'producerFirstName', 'producerLastName', 'producerEmail'] as const),
] as const;
export type Mark = (typeof marked)[number];

/** A life is lived with marks in the place of these texts. A mark occurs in no record otherwise. */
export const marks = Object.fromEntries(marked.map((name) => [name, `@@${name}@@`])) as Record<Mark, string>;

/** A business's texts without its producer's; none needs escaping in JSON or in the text of `COPY`. */
export type Insured = Record<Exclude<Mark, `producer${string}`>, string>;

/** A business in the state, with the trade of its NAICS code. */
export function insuredOf(random: Random, { state, naics }: { state: string; naics: string }): Insured {
  const trade = random.pick(tradeWords[naics.slice(0, 2)] ?? otherTrades);
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const brand = brandOf(random, lastName);
  const domain = `${brand} ${trade}`.toLowerCase().replace(/[^a-z]+/g, '');
  return {
    name: `${brand} ${trade} ${random.pick(legalForms)}`,
    firstName,
    lastName,
    email: emailOf(firstName, lastName, domain),
    website: `https://${domain}.example`,
    ...addressOf(random, state),
  };
}

export function emailOf(firstName: string, lastName: string, domain: string): string {
  return `${firstName}.${lastName}@${domain}.example`.toLowerCase();
}

function brandOf(random: Random, lastName: string): string {
  if (random.chance(0.75)) return `${random.pick(brandFirst)} ${random.pick(brandSecond)}`;
  return `${lastName} & ${random.pick(['Sons', 'Daughters', random.pick(lastNames)])}`;
}

function addressOf(random: Random, state: string): Pick<Insured, 'address1' | 'city' | 'zipcode' | 'phone'> {
  const place = places.get(state) ?? places.get('TX');
  if (place === undefined) throw new RangeError(`There are no cities in ${state}.`);
  const [city, zip] = random.pick(place.cities);
  return {
    address1: `${random.between(1, 9_900)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
    city,
    zipcode: `${zip}${String(random.between(0, 99)).padStart(2, '0')}`,
    phone: `+1 ${random.pick(place.areaCodes)} 555 ${String(random.between(0, 9_999)).padStart(4, '0')}`,
  };
}

const byQuestion: Readonly<Record<string, string>> = {
  'client.name': marks.name,
  'client.contact.name': `${marks.firstName} ${marks.lastName}`,
  'client.contact.phoneNumber': marks.phone,
  'client.phoneNumber': marks.phone,
  'client.email': marks.email,
  'client.website': marks.website,
};

/** The answers with marks for the insured, who has one address. */
export function withMarks(answers: AnswerMap): AnswerMap {
  const mark = ({ qid, answer }: Answer): Answer => ({ type: 'ANSWER', qid, answer: markFor(qid) ?? answer });
  const entries = Object.entries(answers).filter(([qid]) => qid !== 'client.address2');
  return answerMap.parse(
    Object.fromEntries(
      entries.map(([qid, entry]) => {
        if (entry.type === 'ANSWER') return [qid, mark(entry)];
        const iterations = entry.iterations.map(({ answers: own, ...iteration }) => ({
          ...iteration,
          answers: Object.fromEntries(Object.entries(own).map(([child, answer]) => [child, mark(answer)])),
        }));
        return [qid, { ...entry, iterations }];
      }),
    ),
  );
}

function markFor(qid: string): string | undefined {
  const field = qid.slice(qid.lastIndexOf('.') + 1);
  if (field === 'address1' || field === 'city' || field === 'zipcode') return marks[field];
  return byQuestion[qid];
}
