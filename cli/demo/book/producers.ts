import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { hashPassword } from '../../../db/identity/passwords.js';
import { Person } from '../../../db/models/person.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { demoAgency, demoCarrier } from '../organizations.js';
import { emailOf, type Mark, marks } from './insured.js';
import type { Random } from './random.js';
import { firstNames, lastNames } from './words.js';

/** A person who sells. */
export interface Producer {
  sellerId: string;
  producer: Record<Extract<Mark, `producer${string}`>, string>;
}

const counts = [
  [demoCarrier, 48],
  [demoAgency, 12],
] as const;

/** Adds a book's producers to the people of the demo organizations. Nobody knows their passwords. */
export async function addProducers(trx: Knex, random: Random, seed: string): Promise<Producer[]> {
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
  const people = counts.flatMap(([{ id: organizationId, slug }, count]) =>
    Array.from({ length: count }, (_, index) => {
      const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
      const email = emailOf(firstName, lastName, slug);
      const userId = `${slug}-${seed}-${index + 1}`;
      return { id: derivedId('book', seed, userId), organizationId, userId, firstName, lastName, email };
    }),
  );
  await Person.query(trx).insert(people.map((person) => sellerBy(person, passwordHash)));
  return people.map(({ organizationId, id, firstName, lastName, email }) => ({
    sellerId: organizationId,
    producer: {
      ...{ producer: id, producerFirstName: firstName, producerLastName: lastName, producerEmail: email },
    },
  }));
}

/** Adds the producer of a life, whose texts are marks; the id. */
export async function addMarkedProducer(trx: Knex, organizationId: string, seed: string): Promise<string> {
  const id = derivedId('book', seed, 'marked producer');
  const { producerFirstName: firstName, producerLastName: lastName, producerEmail: email } = marks;
  await Person.query(trx).insert(
    sellerBy({ id, organizationId, userId: `book-${seed}-marked`, firstName, lastName, email }, '-'),
  );
  return id;
}

function sellerBy(person: Partial<Person>, passwordHash: string): Partial<Person> {
  return { ...person, passwordHash, roles: ['producer'], permissions: [] };
}
