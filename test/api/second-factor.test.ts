import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keys } from '../../api/administration/keys.js';
import { Organizations } from '../../api/administration/organizations.js';
import { administrationRoutes } from '../../api/administration/routes.js';
import { Users } from '../../api/administration/users.js';
import { codeOf, stepAt } from '../../api/auth/second-factor/time-codes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
/** Each code counts once: every use has a step of its own. */
let laterMs = 0;
const now = () => new Date(Date.now() + laterMs);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  service = await createTestApp(database, {
    resources: [
      administrationRoutes({
        organizations: new Organizations({ db }),
        users: new Users({ db }),
        keys: new Keys({ db, now }),
      }),
    ],
    now,
  });
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const signIn = (userId: string, code?: string, password = testPassword) =>
  request(service.app)
    .post('/ioi/v3/token')
    .send({ userId, password, grantType: 'PASSWORD', ...(code !== undefined && { code }) });

const secretOf = async (personId: string): Promise<Buffer> =>
  (await database.db('second_factors').where('person_id', personId).first()).secret;
/** A code that has not counted yet. */
async function nextCode(personId: string): Promise<string> {
  laterMs += 30_000;
  return codeOf(await secretOf(personId), stepAt(now()));
}

async function aPersonWithFactor() {
  const { organization, basic } = await anOrganization(database.db);
  const { id: personId, userId } = await aUser(database.db, { organizationId: organization.id });
  const { body: pair } = await signIn(userId).expect(200);
  const bearer = ({ accessToken, idToken }: { accessToken: string; idToken: string }) => ({
    ...{ Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken },
  });
  let by = bearer(pair);
  const own = (path: string, body: object) =>
    request(service.app).post(`/ioi/v3/me${path}`).set(by).send(body);
  const { body: begun } = await own('/second-factor', { password: testPassword }).expect(200);
  expect(begun.address).toContain(`secret=${begun.secret}`);
  // Until it is confirmed, the password is enough.
  await signIn(userId).expect(200);
  await own('/second-factor/confirm', { code: '000000' }).expect(400);
  const { body } = await own('/second-factor/confirm', { code: await nextCode(personId) }).expect(200);
  by = bearer(body);
  const recoveryCodes = body.recoveryCodes as string[];
  return { organization, basic, personId, userId, own, recoveryCodes };
}

describe('a second factor', () => {
  it('is asked for beside the password, and each code counts once', async () => {
    const { userId, personId } = await aPersonWithFactor();
    const missing = await signIn(userId).expect(401);
    expect(missing.body.code).toBe('SECOND_FACTOR_NEEDED');
    const code = await nextCode(personId);
    await signIn(userId, code).expect(200);
    expect((await signIn(userId, code).expect(401)).body.code).toBe('UNAUTHORIZED');
    await request(service.app)
      .post('/ioi/v3/session')
      .set('X-Session', 'current')
      .send({ userId, password: testPassword, code: await nextCode(personId) })
      .expect(200);
  });

  it('leaves a trace where the password is known and the code is not', async () => {
    const { userId, personId } = await aPersonWithFactor();
    await signIn(userId).expect(401);
    await signIn(userId).expect(401);
    await service.authentication.audit.write();
    const noted = await database
      .db('audit_log')
      .where({ target_id: personId, action: 'SIGN_IN_REFUSED' })
      .whereRaw(`details ->> 'reason' = 'SECOND_FACTOR_MISSING'`);
    expect(noted).toMatchObject([{ occurrences: 1 }]);
  });

  it('ends the tokens and sessions that began before it, but for the browser that added it', async () => {
    const { organization } = await anOrganization(database.db);
    const { id: personId, userId } = await aUser(database.db, { organizationId: organization.id });
    const page = { Host: 'localhost:3000', 'X-Session': 'current' };
    const inBrowser = async () => {
      const sent = request(service.app).post('/ioi/v3/session').set(page);
      const { headers } = await sent.send({ userId, password: testPassword }).expect(200);
      return { ...page, Cookie: headers['set-cookie']![0]!.split(';')[0]! };
    };
    const hello = (headers: Record<string, string>) => request(service.app).get('/ioi/v3/hello').set(headers);
    const [mine, stolen] = [await inBrowser(), await inBrowser()];
    const { body: pair } = await signIn(userId).expect(200);
    const tokens = { Authorization: `Bearer ${pair.accessToken}`, 'x-jwt-assertion': pair.idToken };
    for (const each of [mine, stolen, tokens]) await hello(each).expect(200);
    const own = (path: string, body: object) =>
      request(service.app).post(`/ioi/v3/me/second-factor${path}`).set(mine).send(body);
    await own('', { password: testPassword }).expect(200);
    const confirmed = await own('/confirm', { code: await nextCode(personId) }).expect(200);
    const kept = { ...page, Cookie: confirmed.headers['set-cookie']![0]!.split(';')[0]! };
    await hello(kept).expect(200);
    for (const each of [stolen, tokens, mine]) {
      await expect.poll(async () => (await hello(each)).status, { timeout: 1000, interval: 20 }).toBe(401);
    }
  });

  it('is asked for where the password is changed', async () => {
    const { userId, personId, own } = await aPersonWithFactor();
    const change = (code?: string, password = testPassword) =>
      own('/password', { password, newPassword: 'another good password', code });
    const missing = await change().expect(400);
    expect(missing.body.errors).toMatchObject([{ field: 'code' }]);
    await change('000000').expect(400);
    await change(await nextCode(personId), 'a wrong one').expect(400);
    await change(await nextCode(personId)).expect(200);
    await signIn(userId, await nextCode(personId), 'another good password').expect(200);
  });

  it('tells nothing where the password is wrong', async () => {
    const { userId, personId } = await aPersonWithFactor();
    const wrong = await signIn(userId, undefined, 'a wrong one').expect(401);
    expect(wrong.body.code).toBe('UNAUTHORIZED');
    const code = await nextCode(personId);
    await signIn(userId, code, 'a wrong one').expect(401);
    // The code has not counted.
    await signIn(userId, code).expect(200);
  });

  it('counts once of parallel uses', async () => {
    const { userId, personId } = await aPersonWithFactor();
    const code = await nextCode(personId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(userId, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('is guessed ten times and no more, and asking for the code is no failure', async () => {
    const { userId, personId } = await aPersonWithFactor();
    for (let times = 0; times < 15; times += 1) await signIn(userId).expect(401);
    for (let times = 0; times < 10; times += 1) await signIn(userId, '000000').expect(401);
    await signIn(userId, await nextCode(personId)).expect(429);
  });

  it('is asked for thirty times in five minutes of who knows the password alone', async () => {
    const { userId, personId } = await aPersonWithFactor();
    for (let times = 0; times < 30; times += 1) await signIn(userId).expect(401);
    await signIn(userId).expect(429);
    await signIn(userId, await nextCode(personId)).expect(200);
  });

  it('is guessed no more than ten times a day, wherever and however long the other limits are over', async () => {
    const { userId, personId, own, basic } = await aPersonWithFactor();
    for (let times = 0; times < 9; times += 1) await signIn(userId, '000000').expect(401);
    // As after five minutes, from elsewhere.
    const forget = () =>
      database.db('sign_in_counters').whereRaw(`window_ends_at < now() + interval '1 hour'`).delete();
    await forget();
    await own('/second-factor/remove', { password: testPassword, code: '000000' }).expect(400);
    await forget();
    const answer = await signIn(userId, await nextCode(personId)).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(20 * 3600);
    await request(service.app)
      .post(`/ioi/v3/user/${personId}/second-factor/reset`)
      .set('Authorization', basic)
      .expect(200);
    await signIn(userId).expect(200);
  });

  it('that waits to be confirmed is guessed ten times', async () => {
    const { own, personId } = await aPersonWithFactor();
    await own('/second-factor/remove', { password: testPassword, code: await nextCode(personId) }).expect(
      204,
    );
    await own('/second-factor', { password: testPassword }).expect(200);
    for (let times = 0; times < 10; times += 1)
      await own('/second-factor/confirm', { code: '000000' }).expect(400);
    await own('/second-factor/confirm', { code: '000000' }).expect(429);
    await own('/second-factor', { password: testPassword }).expect(200);
    await own('/second-factor/confirm', { code: '000000' }).expect(400);
  });

  it('is replaced once by each recovery code, which is stored as a hash', async () => {
    const { userId, personId, recoveryCodes } = await aPersonWithFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    await signIn(userId, first.toLowerCase()).expect(200);
    await signIn(userId, first).expect(401);
    await signIn(userId, second.replaceAll('-', ' ')).expect(200);
    const rows = await database.db('recovery_codes').where('person_id', personId);
    expect(rows).toHaveLength(8);
    const used = await database.db('audit_log').where({ target_id: personId, action: 'RECOVERY_CODE_USED' });
    expect(used).toHaveLength(2);
  });

  it('is removed with the password and a code', async () => {
    const { userId, personId, own } = await aPersonWithFactor();
    await own('/second-factor', { password: testPassword }).expect(409);
    await own('/second-factor/remove', { password: testPassword, code: '000000' }).expect(400);
    await own('/second-factor/remove', { password: testPassword, code: await nextCode(personId) }).expect(
      204,
    );
    await signIn(userId).expect(200);
    await own('/second-factor/confirm', { code: '123456' }).expect(409);
  });

  it('is reset by an administrator of the organization for somebody who lost it', async () => {
    const { userId, personId, basic, own } = await aPersonWithFactor();
    const stranger = await anOrganization(database.db);
    const reset = (by: string) =>
      request(service.app).post(`/ioi/v3/user/${personId}/second-factor/reset`).set('Authorization', by);
    await reset(stranger.basic).expect(404);
    await reset(basic).expect(200);
    await expect
      .poll(async () => (await own('/second-factor', { password: testPassword })).status, {
        timeout: 1000,
        interval: 50,
      })
      .toBe(401);
    await signIn(userId).expect(200);
    await reset(basic).expect(409);
  });
});
