import { randomBytes, randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meRoutes } from '../../api/auth/routes.js';
import { mostSessions } from '../../db/identity/sessions.js';
import { changePassword, changeRoles, disableUser, signOutUser } from '../../db/identity/user-changes.js';
import { Session } from '../../db/models/session.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let processes: TestApp[];
/** Added to the time of the first process. */
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const now = () => new Date(Date.now() + laterMs);
  const resources = [meRoutes({ db: database.db, environment: 'DEV' })];
  processes = [
    await createTestApp(database, { resources, now }),
    await createTestApp(database, { resources }),
  ];
});
afterAll(async () => {
  for (const each of processes ?? []) await each.close();
  await database?.drop();
});

const db = () => database.db;
/** Each request has a port of its own here, and the cookie the name of that. */
const host = { Host: 'localhost:3000' };
const page = { ...host, 'X-Session': 'current', 'Sec-Fetch-Site': 'same-origin' };

/** The cookie as the browser sends it. */
const cookieIn = ({ headers }: { headers: Record<string, unknown> }) =>
  (headers['set-cookie'] as unknown as string[] | undefined)?.[0]?.split(';')[0] ?? '';

async function aPerson() {
  const { organization, basic } = await anOrganization(db());
  const person = await aUser(db(), { organizationId: organization.id });
  return { person, organization, basic };
}

const signIn = (userId: string, headers: Record<string, string> = page) =>
  request(processes[0]!.app).post('/ioi/v3/session').set(headers).send({ userId, password: testPassword });

async function aSession() {
  const known = await aPerson();
  const answer = await signIn(known.person.userId).expect(200);
  return { ...known, cookie: cookieIn(answer), sessionId: answer.body.sessionId as string, answer };
}

const asked = (cookie: string, headers: Record<string, string> = page, { app } = processes[0]!) =>
  request(app)
    .get('/ioi/v3/me')
    .set({ Cookie: cookie, ...headers });

const statusesOf = (cookie: string) =>
  Promise.all(processes.map(async (each) => (await asked(cookie, page, each)).status));
const endsWithinASecond = (cookie: string) =>
  expect.poll(() => statusesOf(cookie), { timeout: 1000, interval: 20 }).toEqual([401, 401]);

it('takes its cookie with it where a sign-out is refused, unless the page means another session', async () => {
  const { cookie, person } = await aSession();
  const signOut = (named: string) =>
    request(processes[0]!.app)
      .delete('/ioi/v3/session')
      .set({ ...page, Cookie: cookie, 'X-Session': named });
  const other = await signOut(randomUUID()).expect(401);
  expect(other.headers['set-cookie']).toBeUndefined();
  await signOutUser(db(), person.userId);
  await endsWithinASecond(cookie);
  const over = await signOut('current').expect(401);
  expect(over.headers['set-cookie']![0]).toContain('Max-Age=0');
});

it('is not meant by a page that sends an API key, which a browser may add by itself', async () => {
  const { basic, cookie } = await aSession();
  for (const sent of [cookie, '']) await asked(sent, { ...page, Authorization: basic }).expect(401);
  await asked('', { ...host, Authorization: basic }).expect(200);
});

it('ends with the passwords of its organization, as tokens do', async () => {
  const { cookie, person, organization } = await aSession();
  const { body } = await request(processes[0]!.app)
    .post('/ioi/v3/token')
    .send({ userId: person.userId, password: testPassword, grantType: 'PASSWORD' });
  const bearer = { ...host, Authorization: `Bearer ${body.accessToken}`, 'x-jwt-assertion': body.idToken };
  await asked('', bearer).expect(200);
  const resources = [meRoutes({ db: database.db, environment: 'DEV' })];
  const signOn = { passwordsOff: new Set([organization.id]) };
  const restarted = await createTestApp(database, { resources, signOn });
  try {
    await asked(cookie, page, restarted).expect(401);
    await asked('', bearer, restarted).expect(401);
  } finally {
    await restarted.close();
  }
});

describe('a session', () => {
  it('is begun with a cookie that scripts cannot read, and says who it is of', async () => {
    const { answer, cookie, person, sessionId } = await aSession();
    const [set] = answer.headers['set-cookie'] as unknown as string[];
    expect(set).toMatch(/^ioi-session-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.body).toMatchObject({ personId: person.id, method: 'PASSWORD', isCurrent: true });
    const { body } = await asked(cookie).expect(200);
    expect(body).toMatchObject({ kind: 'USER', personId: person.id, sessionId });
  });

  it.each([
    ['the host of a company', { Host: 'ioi.example.com' }, /^__Host-ioi-session=.*; Secure$/],
    ['loopback by name', { Host: 'localhost:3001' }, /^ioi-session-3001=(?!.*Secure)/],
    ['loopback in IPv6', { Host: '[::1]:3001' }, /^ioi-session-3001=(?!.*Secure)/],
    ['a name that only begins as loopback', { Host: '127.0.0.1.example.com' }, /^__Host-.*; Secure$/],
  ])('has a cookie that is secure but on loopback: %s', async (_what, host, form) => {
    const { person } = await aPerson();
    const { headers } = await signIn(person.userId, { ...page, ...host }).expect(200);
    expect(headers['set-cookie']![0]).toMatch(form);
  });

  it('is stored as a hash', async () => {
    const { cookie, sessionId } = await aSession();
    const stored = JSON.stringify(await Session.query(db()).findById(sessionId));
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  it('has a new secret at each sign-in, whatever the browser sent, and ends the one before', async () => {
    const { person, cookie } = await aSession();
    const planted = `${cookie.split('=')[0]}=${'a'.repeat(43)}`;
    const afterPlanted = cookieIn(await signIn(person.userId, { ...page, Cookie: planted }).expect(200));
    expect(afterPlanted).not.toBe(planted);
    const next = cookieIn(await signIn(person.userId, { ...page, Cookie: cookie }).expect(200));
    expect(await statusesOf(next)).toEqual([200, 200]);
    await endsWithinASecond(cookie);
    await asked(planted).expect(401);
  });

  it.each([
    ['no header, as a link or a form of another page', host],
    ['the header, by a page of a sibling host', { ...page, 'Sec-Fetch-Site': 'same-site' }],
    ['the header, by a page of another site', { ...page, 'Sec-Fetch-Site': 'cross-site' }],
    [
      'an origin, by a browser without fetch metadata',
      { ...host, 'X-Session': 'current', Origin: 'https://evil.example' },
    ],
    ['an origin of none', { ...host, 'X-Session': 'current', Origin: 'null' }],
    ['the id of another session', { ...page, 'X-Session': randomUUID() }],
  ])('is refused with %s', async (_what, headers) => {
    const { cookie, person } = await aSession();
    await asked(cookie, headers as Record<string, string>).expect(401);
    if ('X-Session' in headers && headers['X-Session'] !== 'current') return;
    await signIn(person.userId, headers as Record<string, string>).expect(401);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is neither begun nor used by a form of another page, as %s',
    async (type) => {
      const { cookie, person } = await aSession();
      const post = (path: string, headers: Record<string, string>) =>
        request(processes[0]!.app)
          .post(`/ioi/v3${path}`)
          .set({ ...host, ...headers, 'Content-Type': type });
      const body = JSON.stringify({ userId: person.userId, password: testPassword });
      const begun = await post('/session', {}).send(body);
      expect([401, 415]).toContain(begun.status);
      expect(begun.headers['set-cookie']).toBeUndefined();
      await post('/session', { 'X-Session': 'current' }).send(body).expect(415);
      await post('/me/sign-out', { Cookie: cookie }).send('x=1').expect(401);
      await asked(cookie).expect(200);
    },
  );

  it('is nothing to scripts of other origins, even of those that may call the service', async () => {
    const service = await createTestApp(database, { corsOrigins: ['https://quotes.example.com'] });
    const { headers } = await request(service.app)
      .options('/ioi/v3/me')
      .set({ Origin: 'https://quotes.example.com', 'Access-Control-Request-Method': 'GET' });
    expect(headers['access-control-allow-headers']).not.toMatch(/x-session/i);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    await service.close();
  });

  it('is not looked at beside other credentials', async () => {
    const { cookie, basic } = await aSession();
    await asked(cookie, { ...page, Authorization: 'Bearer over' }).expect(401);
    const { body } = await asked(cookie, { Authorization: basic }).expect(200);
    expect(body.kind).toBe('API_KEY');
  });

  it('ends after an hour without use, and after a day whatever its use', async () => {
    const { cookie, sessionId } = await aSession();
    const minutes = (count: number) => count * 60_000;
    const use = async (atMs: number, status: number) => {
      laterMs = atMs;
      // As after a minute, when verified sessions are read again.
      await changeRoles(db(), (await aPerson()).person.userId, { roles: [], permissions: [] });
      await expect
        .poll(async () => (await asked(cookie)).status, { timeout: 1000, interval: 20 })
        .toBe(status);
    };
    try {
      await use(minutes(59), 200);
      const used = { last_used_at: new Date(Date.now() + laterMs) };
      await db()('sessions').where('id', sessionId).update(used);
      await use(minutes(118), 200);
      await use(minutes(120), 401);
      await db()('sessions')
        .where('id', sessionId)
        .update({ last_used_at: new Date(Date.now() + minutes(24 * 60)) });
      await use(minutes(24 * 60 - 1), 200);
      await use(minutes(24 * 60), 401);
    } finally {
      laterMs = 0;
    }
  });

  it('notes its use without a write for each request, and is deleted when it has ended', async () => {
    const service = await createTestApp(database, {
      resources: [meRoutes({ db: db(), environment: 'DEV' })],
    });
    const { cookie, sessionId } = await aSession();
    const early = new Date(Date.now() - 10 * 60_000);
    await db()('sessions').where('id', sessionId).update({ last_used_at: early });
    const over = await aSession();
    await db()('sessions').where('id', over.sessionId).update({ ends_at: early });
    for (let times = 0; times < 5; times += 1) await asked(cookie, page, service).expect(200);
    expect((await Session.query(db()).findById(sessionId))!.lastUsedAt).toEqual(early);
    await service.close();
    expect((await Session.query(db()).findById(sessionId))!.lastUsedAt.getTime()).toBeGreaterThan(
      Date.now() - 10_000,
    );
    expect(await Session.query(db()).findById(over.sessionId)).toBeUndefined();
  });

  it.each([
    ['a new password', (userId: string) => changePassword(db(), userId, 'another good password')],
    ['signing out', (userId: string) => signOutUser(db(), userId)],
    ['disabling', (userId: string) => disableUser(db(), userId)],
  ])('ends with %s in every process within a second', async (_what, change) => {
    const { cookie, person } = await aSession();
    expect(await statusesOf(cookie)).toEqual([200, 200]);
    await change(person.userId);
    await endsWithinASecond(cookie);
    expect(await Session.query(db()).where('person_id', person.id)).toEqual([]);
  });

  it('has changed roles at once', async () => {
    const { cookie, person } = await aSession();
    const permissions = async () => (await asked(cookie, page, processes[1])).body.permissions.length;
    const all = await permissions();
    await changeRoles(db(), person.userId, { roles: ['read-only'], permissions: [] });
    await expect.poll(permissions, { timeout: 1000, interval: 20 }).toBeLessThan(all);
  });

  it('stays when its person changes the password, under a new secret', async () => {
    const { cookie } = await aSession();
    const answer = await request(processes[0]!.app)
      .post('/ioi/v3/me/password')
      .set({ Cookie: cookie, ...page })
      .send({ password: testPassword, newPassword: 'another good password' })
      .expect(200);
    expect(await statusesOf(cookieIn(answer))).toEqual([200, 200]);
    await endsWithinASecond(cookie);
  });
});

describe('the sessions of a person', () => {
  const call = (cookie: string, method: 'get' | 'post' | 'delete', path: string) =>
    request(processes[0]!.app)
      [method](`/ioi/v3${path}`)
      .set({ Cookie: cookie, ...page });

  it('are listed, and ended one by one', async () => {
    const { person, cookie, sessionId } = await aSession();
    const second = await signIn(person.userId, { ...page, 'User-Agent': 'Lynx' }).expect(200);
    const { body } = await call(cookie, 'get', '/me/session').expect(200);
    expect(body.sessions).toMatchObject([
      { sessionId: second.body.sessionId, userAgent: 'Lynx', isCurrent: false },
      { sessionId, isCurrent: true },
    ]);
    await call(cookie, 'delete', `/me/session/${second.body.sessionId}`).expect(204);
    await endsWithinASecond(cookieIn(second));
    await call(cookie, 'delete', `/me/session/${second.body.sessionId}`).expect(404);
    const { headers } = await call(cookie, 'delete', '/session').expect(204);
    expect(headers['set-cookie']![0]).toMatch(/=; Max-Age=0; Path=\//);
    await endsWithinASecond(cookie);
  });

  it('are ended all at once, with the tokens', async () => {
    const { person, cookie } = await aSession();
    const other = cookieIn(await signIn(person.userId).expect(200));
    const body = { userId: person.userId, password: testPassword, grantType: 'PASSWORD' };
    const { accessToken, idToken } = (await request(processes[0]!.app).post('/ioi/v3/token').send(body)).body;
    await call(cookie, 'post', '/me/sign-out').expect(204);
    await endsWithinASecond(cookie);
    await endsWithinASecond(other);
    const tokens = { Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken };
    await request(processes[0]!.app).get('/ioi/v3/hello').set(tokens).expect(401);
  });

  it('are as many as anybody needs', async () => {
    const { person, cookie } = await aSession();
    const like = await Session.query(db()).findOne('person_id', person.id).throwIfNotFound();
    await Session.query(db()).insert(
      Array.from({ length: mostSessions - 1 }, () => ({
        ...{ ...like, id: randomUUID(), secretSha256: randomBytes(32), createdAt: new Date() },
      })),
    );
    await signIn(person.userId).expect(200);
    expect(await Session.query(db()).where('person_id', person.id)).toHaveLength(mostSessions);
    await endsWithinASecond(cookie);
  });

  it('are seen and ended by administrators of their organization alone, and recorded', async () => {
    const { person, cookie, sessionId, basic, organization } = await aSession();
    const stranger = await anOrganization(db());
    const weak = await anOrganization(db());
    const administer = (by: string, method: 'get' | 'delete', path: string) =>
      request(processes[0]!.app)[method](`/ioi/v3/user/${person.id}/session${path}`).set('Authorization', by);
    await administer(stranger.basic, 'get', '').expect(404);
    await administer(weak.basic, 'delete', `/${sessionId}`).expect(404);
    const { body } = await administer(basic, 'get', '').expect(200);
    expect(body.sessions).toMatchObject([{ sessionId, isCurrent: false }]);
    await administer(basic, 'delete', `/${sessionId}`).expect(204);
    await administer(basic, 'delete', `/${sessionId}`).expect(404);
    await endsWithinASecond(cookie);
    const entries = await db()('audit_log').where({ organization_id: organization.id }).orderBy('id');
    expect(
      entries
        .filter(({ target_id }) => target_id === person.id)
        .map(({ action, actor_kind, details }) => ({
          ...{ action, actor_kind, sessionId: details.sessionId },
        })),
    ).toEqual([
      { action: 'USER_CREATED', actor_kind: 'NOBODY', sessionId: undefined },
      { action: 'SIGNED_IN', actor_kind: 'USER', sessionId },
      { action: 'SESSION_ENDED', actor_kind: 'API_KEY', sessionId },
    ]);
  });

  it('are none of an API key', async () => {
    const { basic } = await aPerson();
    const by = (method: 'get' | 'post' | 'delete', path: string) =>
      request(processes[0]!.app)[method](`/ioi/v3${path}`).set('Authorization', basic);
    await by('get', '/me/session').expect(409);
    await by('delete', `/me/session/${randomUUID()}`).expect(409);
    await by('post', '/me/sign-out').expect(409);
    await by('delete', '/session').expect(409);
  });
});
