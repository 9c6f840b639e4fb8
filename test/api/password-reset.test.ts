import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '../../api/auth/second-factor/time-codes.js';
import { createUser } from '../../db/identity/people.js';
import { personOfProvider } from '../../db/identity/provider-identities.js';
import { beginSecondFactor, confirmSecondFactor } from '../../db/identity/second-factors.js';
import { changeRoles, disableUser, signOutUser } from '../../db/identity/user-changes.js';
import { Mail } from '../../db/models/mail.js';
import { PasswordReset } from '../../db/models/password-reset.js';
import { Session } from '../../db/models/session.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, testPassword } from '../support/identity-factory.js';

const serviceUrl = 'https://ioi.example.com';
const newPassword = 'another good password';

let database: TestDatabase;
let service: TestApp;
let organizationId: string;
/** Without passwords. */
let strict: string;
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = (await anOrganization(database.db)).organization.id;
  strict = (await anOrganization(database.db)).organization.id;
  service = await createTestApp(database, {
    now: () => new Date(Date.now() + laterMs),
    signOn: { passwordsOff: new Set([strict]), serviceUrl },
    trustedProxies: 1,
  });
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

let people = 0;
async function somebody(given: object = {}) {
  people += 1;
  const userId = `Person-${people}`;
  const email = `person-${people}@example.com`;
  return createUser(database.db, { organizationId, userId, email, password: testPassword, ...given });
}

/** Each from an address of its own, but for those that try the limit. */
let addresses = 0;
function ask(userId: string, given?: string) {
  addresses += 1;
  const address = given ?? `203.0.113.${addresses}`;
  return request(service.app).post('/ioi/v3/password-reset').set('X-Forwarded-For', address).send({ userId });
}
const mailsTo = (personId: string) => Mail.query(database.db).where('person_id', personId);

/** The tokens of the mails to somebody, once what was answered is done. */
async function tokensOf(personId: string): Promise<string[]> {
  await service.authentication.passwordResets.finish();
  const mails = await mailsTo(personId).orderBy('created_at');
  return mails.map(({ values }) => String(values.link).split('#')[1]!);
}

async function tokenFor({ id, userId }: { id: string; userId: string }): Promise<string> {
  await ask(userId).expect(202);
  return (await tokensOf(id)).at(-1)!;
}

const reset = (token: string, password = newPassword) =>
  request(service.app).post('/ioi/v3/password-reset/confirm').send({ token, newPassword: password });
const signIn = (userId: string, password: string, code?: string) =>
  request(service.app)
    .post('/ioi/v3/token')
    .send({ userId, password, grantType: 'PASSWORD', ...(code && { code }) });

describe('a link for a new password', () => {
  it('is mailed to the person, kept as a hash, and replaces the password once', async () => {
    const person = await somebody();
    const token = await tokenFor({ id: person.id, userId: person.userId.toUpperCase() });
    const [mail] = await mailsTo(person.id);
    expect(mail).toMatchObject({ organizationId, purpose: 'PASSWORD_RESET', toAddress: person.email });
    expect(mail!.values.link).toBe(`${serviceUrl}/console/new-password#${token}`);
    expect(JSON.stringify(await PasswordReset.query(database.db))).not.toContain(token);
    await signIn(person.userId, testPassword).expect(200);
    await reset(token).expect(204);
    await signIn(person.userId, testPassword).expect(401);
    await signIn(person.userId, newPassword).expect(200);
    const again = await reset(token, 'a third good password').expect(400);
    expect(again.body.errors).toMatchObject([{ field: 'token' }]);
    const entries = await database.db('audit_log').where('target_id', person.id).orderBy('id');
    expect(entries.map(({ action }) => action)).toEqual([
      ...['USER_CREATED', 'PASSWORD_RESET_REQUESTED', 'SIGNED_IN', 'PASSWORD_CHANGED', 'SIGNED_IN'],
    ]);
  });

  it('ends all sessions and tokens', async () => {
    const person = await somebody();
    const { body } = await signIn(person.userId, testPassword);
    const tokens = { Authorization: `Bearer ${body.accessToken}`, 'x-jwt-assertion': body.idToken };
    const hello = () => request(service.app).get('/ioi/v3/hello').set(tokens);
    await request(service.app)
      .post('/ioi/v3/session')
      .set('X-Session', 'current')
      .send({ userId: person.userId, password: testPassword })
      .expect(200);
    await hello().expect(200);
    await reset(await tokenFor(person)).expect(204);
    await expect.poll(async () => (await hello()).status, { timeout: 1000, interval: 20 }).toBe(401);
    expect(await Session.query(database.db).where('person_id', person.id)).toEqual([]);
  });

  it('leaves the second factor, which the sign-in asks for', async () => {
    const { db } = database;
    const person = await somebody();
    const [personId, secret] = [person.id, Buffer.alloc(20, 7)];
    await beginSecondFactor(db, personId, secret);
    await confirmSecondFactor(
      db,
      { personId, secret, step: 1 },
      { recoveryCodes: ['x'], now: new Date() },
      {},
    );
    await reset(await tokenFor(person)).expect(204);
    expect((await signIn(person.userId, newPassword).expect(401)).body.code).toBe('SECOND_FACTOR_NEEDED');
    await signIn(person.userId, newPassword, codeOf(secret, stepAt(new Date()))).expect(200);
  });

  it('counts once of parallel uses', async () => {
    const token = await tokenFor(await somebody());
    const answers = await Promise.all([1, 2, 3].map((each) => reset(token, `password number ${each}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  });

  it('counts for half an hour', async () => {
    const token = await tokenFor(await somebody());
    try {
      laterMs = 30 * 60_000;
      await reset(token).expect(400);
      laterMs -= 60_000;
      await reset(token).expect(204);
    } finally {
      laterMs = 0;
    }
  });

  it.each([
    ['another link was used', (_id: string, _userId: string, other: string) => reset(other).expect(204)],
    ['the person signed out everywhere', (_id: string, userId: string) => signOutUser(database.db, userId)],
    [
      'the e-mail address was changed',
      (_id: string, userId: string) =>
        changeRoles(database.db, userId, { roles: ['producer'], permissions: [], email: 'new@example.com' }),
    ],
    ['the person was disabled', (_id: string, userId: string) => disableUser(database.db, userId)],
  ])('is no longer valid when %s', async (_what, change) => {
    const person = await somebody();
    const [first, second] = [await tokenFor(person), await tokenFor(person)];
    await change(person.id, person.userId, first);
    await reset(second).expect(400);
  });

  it.each(['', 'x', 'x'.repeat(43), '\u0000', `${'a'.repeat(43)}\n`])('is not guessed: %j', async (token) => {
    await reset(token).expect(400);
  });
});

describe('asking for a link', () => {
  it('is answered alike, whoever is asked for, and mails nobody who has no password', async () => {
    const known = await somebody();
    const disabled = await somebody();
    await disableUser(database.db, disabled.userId);
    const off = await somebody({ organizationId: strict });
    const provided = await personOfProvider(
      database.db,
      {
        ...{ issuer: 'https://login.example', subject: 's', organizationId, userIds: ['acme/s'] },
        ...{ firstName: 'A', lastName: 'B', email: 's@example.com', roles: ['underwriter'] },
      },
      {},
    );
    const answers = [];
    for (const userId of [known.userId, disabled.userId, off.userId, provided.userId, 'nobody']) {
      const { status, text, headers } = await ask(userId);
      answers.push({ status, text, headers: Object.keys(headers).sort() });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 202, text: '' });
    for (const { id } of [disabled, off, provided]) expect(await tokensOf(id)).toEqual([]);
    expect(await tokensOf(known.id)).toHaveLength(1);
  });

  it('keeps a mail without an address as not sent, for the administrator to see', async () => {
    const { id, userId } = await somebody({ email: undefined });
    await ask(userId).expect(202);
    await service.authentication.passwordResets.finish();
    expect(await mailsTo(id)).toMatchObject([{ state: 'NOT_SENT', reason: 'NO_ADDRESS', values: {} }]);
  });

  it('mails somebody three times an hour, wherever it comes from', async () => {
    const { id, userId } = await somebody();
    for (let times = 0; times < 5; times += 1) await ask(userId).expect(202);
    expect(await tokensOf(id)).toHaveLength(3);
  });

  it('is answered thirty times in five minutes to an address', async () => {
    const statuses = [];
    for (let times = 0; times < 31; times += 1) {
      statuses.push((await ask(`nobody-${times}`, '198.51.100.1')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
    await ask('nobody', '198.51.100.2').expect(202);
  });
});
