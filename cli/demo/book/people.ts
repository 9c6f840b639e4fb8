import { demoAgency } from '../organizations.js';
import { idKinds, idOf } from './ids.js';
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

/** An insured, with the fields of the common questions (spec 2.1). */
export interface Insured {
  name: string;
  dbaName: string | undefined;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  website: string;
  address1: string;
  city: string;
  zipcode: string;
}

export interface BookProducer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

export interface BookAgency {
  id: string;
  name: string;
  producers: BookProducer[];
}

/** A business in the state, with the trade of its NAICS code. */
export function insuredOf(random: Random, { state, naics }: { state: string; naics: string }): Insured {
  const trade = random.pick(tradeWords[naics.slice(0, 2)] ?? otherTrades);
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const brand = brandOf(random, lastName);
  const dbaName = random.chance(0.15) ? `${random.pick(brandFirst)} ${trade}` : undefined;
  const domain = `${brand} ${trade}`.toLowerCase().replace(/[^a-z]+/g, '');
  return {
    name: `${brand} ${trade} ${random.pick(legalForms)}`,
    dbaName,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${domain}.example`.toLowerCase(),
    website: `https://${domain}.example`,
    ...addressOf(random, state),
  };
}

function brandOf(random: Random, lastName: string): string {
  if (random.chance(0.25))
    return `${lastName} & ${random.pick(['Sons', 'Daughters', random.pick(lastNames)])}`;
  return `${random.pick(brandFirst)} ${random.pick(brandSecond)}`;
}

function addressOf(random: Random, state: string): Pick<Insured, 'address1' | 'city' | 'zipcode' | 'phone'> {
  const place = places[state] ?? places.TX;
  if (place === undefined) throw new RangeError(`There are no cities in ${state}.`);
  const [city, zip] = random.pick(place.cities);
  return {
    address1: `${random.between(1, 9_900)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
    city,
    zipcode: `${zip}${String(random.between(0, 99)).padStart(2, '0')}`,
    phone: `+1 ${random.pick(place.areaCodes)} 555 ${String(random.between(0, 9_999)).padStart(4, '0')}`,
  };
}

const agencyWords = [
  'Insurance Agency',
  'Insurance Brokers',
  'Risk Advisors',
  'Insurance Group',
  'Assurance Partners',
];

/** Independent agencies that sell for the carrier under its own organization, each with its producers. */
export function agenciesOf(random: Random, seed: string, count: number): BookAgency[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${random.pick(brandFirst)} ${random.pick(brandSecond)} ${random.pick(agencyWords)}`;
    return agency(random, { id: idOf(seed, idKinds.agency, index), name, seed, index });
  });
}

/** The demo agency, which is a separate organization. */
export function demoAgencyOf(random: Random, seed: string): BookAgency {
  return agency(random, { ...demoAgency, seed, index: 9_999 });
}

function agency(
  random: Random,
  { id, name, seed, index }: { id: string; name: string; seed: string; index: number },
): BookAgency {
  const domain = name.toLowerCase().replace(/[^a-z]+/g, '');
  const state = random.pick(Object.keys(places));
  const producers = Array.from({ length: random.between(2, 8) }, (_, ordinal) => {
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    return {
      id: idOf(seed, idKinds.producer, index * 16 + ordinal),
      ...{ firstName, lastName },
      email: `${firstName}.${lastName}@${domain}.example`.toLowerCase(),
      phone: addressOf(random, state).phone,
    };
  });
  return { id, name, producers };
}
