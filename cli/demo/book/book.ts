import { addDays } from '../../../domain/ground/calendar.js';
import { policyMetaOf } from '../../../domain/policy/policy-meta.js';
import { demoAgency, demoCarrier } from '../organizations.js';
import { idKinds, idOf } from './ids.js';
import { lifeOf } from './life.js';
import { agenciesOf, type BookAgency, demoAgencyOf, type Insured, insuredOf } from './people.js';
import { Random } from './random.js';
import { type BookProduct, riskOf } from './risks.js';
import type { SlotValues } from './slots.js';
import { type LifeTemplate, templateOf } from './templates.js';

export interface BookSettings {
  seed: string;
  /** `YYYY-MM-DD`: the last day of the policies' lives. */
  today: string;
  policies: number;
}

/** A policy of the book without its number. */
export interface BookPolicy {
  index: number;
  template: LifeTemplate;
  /** The client made with it; null if an earlier policy made the client. */
  client: { id: string; insured: Insured } | null;
  values: Omit<SlotValues, 'policyNumber'>;
}

/**
 * How many policies share a life in a large book: enough lives for variety, few enough to be generated
 * quickly.
 */
const mostLives = 5_000;
const livesOfASmallBook = 2_000;
const policiesOfAnEvent = 400;
/** Policies begin up to this many days ago, and some in the coming days. */
const daysBack = 540;
const daysAhead = 45;
const followUpShare = 0.2;
/** Relative frequency of the products; any other product has 10. */
const weights: Readonly<Record<string, number>> = {
  'general-liability': 60,
  cyber: 28,
  'business-package': 12,
};

/** A realistic book of policies; the same settings make the same book. */
export class Book {
  readonly products: readonly BookProduct[];
  readonly #settings: BookSettings;
  readonly #seedNumber: number;
  readonly #templates: LifeTemplate[] = [];
  readonly #bySellerAndState = new Map<string, LifeTemplate[]>();
  readonly #agencies: BookAgency[];
  readonly #demoAgency: BookAgency;
  #previous: { id: string; insured: Insured; bucket: string } | undefined;

  constructor(products: readonly BookProduct[], settings: BookSettings) {
    this.products = products;
    this.#settings = settings;
    this.#seedNumber = numberOf(settings.seed);
    const random = new Random(this.#seedNumber, 1);
    this.#agencies = agenciesOf(
      random,
      settings.seed,
      Math.min(400, 20 + Math.ceil(settings.policies / 1000)),
    );
    this.#demoAgency = demoAgencyOf(random, settings.seed);
  }

  /** The number of lives to generate before the first policy. */
  get lives(): number {
    const { policies } = this.#settings;
    return Math.min(policies, mostLives, livesOfASmallBook + Math.ceil(policies / 100));
  }

  /** Generates one more life. */
  addLife(): void {
    const { seed, today } = this.#settings;
    const index = this.#templates.length;
    const random = new Random(this.#seedNumber, 2, index);
    const productIndex = random.weighted(
      this.products.map((product, place) => [place, weightOf(product)] as const),
    );
    const product = this.products[productIndex];
    if (product === undefined) throw new Error('The book has no products.');
    const begunOn = addDays(today, daysAhead - random.between(0, daysBack + daysAhead));
    const soldByAgency = product.key === 'business-package' && random.chance(0.6);
    const sellerId = soldByAgency ? demoAgency.id : demoCarrier.id;
    const { id, name } = demoCarrier;
    const settings = { today, carrier: { id, name }, sellerId, seed };
    const life = lifeOf(random, riskOf(random, product, begunOn), begunOn, settings);
    const template = templateOf(life, { productIndex, seed });
    this.#templates.push(template);
    const bucket = bucketOf(template);
    const others = this.#bySellerAndState.get(bucket);
    if (others) others.push(template);
    else this.#bySellerAndState.set(bucket, [template]);
  }

  /** The policy at an index. Ask for policies in order. */
  policy(index: number): BookPolicy {
    const random = new Random(this.#seedNumber, 3, index);
    const previous = random.chance(followUpShare) ? this.#previous : undefined;
    const template = random.pick(
      (previous && this.#bySellerAndState.get(previous.bucket)) ?? this.#templates,
    );
    const { seed } = this.#settings;
    const client = previous ?? {
      id: idOf(seed, idKinds.client, index),
      insured: insuredOf(random, template),
      bucket: bucketOf(template),
    };
    this.#previous = client;
    return {
      index,
      template,
      client: previous ? null : client,
      values: this.#valuesOf(random, index, template, client),
    };
  }

  productAt(index: number): BookProduct {
    const product = this.products[index];
    if (product === undefined) throw new RangeError(`The book has no product ${index}.`);
    return product;
  }

  idOf({ index }: Pick<BookPolicy, 'index'>): string {
    return idOf(this.#settings.seed, idKinds.policy, index);
  }

  /** The id of the event that a policy's quotes refer to: one for several hundred policies. */
  eventIdOf({ index, template }: Pick<BookPolicy, 'index' | 'template'>): string {
    const soldByAgency = template.sellerId === demoAgency.id;
    const ordinal = template.productIndex * 2 + Number(soldByAgency);
    return idOf(this.#settings.seed, idKinds.event, Math.floor(index / policiesOfAnEvent), ordinal);
  }

  #valuesOf(
    random: Random,
    index: number,
    template: LifeTemplate,
    { id, insured }: { id: string; insured: Insured },
  ): BookPolicy['values'] {
    const soldByAgency = template.sellerId === demoAgency.id;
    // Some agencies sell much more than others.
    const skewed = Math.floor(random.next() ** 2 * this.#agencies.length);
    const agency = soldByAgency ? this.#demoAgency : (this.#agencies[skewed] ?? this.#demoAgency);
    const producer = random.pick(agency.producers);
    const answers = answersOf(insured, template);
    const policyMeta = policyMetaOf({
      client: { name: insured.name, answers },
      intake: answers,
      agency: { id: agency.id, name: agency.name },
      producer,
      carrier: { id: demoCarrier.id, name: demoCarrier.name },
      agencyCodes: [],
    });
    return {
      index: index.toString(16).padStart(8, '0'),
      client: id,
      event: this.eventIdOf({ index, template }),
      policyMeta: JSON.stringify(policyMeta),
      producer: producer.id,
      name: insured.name,
      contactName: `${insured.firstName} ${insured.lastName}`,
      email: insured.email,
      phone: insured.phone,
      website: insured.website,
      address1: insured.address1,
      city: insured.city,
      zipcode: insured.zipcode,
    };
  }
}

/** The common answers (spec 2.1) of a client. */
export function answersOf(insured: Insured, { state, naics }: { state: string; naics: string }) {
  const { name, dbaName, firstName, lastName, email, phone, website, address1, city, zipcode } = insured;
  const texts: Record<string, string | undefined> = {
    'client.name': name,
    'client.dbaName': dbaName,
    'client.industry.naics': naics,
    'client.address1': address1,
    'client.city': city,
    'client.state': state,
    'client.zipcode': zipcode,
    'client.phoneNumber': phone,
    'client.email': email,
    'client.website': website,
    'client.contact.name': `${firstName} ${lastName}`,
    'client.contact.phoneNumber': phone,
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([qid, answer]) =>
      answer === undefined ? [] : [[qid, { type: 'ANSWER' as const, qid, answer }]],
    ),
  );
}

function bucketOf({ sellerId, state }: LifeTemplate): string {
  return `${sellerId} ${state}`;
}

function weightOf({ key }: BookProduct): number {
  return weights[key] ?? 10;
}

function numberOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
