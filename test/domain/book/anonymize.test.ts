import { describe, expect, it } from 'vitest';
import { Anonymizer } from '../../../domain/book/anonymize.js';
import { personalKindOf } from '../../../domain/book/personal-kind.js';
import { Pseudonyms } from '../../../domain/book/pseudonyms.js';

const nothing = { ids: new Map<string, string>(), texts: new Map<string, string>() };

describe('names that tell of whom a value is', () => {
  it.each([
    ['client.contact.name', 'NAME'],
    ['driver.firstName', 'NAME'],
    ['insured.dbaName', 'NAME'],
    ['insuredName', 'NAME'],
    ['payments.payer', 'NAME'],
    ['client.email', 'EMAIL'],
    ['client.contact.phoneNumber', 'PHONE'],
    ['building.address1', 'STREET'],
    ['driver.licenseNumber', 'IDENTIFIER'],
    ['vehicle.vin', 'IDENTIFIER'],
    ['losses.description', 'TEXT'],
  ])('%s is %s', (name, kind) => expect(personalKindOf(name, true)).toBe(kind));

  it.each([
    'client.address.state',
    'client.zipcode',
    'driver.dateOfBirth',
    'driver.licenseState',
    'agency.name',
    'policies.product_name',
    'organizationName',
    'business.employees',
    'client.industry.naics',
  ])('%s stays', (name) => expect(personalKindOf(name, true)).toBeUndefined());
});

it('replaces a value by one of its kind, the same wherever it stands', () => {
  const names = new Pseudonyms('seed');
  const name = names.of('NAME', 'Kevin Petrov');
  expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  expect(name).toBe(`${names.of('NAME', 'Kevin')} ${names.of('NAME', 'Petrov')}`);
  expect(names.of('NAME', 'Petrov & Sons Diner LLC')).toMatch(/^[A-Z]\w+ & Sons [A-Z]\w+ LLC$/);
  expect(names.of('EMAIL', 'kevin.petrov@diner.com')).toMatch(/^[a-z]+\.[a-z]+@[a-z]+\d+\.example$/);
  expect(names.of('PHONE', '+1 828 555 9782')).toMatch(/^\+1 828 555 01\d\d$/);
  expect(names.of('STREET', '7666 Church Street')).toMatch(/^\d{4} [A-Z]\w+ Street$/);
  expect(names.of('IDENTIFIER', 'NC-1234567')).toMatch(/^[A-Z]{2}-\d{7}$/);
  expect(new Pseudonyms('seed').of('NAME', 'Kevin Petrov')).toBe(name);
});

it('replaces known values in other texts, and leaves what is rated', () => {
  const answer = (qid: string, text: string) => ({ qid, type: 'ANSWER', answer: text });
  const record = {
    intake: { a: answer('client.name', 'Petrov Diner'), b: answer('client.zipcode', '28412') },
    description: 'A call of Petrov Diner.',
    createdBy: { kind: 'USER', name: 'Kimberly Stewart', organizationName: 'Harbor Street Agency' },
  };
  const { intake, description, createdBy } = new Anonymizer('seed', new Set()).record(record, nothing);
  expect(intake.a.answer).not.toBe('Petrov Diner');
  expect(intake.b).toEqual(record.intake.b);
  expect(description).toBe(`A call of ${intake.a.answer}.`);
  expect(createdBy).toMatchObject({ kind: 'USER', organizationName: 'Harbor Street Agency' });
  expect(createdBy.name).not.toContain('Stewart');
});

it('gives each number of a counter another one, none of them twice', () => {
  const anonymizer = new Anonymizer('seed', new Set());
  for (const last of [1n, 2n, 10n, 997n]) {
    const numbers = Array.from({ length: Number(last) }, (_, index) =>
      anonymizer.numberOf('GL-{seq}', BigInt(index + 1), last),
    );
    expect(new Set(numbers).size).toBe(Number(last));
    expect(numbers.every((number) => number >= 1n && number <= last)).toBe(true);
  }
});
