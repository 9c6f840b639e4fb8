import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseClock } from '../../db/clock.js';
import { revokeApiKey } from '../../db/identity/api-keys.js';
import { Person } from '../../db/models/person.js';
import { SigningKey } from '../../db/models/signing-key.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, basicOf, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const db = () => database.db;
const hello = (headers: Record<string, string>, { app } = service) =>
  request(app).get('/ioi/v3/hello').set(headers);
const signIn = (userId: string, password = testPassword, { app } = service) =>
  request(app).post('/ioi/v3/token').send({ userId, password, grantType: 'PASSWORD' });

async function aSignedInUser() {
  const { organization } = await anOrganization(db());
  const person = await aUser(db(), { organizationId: organization.id });
  const { body } = await signIn(person.userId).expect(200);
  return { person, organization, accessToken: body.accessToken as string, idToken: body.idToken as string };
}

const generous = { perUserAtAddress: 1000, perUser: 1000, perAddress: 1000, windowMs: 60_000 };

const bearer = (accessToken: string, idToken: string) => ({
  Authorization: `Bearer ${accessToken}`,
  'x-jwt-assertion': idToken,
});

async function signedAnew(token: string, changes: { claims?: object; header?: object }): Promise<string> {
  const [key] = await SigningKey.query(db());
  const header = { ...decodeProtectedHeader(token), ...changes.header } as { alg: string };
  return new SignJWT({ ...decodeJwt(token), ...changes.claims })
    .setProtectedHeader(header)
    .sign(await importJWK(key!.privateJwk, 'ES256'));
}

describe('an API key', () => {
  it('is greeted', async () => {
    const { basic } = await anOrganization(db());
    const response = await hello({ Authorization: basic }).expect(200);
    expect(response.text).toBe('hello');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each([
    ['nothing', undefined],
    ['no credentials', 'Basic'],
    ['an empty secret', basicOf('ioi_000000000000000000000000', '')],
    ['what is not base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['an unknown key', basicOf('ioi_000000000000000000000000', 'x')],
    ['a NUL in the key', basicOf('ioi_\0', 'x')],
    ['another scheme', 'Digest abc'],
    ['a scheme that only contains the name', 'XBasic aW9pOng='],
  ])('is refused with %s', async (_what, authorization) => {
    const response = await hello(authorization === undefined ? {} : { Authorization: authorization });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toContain('Basic realm="ioi"');
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.body).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  it.each([
    ['Sec-Fetch-Mode', 'cors', false],
    ['Sec-Fetch-Mode', 'same-origin', false],
    ['Sec-Fetch-Mode', 'navigate', true],
    ['X-Requested-With', 'XMLHttpRequest', false],
    ['Accept', 'application/json', true],
  ])(
    'with %s: %s, is refused with a challenge that opens a window to sign in: %s',
    async (name, value, opens) => {
      const wrong = basicOf('ioi_000000000000000000000000', 'x');
      for (const headers of [{ [name]: value }, { [name]: value, Authorization: wrong }]) {
        const response = await hello(headers).expect(401);
        expect(response.headers['www-authenticate']).toBe(
          opens ? 'Basic realm="ioi", charset="UTF-8", Bearer realm="ioi"' : 'Bearer realm="ioi"',
        );
      }
    },
  );

  it('is refused with anything after it', async () => {
    const { basic } = await anOrganization(db());
    await hello({ Authorization: `${basic} and more` }).expect(401);
    await hello({ Authorization: basic.toLowerCase().replace(/ .*/, basic.slice(5)) }).expect(200);
  });

  it('is refused with the secret of another', async () => {
    const [one, another] = [await anOrganization(db()), await anOrganization(db())];
    await hello({ Authorization: basicOf(one.key, another.secret) }).expect(401);
  });

  it('is refused everywhere within moments of its revocation, though it was in memory', async () => {
    const second = await createTestApp(database);
    const { key, basic } = await anOrganization(db());
    await hello({ Authorization: basic }).expect(200);
    await hello({ Authorization: basic }, second).expect(200);
    await revokeApiKey(db(), key);
    await expect
      .poll(async () => (await hello({ Authorization: basic })).status, { timeout: 1000 })
      .toBe(401);
    await expect
      .poll(async () => (await hello({ Authorization: basic }, second)).status, { timeout: 1000 })
      .toBe(401);
    await second.close();
  });

  it('is still refused after revocation when the news of it was missed', async () => {
    const { key, basic } = await anOrganization(db());
    await hello({ Authorization: basic }).expect(200);
    await db().raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ioi-notifications' and datname = current_database()",
    );
    await revokeApiKey(db(), key);
    await expect
      .poll(async () => (await hello({ Authorization: basic })).status, { timeout: 2000 })
      .toBe(401);
  });

  it('is kept as a hash only', async () => {
    const { key, secret } = await anOrganization(db());
    const row = await db()('api_keys').where({ key }).first();
    expect(row.secret_sha256).toEqual(createHash('sha256').update(secret).digest());
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});

describe('POST /token', () => {
  beforeEach(() => db()('sign_in_counters').delete());

  it('answers a pair of tokens that authenticates', async () => {
    const { person, organization, accessToken, idToken } = await aSignedInUser();
    await hello(bearer(accessToken, idToken)).expect(200, 'hello');
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ sub: person.id, org: organization.id, iss: 'urn:ioi:dev' });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  });

  it("answers tokens that are valid by the database's clock, though the process's own is hours ahead or behind", async () => {
    const { organization } = await anOrganization(db());
    const { userId } = await aUser(db(), { organizationId: organization.id });
    const clock = new DatabaseClock(db());
    await clock.read();
    const other = await createTestApp(database, { now: clock.now });
    const threeHoursMs = 3 * 3_600_000;
    try {
      for (const jumpMs of [threeHoursMs, -2 * threeHoursMs]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs });
        const { body } = await signIn(userId, testPassword, other).expect(200);
        await hello(bearer(body.accessToken, body.idToken), other).expect(200);
        vi.useRealTimers();
        await hello(bearer(body.accessToken, body.idToken)).expect(200);
      }
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });

  it('finds the user id regardless of case and says not to keep the answer', async () => {
    const { organization } = await anOrganization(db());
    const { userId } = await aUser(db(), { organizationId: organization.id });
    const { headers } = await signIn(userId.toUpperCase()).expect(200);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers an unknown user, a wrong password and a disabled user alike', async () => {
    const { person } = await aSignedInUser();
    const { person: disabled } = await aSignedInUser();
    await Person.query(db()).findById(disabled.id).patch({ disabledAt: new Date() });
    const answers = await Promise.all([
      signIn('nobody@example.com'),
      signIn(person.userId, 'wrong'),
      signIn(disabled.userId),
    ]);
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBeDefined();
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]!.body, requestId: '' });
    }
  });

  it('costs as much for an unknown user as for a wrong password', async () => {
    const { organization } = await anOrganization(db());
    const { userId } = await aUser(db(), { organizationId: organization.id });
    const unhurried = await createTestApp(database, {
      loginLimits: generous,
    });
    // CPU time, the least of turns taken one after the other: what else the machine does must not decide.
    const cost = async (who: string) => {
      const before = process.cpuUsage();
      await signIn(who, 'wrong', unhurried).expect(401);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    let [unknown, known] = [Infinity, Infinity];
    for (let turn = 0; turn < 15; turn++) {
      unknown = Math.min(unknown, await cost('nobody@example.com'));
      known = Math.min(known, await cost(userId));
    }
    const ratio = unknown / known;
    await unhurried.close();
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it.each([
    [{ userId: 'a', password: 'b' }, 'grantType'],
    [{ userId: 'a', password: 'b', grantType: 'REFRESH' }, 'grantType'],
    [{ userId: 'a', grantType: 'PASSWORD' }, 'password'],
    [{ userId: 7, password: 'b', grantType: 'PASSWORD' }, 'userId'],
    [{ userId: '', password: 'b', grantType: 'PASSWORD' }, 'userId'],
    [{ userId: 'a\u0000', password: 'b', grantType: 'PASSWORD' }, 'userId'],
  ])('refuses %j', async (body, field) => {
    const response = await request(service.app).post('/ioi/v3/token').send(body).expect(400);
    expect(response.body.errors.map((each: { field: string }) => each.field)).toEqual([field]);
  });

  it('limits failed logins by user id, even side by side, and not successful ones', async () => {
    const limited = await createTestApp(database, {
      loginLimits: { ...generous, perUserAtAddress: 3 },
    });
    const { organization } = await anOrganization(db());
    const [one, other] = [
      await aUser(db(), { organizationId: organization.id }),
      await aUser(db(), { organizationId: organization.id }),
    ];
    for (let i = 0; i < 5; i++) await signIn(other.userId, testPassword, limited).expect(200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(one.userId, 'wrong', limited)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(401),
      ...Array(7).fill(429),
    ]);
    const refused = await signIn(one.userId.toUpperCase(), testPassword, limited).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    await signIn(other.userId, testPassword, limited).expect(200);
    await limited.close();
  });

  it('limits failed logins by address', async () => {
    const limited = await createTestApp(database, {
      loginLimits: { ...generous, perUserAtAddress: 3, perAddress: 4 },
    });
    for (let i = 0; i < 4; i++) await signIn(`nobody-${i}@example.com`, 'wrong', limited).expect(401);
    await signIn('nobody-5@example.com', 'wrong', limited).expect(429);
    await limited.close();
  });

  it.each([
    // What a proxy appends is at the end; what stands before it was sent by the caller, and proves nothing.
    { trustedProxies: 0, callers: ['10.0.0.1', '10.0.0.2'], statuses: [401, 429] },
    { trustedProxies: 1, callers: ['10.0.0.1', '10.0.0.2', '10.0.0.2'], statuses: [401, 401, 429] },
    { trustedProxies: 1, callers: ['1.1.1.1, 10.0.0.1', '2.2.2.2, 10.0.0.1'], statuses: [401, 429] },
    { trustedProxies: 2, callers: ['10.0.0.1, 10.9.9.9', '10.0.0.2, 10.9.9.9'], statuses: [401, 401] },
  ])('takes the address of $callers behind $trustedProxies proxies', async (example) => {
    const { trustedProxies, callers, statuses } = example;
    const loginLimits = { ...generous, perAddress: 1 };
    const limited = await createTestApp(database, { loginLimits, trustedProxies });
    const seen: number[] = [];
    for (const [i, caller] of callers.entries()) {
      const answer = await signIn(`nobody-${i}@example.com`, 'wrong', limited).set('X-Forwarded-For', caller);
      seen.push(answer.status);
    }
    await limited.close();
    expect(seen).toEqual(statuses);
  });
});

describe('a pair of tokens', () => {
  it('is refused where it is not of one login', async () => {
    const { person, accessToken, idToken } = await aSignedInUser();
    const { body: again } = await signIn(person.userId).expect(200);
    const other = await aSignedInUser();
    const refused: [string, string][] = [
      [accessToken, again.idToken],
      [again.accessToken, idToken],
      [accessToken, other.idToken],
      [idToken, accessToken],
      [accessToken, accessToken],
      [idToken, idToken],
      [accessToken, ''],
      ['', idToken],
      [accessToken, `${idToken}x`],
      [`${accessToken}, ${accessToken}`, idToken],
    ];
    for (const pair of refused) expect((await hello(bearer(...pair))).status).toBe(401);
    await hello({ Authorization: `Bearer ${accessToken}` }).expect(401);
    await hello({ 'x-jwt-assertion': idToken }).expect(401);
    await hello(bearer(accessToken, idToken)).expect(200);
  });

  it.each([
    ['has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }],
    ['is of another issuer', { claims: { iss: 'urn:ioi:prod' } }],
    ['is for another audience', { claims: { aud: 'ioi-client' } }],
    ['is of another type', { header: { typ: 'JWT' } }],
    ['names an unknown key', { header: { kid: 'unknown' } }],
    ['is of another organization', { claims: { org: '11111111-1111-4111-8111-111111111111' } }],
  ])('is refused where the access token %s', async (_what, changes) => {
    const { accessToken, idToken } = await aSignedInUser();
    const forged = await signedAnew(accessToken, changes);
    // Bound to the forged token, so that only the change itself can be what is refused.
    const at_hash = createHash('sha256').update(forged).digest().subarray(0, 16).toString('base64url');
    await hello(bearer(forged, await signedAnew(idToken, { claims: { at_hash } }))).expect(401);
  });

  it('is accepted when signed anew without a change, which shows that the forgeries are refused for theirs', async () => {
    const { accessToken, idToken } = await aSignedInUser();
    const signed = await signedAnew(accessToken, {});
    const at_hash = createHash('sha256').update(signed).digest().subarray(0, 16).toString('base64url');
    await hello(bearer(signed, await signedAnew(idToken, { claims: { at_hash } }))).expect(200);
  });

  it('is refused without a signature', async () => {
    const { accessToken, idToken } = await aSignedInUser();
    const none = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(accessToken), alg: 'none' }));
    const unsigned = `${none.toString('base64url')}.${accessToken.split('.')[1]}.`;
    await hello(bearer(unsigned, idToken)).expect(401);
    await hello(bearer(accessToken.replace(/\.[^.]*$/, '.'), idToken)).expect(401);
  });

  it('is refused once its user is disabled', async () => {
    const { person, accessToken, idToken } = await aSignedInUser();
    await hello(bearer(accessToken, idToken)).expect(200);
    await Person.query(db()).findById(person.id).patch({ disabledAt: new Date() });
    await expect
      .poll(async () => (await hello(bearer(accessToken, idToken))).status, { timeout: 1000 })
      .toBe(401);
  });

  it('is good at every process and after a restart, and makes one key pair', async () => {
    const own = await createTestDatabase();
    const { organization } = await anOrganization(own.db);
    const { userId } = await aUser(own.db, { organizationId: organization.id });
    const processes = await Promise.all(Array.from({ length: 4 }, () => createTestApp(own)));
    const logins = await Promise.all(processes.map((each) => signIn(userId, testPassword, each).expect(200)));
    expect(await SigningKey.query(own.db).resultSize()).toBe(1);
    for (const each of processes) {
      for (const { body } of logins) await hello(bearer(body.accessToken, body.idToken), each).expect(200);
      await each.close();
    }
    const restarted = await createTestApp(own);
    await hello(bearer(logins[0]!.body.accessToken, logins[0]!.body.idToken), restarted).expect(200);
    await restarted.close();
    await own.drop();
  });
});
