import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { hashPassword } from '../../../db/identity/passwords.js';
import { Person } from '../../../db/models/person.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { demoAgency, demoCarrier } from '../organizations.js';
import { emailOf, type Mark, marks } from './insured.js';
import type { Random } from './random.js';
import { firstNames, lastNames } from './words.js';

/** A person who sells, with the texts that take the place of the marks of a life's producer. */
export interface Producer {
  sellerId: string;
  marks: Record<Extract<Mark, `producer${string}`>, string>;
}

const counts = [
  [demoCarrier, 48],
  [demoAgency, 12],
] as const;

/** Adds a book's producers to the people of the demo organizations. Nobody knows their passwords. */
export async function addProducers(db: Knex, random: Random, seed: string): Promise<Producer[]> {
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
  const producers = counts.flatMap(([{ id: sellerId, slug }, count]) =>
    Array.from({ length: count }, (_, index): Producer => {
      const [producerFirstName, producerLastName] = [random.pick(firstNames), random.pick(lastNames)];
      const producerEmail = emailOf(producerFirstName, producerLastName, slug);
      const producer = producerId(seed, slug, index);
      return { sellerId, marks: { producer, producerFirstName, producerLastName, producerEmail } };
    }),
  );
  await Person.query(db).insert(producers.map((producer) => ({ ...personOf(producer), passwordHash })));
  return producers;
}

/** Whether a database has the book of a seed. */
export async function hasBook(db: Knex, seed: string): Promise<boolean> {
  return (await Person.query(db).findById(producerId(seed, demoCarrier.slug, 0))) !== undefined;
}

const producerId = (seed: string, slug: string, index: number): string =>
  derivedId('book', seed, slug, String(index));

/** Adds the producer of a life, who is known under marks; the id. */
export async function addMarkedProducer(trx: Knex, seed: string): Promise<string> {
  const producer = derivedId('book', seed, 'marked producer');
  await Person.query(trx).insert({
    ...personOf({ sellerId: demoCarrier.id, marks: { ...marks, producer } }),
    passwordHash: '-',
  });
  return producer;
}

function personOf({ sellerId: organizationId, marks: texts }: Producer): Partial<Person> {
  const {
    producer: id,
    producerFirstName: firstName,
    producerLastName: lastName,
    producerEmail: email,
  } = texts;
  return {
    id,
    organizationId,
    userId: `producer-${id}`,
    firstName,
    lastName,
    email,
    roles: ['producer'],
    permissions: [],
  };
}
