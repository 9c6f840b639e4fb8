import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Keys } from '../../api/administration/keys.js';
import { Organizations } from '../../api/administration/organizations.js';
import { administrationRoutes } from '../../api/administration/routes.js';
import { Users } from '../../api/administration/users.js';
import { type Role, roles } from '../../api/http/roles.js';
import { createApiKey, type NewApiKey } from '../../db/identity/api-keys.js';
import { createUser } from '../../db/identity/people.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, basicOf, type TestOrganization, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let office: TestOrganization;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  service = await createTestApp(database, {
    resources: [
      administrationRoutes({
        organizations: new Organizations({ db }),
        users: new Users({ db }),
        keys: new Keys({ db, now: () => new Date() }),
      }),
    ],
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  office = await anOrganization(database.db);
});

type Headers = Record<string, string>;
const by = (basic: string): Headers => ({ Authorization: basic });
const call = (method: 'get' | 'post' | 'put', path: string, body?: object, headers = by(office.basic)) =>
  request(service.app)[method](`/ioi/v3${path}`).set(headers).send(body);
const signIn = (userId: string, password: string) =>
  request(service.app).post('/ioi/v3/token').send({ userId, password, grantType: 'PASSWORD' });
const hello = (headers: Headers) => request(service.app).get('/ioi/v3/hello').set(headers);
const anId = () => `user-${randomUUID()}@example.com`;

async function keyWith(given: Omit<NewApiKey, 'organizationId'>): Promise<Headers> {
  const { apiKey, secret } = await createApiKey(database.db, {
    organizationId: office.organization.id,
    ...given,
  });
  return by(basicOf(apiKey.key, secret));
}

/** A user with roles, signed in. */
async function signedIn(...given: Role[]) {
  const { id: organizationId } = office.organization;
  const user = { organizationId, userId: anId(), password: testPassword, roles: given };
  const { id: personId, userId } = await createUser(database.db, user);
  const { body } = await signIn(userId, testPassword).expect(200);
  return { personId, userId, headers: bearer(body) };
}

const bearer = ({ accessToken, idToken }: { accessToken: string; idToken: string }): Headers => ({
  ...{ Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken },
});

const audited = async (targetId: string) =>
  database
    .db('audit_log')
    .where('target_id', targetId)
    .orderBy('id')
    .select('action', 'actor_name', 'details');

describe('GET /role', () => {
  it('tells the roles with their permissions, and what each permission allows', async () => {
    const { body } = await call('get', '/role', undefined, await keyWith({ roles: ['read-only'] })).expect(
      200,
    );
    expect(body.roles).toContainEqual({
      role: 'billing',
      permissions: roles.billing,
      events: expect.arrayContaining(['PAYMENT_RECEIVED', 'PAYMENT_REFUND']),
    });
    expect(body.permissions).toContainEqual({
      permission: 'audit:read',
      allows: expect.stringMatching(/audit/),
    });
  });
});

describe('a user', () => {
  it('is created with a password that is shown once, and is kept nowhere', async () => {
    const userId = anId();
    const created = await call('post', '/user', {
      userId,
      firstName: 'Grace',
      roles: ['billing', 'billing'],
    });
    expect(created.status).toBe(200);
    expect(created.headers['cache-control']).toBe('no-store');
    const { personId, password } = created.body;
    expect(created.body).toMatchObject({ userId, firstName: 'Grace', roles: ['billing'], active: true });
    await signIn(userId, password).expect(200);

    const read = await call('get', `/user/${personId}`).expect(200);
    const { password: _, ...user } = created.body;
    expect(read.body).toEqual({
      ...user,
      signIn: { hasSecondFactor: false, lastTimestamp: expect.any(String) },
    });
    expect(JSON.stringify(await audited(personId))).not.toContain(password);
    const given = await call('post', '/user', { userId: anId(), password: 'chosen by me' }).expect(200);
    expect(given.body.password).toBeUndefined();
    await signIn(given.body.userId, 'chosen by me').expect(200);
    expect(await audited(personId)).toMatchObject([
      { action: 'USER_CREATED', details: { roles: ['billing'] } },
      { action: 'SIGNED_IN' },
    ]);
  });

  it('is created once, however often its request is repeated under one key', async () => {
    const creation = { userId: anId(), roles: ['author'], password: 'a low-entropy password' };
    const headers = { ...by(office.basic), 'Idempotency-Key': randomUUID() };
    const [first, second] = await Promise.all(
      [1, 2].map(() => call('post', '/user', creation, headers).expect(200)),
    );
    expect(second!.body).toEqual(first!.body);
    await call('post', '/user', { ...creation, password: 'another password' }, headers).expect(422);
    const { body } = await call('post', '/user', creation).expect(409);
    expect(body).toMatchObject({ code: 'DUPLICATE', errors: [{ field: 'userId' }] });
  });

  it('gets a new password when its creation is repeated after a crash', async () => {
    const headers = { ...by(office.basic), 'Idempotency-Key': randomUUID() };
    const creation = { userId: anId(), roles: ['author'] };
    const first = await call('post', '/user', creation, headers).expect(200);
    await database
      .db('idempotency_keys')
      .where('operation_id', first.body.personId)
      .update({ status: null, answer: null, lease_until: new Date(0) });
    const again = await call('post', '/user', creation, headers).expect(200);
    expect(again.body).toEqual({ ...first.body, password: expect.any(String) });
    await signIn(creation.userId, again.body.password).expect(200);
    expect(await audited(first.body.personId)).toMatchObject([
      { action: 'USER_CREATED' },
      { action: 'SIGNED_IN' },
    ]);
  });

  it('is listed, page by page and by whether they are active', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.unshift((await call('post', '/user', { userId: anId() })).body.personId);
    await call('post', `/user/${ids[1]}/disable`).expect(200);
    const listed = async (query: string) => (await call('get', `/user?${query}`).expect(200)).body;
    const idsOf = ({ content }: { content: { personId: string }[] }) =>
      content.map(({ personId }) => personId);
    expect(idsOf(await listed('size=2'))).toEqual(ids.slice(0, 2));
    expect(await listed('size=2&page=1')).toMatchObject({ totalElements: 3, totalIsExact: true, last: true });
    expect(idsOf(await listed('active=false'))).toEqual([ids[1]]);
    expect(idsOf(await listed('active=true'))).toEqual([ids[0], ids[2]]);
  });

  it('has an e-mail address, which stays where a change does not state it', async () => {
    const wrong = { userId: anId(), email: 'Ada <ada@example.com>' };
    expect((await call('post', '/user', wrong).expect(400)).body.errors).toMatchObject([{ field: 'email' }]);
    const { body } = await call('post', '/user', { userId: anId(), email: 'ada@example.com' }).expect(200);
    const put = async (given: object) =>
      (await call('put', `/user/${body.personId}`, { roles: ['billing'], ...given }).expect(200)).body.email;
    expect([body.email, await put({}), await put({ email: 'new@example.com' })]).toEqual([
      ...['ada@example.com', 'ada@example.com', 'new@example.com'],
    ]);
  });

  it('loses and gets back what they may do', async () => {
    const { personId, userId, headers } = await signedIn('billing');
    const answer = await call('put', `/user/${personId}`, { roles: ['author'], permissions: ['audit:read'] });
    expect(answer.body).toMatchObject({ roles: ['author'], permissions: ['audit:read'] });
    await call('post', `/user/${personId}/sign-out`).expect(200);
    await expect.poll(async () => (await hello(headers)).status, { timeout: 2000 }).toBe(401);
    expect((await call('post', `/user/${personId}/disable`)).body).toMatchObject({
      ...{ active: false, disabledTimestamp: expect.any(String) },
    });
    await signIn(userId, testPassword).expect(401);
    expect((await call('post', `/user/${personId}/enable`)).body.active).toBe(true);
    const reset = await call('post', `/user/${personId}/password`).expect(200);
    await signIn(userId, testPassword).expect(401);
    await signIn(userId, reset.body.password).expect(200);
    expect((await audited(personId)).map(({ action }) => action)).toEqual([
      ...['USER_CREATED', 'SIGNED_IN', 'USER_ROLES_CHANGED', 'USER_SIGNED_OUT', 'USER_DISABLED'],
      ...['USER_ENABLED', 'PASSWORD_CHANGED', 'SIGNED_IN'],
    ]);
  });

  it('is changed by one of two who have read the same', async () => {
    const { personId } = await signedIn('billing');
    const { etag = '' } = (await call('get', `/user/${personId}`)).headers;
    const change = (given: Role[]) =>
      call('put', `/user/${personId}`, { roles: given }, { ...by(office.basic), 'If-Match': etag });
    const answers = await Promise.all([change(['author']), change(['service'])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it.each([
    ['a short password', { password: 'short' }, 'password'],
    ['a user id with a space', { userId: 'a b' }, 'userId'],
    ['an unknown role', { roles: ['boss'] }, 'roles.0'],
    ['an unknown permission', { permissions: ['quotes:raed'] }, 'permissions.0'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const { body } = await call('post', '/user', { userId: anId(), ...wrong }).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  });
});

describe('POST /me/password', () => {
  it('ends the tokens of the user, and answers new ones', async () => {
    const { headers, userId } = await signedIn('author');
    const change = (password: string) =>
      call('post', '/me/password', { password, newPassword: 'new and longer' }, headers);
    const wrong = await change('not this one').expect(400);
    expect(wrong.body.errors).toMatchObject([{ field: 'password', detail: 'is not the present password' }]);
    const { body } = await change(testPassword).expect(200);
    await hello(bearer(body)).expect(200);
    await expect.poll(async () => (await hello(headers)).status, { timeout: 2000 }).toBe(401);
    await signIn(userId, 'new and longer').expect(200);
  });

  it('is limited as signing in is, and not for keys', async () => {
    const { headers } = await signedIn('author');
    const wrong = () =>
      call('post', '/me/password', { password: 'guess', newPassword: 'new and longer' }, headers);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await wrong()).status);
    expect(statuses).toContain(429);
    await call('post', '/me/password', { password: 'guess', newPassword: 'new and longer' }).expect(409);
  });
});

describe('an API key', () => {
  it('is created with a secret that is shown once, rotated and revoked', async () => {
    const created = await call('post', '/key', { label: 'web site', roles: ['producer'] }).expect(200);
    const { apiKey, apiSecret, ...rest } = created.body;
    expect(rest).toMatchObject({ label: 'web site', roles: ['producer'], permissions: [], active: true });
    await hello(by(basicOf(apiKey, apiSecret))).expect(200);
    expect((await call('get', `/key/${apiKey}`)).body).toEqual({ apiKey, ...rest });

    const rotated = await call('post', `/key/${apiKey}/rotate`, { previousValidHours: 1 }).expect(200);
    expect(rotated.body.previousValidUntilTimestamp).toBeDefined();
    for (const secret of [apiSecret, rotated.body.apiSecret])
      await hello(by(basicOf(apiKey, secret))).expect(200);

    expect((await call('post', `/key/${apiKey}/revoke`)).body).toMatchObject({
      ...{ active: false, revokedTimestamp: expect.any(String) },
    });
    await expect
      .poll(async () => (await hello(by(basicOf(apiKey, apiSecret)))).status, { timeout: 2000 })
      .toBe(401);
    await call('post', `/key/${apiKey}/rotate`).expect(409);
    const { body } = await call('get', '/key?active=false').expect(200);
    expect(body.content).toMatchObject([{ apiKey }]);
    const recorded = await audited(apiKey);
    expect(recorded.map(({ action }) => action)).toEqual(['KEY_CREATED', 'KEY_ROTATED', 'KEY_REVOKED']);
    expect(JSON.stringify(recorded)).not.toContain(apiSecret);
  });

  it('is for products that the organization can use, and ends in the future', async () => {
    const productIds = [randomUUID()];
    const unseen = await call('post', '/key', { productIds }).expect(400);
    expect(unseen.body.errors).toMatchObject([{ field: 'productIds' }]);
    const past = await call('post', '/key', { expiresTimestamp: '2020-01-01T00:00:00Z' }).expect(400);
    expect(past.body.errors).toMatchObject([{ field: 'expiresTimestamp' }]);
    const { body } = await call('post', '/key', {
      ...{ expiresTimestamp: '2999-01-01T00:00:00Z', eventTypes: ['GET_QUOTES'] },
    }).expect(200);
    expect(body).toMatchObject({ expiresTimestamp: '2999-01-01T00:00:00.000Z', eventTypes: ['GET_QUOTES'] });
  });
});

describe('an administrator', () => {
  it('sees and changes nothing of another organization', async () => {
    const { personId } = await signedIn('billing');
    const { body: key } = await call('post', '/key', { roles: ['author'] });
    const stranger = by((await anOrganization(database.db)).basic);
    for (const [method, path, body] of [
      ['get', `/user/${personId}`],
      ['put', `/user/${personId}`, { roles: [] }],
      ...['disable', 'enable', 'sign-out', 'password'].map((change) => [
        'post',
        `/user/${personId}/${change}`,
      ]),
      ['get', `/key/${key.apiKey}`],
      ...['rotate', 'revoke'].map((change) => ['post', `/key/${key.apiKey}/${change}`]),
    ] as ['get', string, object?][]) {
      expect([path, (await call(method, path, body, stranger)).status]).toEqual([path, 404]);
    }
    expect((await call('get', '/user', undefined, stranger)).body.content).toEqual([]);
    const { content } = (await call('get', '/key', undefined, stranger)).body;
    expect(content).toHaveLength(1);
  });

  it('gives no permission that they lack, and changes nobody who has more', async () => {
    const some = await keyWith({ roles: ['billing'], permissions: ['administration:write'] });
    const { body: more } = await call('post', '/user', { userId: anId(), roles: ['underwriter'] });
    const { body: key } = await call('post', '/key', { roles: ['admin'] });
    const refused = async (method: 'post' | 'put', path: string, body?: object) => {
      const answer = await call(method, path, body, some).expect(403);
      expect(answer.body).toMatchObject({
        code: 'PERMISSION_MISSING',
        detail: expect.stringMatching(/is needed to/),
      });
    };
    await refused('post', '/user', { userId: anId(), roles: ['admin'] });
    await refused('post', '/user', { userId: anId(), permissions: ['*'] });
    await refused('post', '/key', { permissions: ['quotes:decide'] });
    for (const change of ['disable', 'enable', 'sign-out', 'password']) {
      await refused('post', `/user/${more.personId}/${change}`);
    }
    await refused('put', `/user/${more.personId}`, { roles: ['billing'] });
    await refused('put', `/user/${more.personId}`, { roles: ['admin'], email: 'mine@example.com' });
    await refused('post', `/key/${key.apiKey}/rotate`);
    await refused('post', `/key/${key.apiKey}/revoke`);
    await call('post', '/user', { userId: anId(), roles: ['billing'] }, some).expect(200);
  });

  it('cannot lock themselves out', async () => {
    const { personId, headers } = await signedIn('admin');
    await call('post', `/user/${personId}/disable`, undefined, headers).expect(409);
    await call('post', `/user/${personId}/password`, undefined, headers).expect(409);
    await call('put', `/user/${personId}`, { roles: ['read-only'] }, headers).expect(409);
    await call('put', `/user/${personId}`, { roles: ['admin'], email: 'a@example.com' }, headers).expect(409);
    await call('post', `/key/${office.key}/revoke`).expect(409);
    await call('post', `/user/${personId}/sign-out`, undefined, headers).expect(200);
  });

  it('stays, when two disable each other at once', async () => {
    for (const _ of [1, 2, 3]) {
      const [one, two] = await Promise.all([signedIn('admin'), signedIn('admin')]);
      const answers = await Promise.all([
        call('post', `/user/${two.personId}/disable`, undefined, one.headers),
        call('post', `/user/${one.personId}/disable`, undefined, two.headers),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('is no key that expires, but for keys that do not outlive it', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const expiring = await keyWith({ roles: ['admin'], expiresAt: soon });
    const { body: other } = await call('post', '/key', { roles: ['read-only'] }).expect(200);
    for (const [path, sent] of [
      ['/key', { roles: ['read-only'] }],
      ['/key', { roles: ['read-only'], expiresTimestamp: '2999-01-01T00:00:00Z' }],
      [`/key/${other.apiKey}/rotate`, {}],
    ] as const) {
      const { body } = await call('post', path, sent, expiring).expect(403);
      expect(body.errors).toMatchObject([{ field: 'expiresTimestamp' }]);
    }
    const short = { roles: ['read-only'], expiresTimestamp: soon.toISOString() };
    await call('post', '/key', short, expiring).expect(200);
  });

  it('has the permission, and is no key that is restricted to event types', async () => {
    const reader = await keyWith({ permissions: ['administration:read'] });
    await call('get', '/user', undefined, reader).expect(200);
    await call('post', '/user', { userId: anId() }, reader).expect(403);
    const others = await keyWith({ roles: ['underwriter', 'producer', 'billing', 'service', 'read-only'] });
    await call('get', '/user', undefined, others).expect(403);
    await call('get', '/key', undefined, others).expect(403);
    const restricted = await keyWith({ permissions: ['*'], eventTypes: ['GET_QUOTES'] });
    const { body } = await call('post', '/key', { roles: ['author'] }, restricted).expect(403);
    expect(body.code).toBe('KEY_RESTRICTED');
  });
});
