import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClient, readClientAsOf } from '../../db/clients/read-client.js';
import { saveClientFromIntake } from '../../db/clients/save-client.js';
import { Client } from '../../db/models/client.js';
import { ClientAnswerVersion } from '../../db/models/client-answer-version.js';
import { type AnswerMap, answerMap } from '../../domain/intake/answers.js';
import {
  aClient,
  anOrganizationWithClients,
  answered,
  iteration,
  looped,
  saved,
} from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let organizationId: string;
const db = () => database.db;

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = await anOrganizationWithClients(db());
});
afterAll(() => database.drop());

/** Every version in order, the current one last, with the instant at which each begins. */
async function versionsOf(
  clientId: string,
): Promise<{ from: Date; until: Date | null; answers: AnswerMap }[]> {
  const past = await ClientAnswerVersion.query(db()).where('client_id', clientId).orderBy('valid_from');
  const current = await Client.query(db()).findById(clientId).throwIfNotFound();
  return [
    ...past.map(({ validFrom, validUntil, answers }) => ({ from: validFrom, until: validUntil, answers })),
    { from: current.answersValidFrom, until: null, answers: current.answers },
  ];
}

async function answersAsOf(clientId: string, instant: string): Promise<unknown> {
  const client = await readClientAsOf(db(), organizationId, clientId, instant);
  return client?.answers;
}

const microsecondBefore = (instant: Date) =>
  new Date(instant.getTime() - 1).toISOString().replace('Z', '999Z');

describe('saving a client', () => {
  it('keeps what was before a change, in ranges without a gap', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', '1'));
    await saved(db(), organizationId, { clientId: id, clientData: answered('a', '2') });
    await saved(db(), organizationId, { clientId: id, clientData: answered('a', '3') });

    const versions = await versionsOf(id);
    expect(versions.map(({ answers }) => answers)).toEqual(
      ['1', '2', '3'].map((text) => answered('a', text)),
    );
    expect(versions.map(({ until }) => until)).toEqual([versions[1]!.from, versions[2]!.from, null]);
  });

  it('makes no version where the answers stay the same', async () => {
    const { id } = await aClient(db(), organizationId, { ...answered('a', '1'), ...answered('b', '2') });
    await saved(db(), organizationId, { clientId: id, clientName: 'Renamed' });
    await saved(db(), organizationId, {
      clientId: id,
      clientData: { ...answered('b', '2'), ...answered('a', '1') },
    });
    await saved(db(), organizationId, { clientId: id, intakeLoopIterationIdsToDelete: [randomUUID()] });

    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('loses neither version of saves at once', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', 'first'));
    const texts = Array.from({ length: 20 }, (_, index) => `save ${index}`);

    await Promise.all(
      texts.map((text) => saved(db(), organizationId, { clientId: id, clientData: answered('a', text) })),
    );

    const versions = await versionsOf(id);
    const seen = versions.map(({ answers }) => answers.a?.type === 'ANSWER' && answers.a.answer);
    expect(seen[0]).toBe('first');
    expect(seen.slice(1).sort()).toEqual([...texts].sort());
    const instants = versions.map(({ from }) => from.getTime());
    expect(instants).toEqual([...new Set(instants)].sort((one, other) => one - other));
  });

  it('gives saves within one transaction, and after the clock was set back, later instants', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', '0'));
    const future = new Date(Date.now() + 3_600_000);
    await Client.query(db()).findById(id).patch({ answersValidFrom: future });

    for (const text of ['1', '2']) {
      await saved(db(), organizationId, { clientId: id, clientData: answered('a', text) });
    }

    const instants = (await versionsOf(id)).map(({ from }) => from.getTime() - future.getTime());
    expect(instants).toEqual([0, 1, 2]);
  });

  it('undoes the version with the transaction that made it', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', '1'));

    const failing = db().transaction(async (trx) => {
      await saveClientFromIntake(trx, { ...fromIntake(), clientId: id, intake: answered('a', '2') });
      throw new Error('after the save');
    });

    await expect(failing).rejects.toThrow('after the save');
    expect((await versionsOf(id)).map(({ answers }) => answers)).toEqual([answered('a', '1')]);
  });

  it('knows no client of another organization, and creates none for an unknown id', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', '1'));
    const other = await anOrganizationWithClients(db());
    const unknown = randomUUID();

    expect(await saved(db(), other, { clientId: id, clientName: 'Taken' })).toBeUndefined();
    expect(await saved(db(), organizationId, { clientId: unknown })).toBeUndefined();
    expect(await readClient(db(), other, id)).toBeUndefined();
    expect(await readClientAsOf(db(), other, id, 'infinity')).toBeUndefined();
    expect(await Client.query(db()).findById(id)).toMatchObject({
      name: 'Harbor Bakery LLC',
      organizationId,
    });
    expect(await Client.query(db()).findById(unknown)).toBeUndefined();
  });
});

const fromIntake = () => ({
  organizationId,
  newClientId: randomUUID(),
  clientNameQids: ['client.name', 'client.contact.name'],
  clientType: 'PERSONAL' as const,
});

describe('saving a client from an intake', () => {
  it('creates a lead named by the first name that is answered', async () => {
    const intake = { ...answered('client.name', ''), ...answered('client.contact.name', 'Ann Lee') };
    const client = await db().transaction((trx) => saveClientFromIntake(trx, { ...fromIntake(), intake }));

    expect(client).toMatchObject({ name: 'Ann Lee', type: 'PERSONAL', status: 'LEAD', answers: intake });
    expect(await versionsOf(client!.id)).toHaveLength(1);
  });

  it('puts the intake over what an existing client has answered, and keeps its type', async () => {
    const site = looped('sites', iteration(answered('site.city', 'Albany')));
    const { id } = await aClient(db(), organizationId, {
      ...answered('a', '1'),
      ...answered('b', '1'),
      ...site,
    });
    const intake = { ...answered('b', '2'), ...answered('client.name', 'New Name') };

    const client = await db().transaction((trx) =>
      saveClientFromIntake(trx, { ...fromIntake(), clientId: id, intake }),
    );

    expect(client).toMatchObject({ id, name: 'New Name', type: 'COMMERCIAL' });
    expect((await versionsOf(id)).map(({ answers }) => answers)).toEqual([
      { ...answered('a', '1'), ...answered('b', '1'), ...site },
      { ...answered('a', '1'), ...site, ...intake },
    ]);
  });

  it('keeps the name where the intake has none, and knows no client of another organization', async () => {
    const { id } = await aClient(db(), organizationId);
    const other = await anOrganizationWithClients(db());
    const intake = answered('a', '1');

    const save = (of: object) =>
      db().transaction((trx) => saveClientFromIntake(trx, { ...fromIntake(), clientId: id, intake, ...of }));

    expect(await save({ organizationId: other })).toBeUndefined();
    expect(await save({})).toMatchObject({ name: 'Harbor Bakery LLC', answers: intake });
  });
});

describe('reading as of a time', () => {
  it('answers each version from its first microsecond to its last', async () => {
    const { id } = await aClient(db(), organizationId, answered('a', '0'));
    for (const text of ['1', '2', '3']) {
      await saved(db(), organizationId, { clientId: id, clientData: answered('a', text) });
    }

    const versions = await versionsOf(id);
    expect(await answersAsOf(id, microsecondBefore(versions[0]!.from))).toBeUndefined();
    for (const [index, { from, answers }] of versions.entries()) {
      expect(await answersAsOf(id, from.toISOString())).toEqual(answers);
      const next = versions[index + 1];
      if (next) expect(await answersAsOf(id, microsecondBefore(next.from))).toEqual(answers);
    }
    expect(await answersAsOf(id, 'infinity')).toEqual(answered('a', '3'));
    expect(await answersAsOf(id, '-infinity')).toBeUndefined();
  });

  it('returns what was saved then, whatever was saved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswers, { minLength: 1, maxLength: 6 }), async (saves) => {
        const { id } = await aClient(db(), organizationId, saves[0]);
        const expected: { at: string; answers: AnswerMap }[] = [];
        for (const answers of saves) {
          const client = await saved(db(), organizationId, { clientId: id, clientData: answers });
          expected.push({ at: client!.answersValidFrom.toISOString(), answers });
        }
        for (const { at, answers } of expected) expect(await answersAsOf(id, at)).toEqual(answers);
        const latest = await readClient(db(), organizationId, id);
        expect(latest!.answers).toEqual(saves.at(-1));
      }),
      { numRuns: 40 },
    );
  });
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 20 });
const anyQid = fc.oneof(
  fc.constantFrom('client.name', 'a', 'constructor', 'toString', '1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
const someAnswers = fc
  .dictionary(anyQid, anyText, { maxKeys: 5, noNullPrototype: true })
  .map((texts) => Object.assign({}, ...Object.entries(texts).map(([qid, text]) => answered(qid, text))));
const anyLoop = fc.array(fc.record({ iterationId: fc.uuid(), answers: someAnswers }), { maxLength: 3 });

/** Maps that the contract accepts. */
const anyAnswers: fc.Arbitrary<AnswerMap> = fc
  .tuple(someAnswers, fc.dictionary(anyQid, anyLoop, { maxKeys: 2, noNullPrototype: true }))
  .map(([answers, loops]) =>
    Object.assign(answers, ...Object.entries(loops).map(([qid, passes]) => looped(qid, ...passes))),
  )
  .filter((map) => !JSON.stringify(map).includes('__proto__') && answerMap.safeParse(map).success);
