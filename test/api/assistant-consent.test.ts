import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Keys } from '../../api/administration/keys.js';
import { Organizations } from '../../api/administration/organizations.js';
import { administrationRoutes } from '../../api/administration/routes.js';
import { Users } from '../../api/administration/users.js';
import { meRoutes } from '../../api/auth/routes.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { changeRoles, disableUser, signOutUser } from '../../db/identity/user-changes.js';
import type { Person } from '../../db/models/person.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let served: TestApp;
let server: Server;
let base: string;
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const now = () => new Date(Date.now() + laterMs);
  served = await createTestApp(database, {
    resources: [
      meRoutes({ db, environment: 'DEV' }),
      administrationRoutes({
        organizations: new Organizations({ db }),
        users: new Users({ db, passwordsOff: new Set() }),
        keys: new Keys({ db, now }),
      }),
    ],
    consoleFolder: '/nowhere',
    signOn: { serviceUrl: base },
    now,
  });
  server = createServer(served.app);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
beforeEach(() => {
  laterMs = 0;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await served?.close();
  await database?.drop();
});

const redirectUrl = 'http://127.0.0.1:51234/callback';
const page = { 'X-Session': 'current', 'Sec-Fetch-Site': 'same-origin' };

/** Somebody at a page of the console. */
async function aPersonAtThePage() {
  const { organization, basic } = await anOrganization(database.db);
  const person = await aUser(database.db, { organizationId: organization.id });
  const answer = await request(base)
    .post('/ioi/v3/session')
    .set(page)
    .send({ userId: person.userId, password: testPassword })
    .expect(200);
  const cookie = (answer.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
  const at = {
    post: (path: string, body: object) =>
      request(base)
        .post(`/ioi/v3${path}`)
        .set({ ...page, Cookie: cookie })
        .send(body),
    get: (path: string) =>
      request(base)
        .get(`/ioi/v3${path}`)
        .set({ ...page, Cookie: cookie }),
    delete: (path: string) =>
      request(base)
        .delete(`/ioi/v3${path}`)
        .set({ ...page, Cookie: cookie }),
  };
  return { person, organization, basic, at };
}

/** A program that asks, up to the page. */
async function aProgram({ scope }: { scope?: string } = {}) {
  const { resource, authorization_servers: servers } = await discoverOAuthProtectedResourceMetadata(
    `${base}/mcp`,
  );
  const metadata = (await discoverAuthorizationServerMetadata(servers![0]!))!;
  const clientMetadata = { client_name: 'Scribe', redirect_uris: ['http://127.0.0.1:8/callback'] };
  const clientInformation = await registerClient(metadata.issuer, { metadata, clientMetadata });
  const about = { metadata, clientInformation, resource: new URL(resource) };
  const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
    ...about,
    redirectUrl,
    state: 'of the program',
    ...(scope !== undefined && { scope }),
  });
  return {
    metadata,
    authorizationUrl,
    asked: authorizationUrl.search.slice(1),
    tokens: (authorizationCode: string, verifier = codeVerifier) =>
      exchangeAuthorization(metadata.issuer, {
        ...about,
        authorizationCode,
        codeVerifier: verifier,
        redirectUri: redirectUrl,
      }),
    refresh: (refreshToken: string) => refreshAuthorization(metadata.issuer, { ...about, refreshToken }),
  };
}

type AtThePage = Awaited<ReturnType<typeof aPersonAtThePage>>['at'];
const codeIn = (redirectTo: string) => new URL(redirectTo).searchParams.get('code')!;

async function connected(at: AtThePage, consent: object = { access: 'READ_ONLY' }) {
  const program = await aProgram();
  const { body } = await at.post('/me/assistant', { request: program.asked, ...consent }).expect(200);
  const code = codeIn(body.redirectTo);
  const tokens = await program.tokens(code);
  return { program, code, tokens, refreshToken: tokens.refresh_token! };
}

const callerOf = async (accessToken: string) =>
  (await served.authentication.grants.verify(accessToken))?.caller;

it('connects a program by the SDK: discovery, registration, consent, code, tokens, refresh', async () => {
  const { person, at } = await aPersonAtThePage();
  const program = await aProgram();
  expect(program.authorizationUrl.href).toMatch(`${base}/console/connect?`);
  const read = await at.post('/me/assistant/request', { request: program.asked }).expect(200);
  expect(read.body).toMatchObject({ name: 'Scribe', redirectUri: redirectUrl, acts: true });
  expect(new URL(read.body.refusedTo).searchParams.get('error')).toBe('access_denied');

  const consent = { access: 'WITHIN_LIMITS', actsPerDay: 3 };
  const { body } = await at.post('/me/assistant', { request: program.asked, ...consent }).expect(200);
  const answer = new URL(body.redirectTo);
  expect(answer.origin + answer.pathname).toBe(redirectUrl);
  expect(answer.searchParams.get('state')).toBe('of the program');
  expect(answer.searchParams.get('iss')).toBe(program.metadata.issuer);

  const tokens = await program.tokens(codeIn(body.redirectTo));
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read act' });
  expect(await callerOf(tokens.access_token)).toMatchObject({
    kind: 'USER',
    personId: person.id,
    assistant: { name: 'Scribe' },
    assistantTerms: { actsPerDay: 3 },
  });
  const again = await program.refresh(tokens.refresh_token!);
  expect(await callerOf(again.access_token)).toMatchObject({ personId: person.id });
  const { body: list } = await at.get('/me/assistant').expect(200);
  expect(list.assistants).toMatchObject([{ name: 'Scribe', access: 'WITHIN_LIMITS', actsPerDay: 3 }]);
});

it('is for /mcp only: the interface knows no access token of an assistant', async () => {
  const { at } = await aPersonAtThePage();
  const { tokens } = await connected(at);
  await request(base).get('/ioi/v3/me').auth(tokens.access_token, { type: 'bearer' }).expect(401);
});

it('lets read-only access keep no permission that changes anything', async () => {
  const { at } = await aPersonAtThePage();
  const { tokens } = await connected(at);
  const { permissions } = (await callerOf(tokens.access_token))!;
  expect(permissions.has('policies:read')).toBe(true);
  expect([...permissions].filter((permission) => !permission.endsWith(':read'))).toEqual([]);
});

it('takes a code once: a second time ends what the first one got', async () => {
  const { at } = await aPersonAtThePage();
  const { program, code, tokens } = await connected(at);
  await expect(program.tokens(code)).rejects.toThrow('does not count');
  expect(await callerOf(tokens.access_token)).toBeUndefined();
});

it('takes a code from the program that asked for it only', async () => {
  const { at } = await aPersonAtThePage();
  const program = await aProgram();
  const { body } = await at.post('/me/assistant', { request: program.asked, access: 'READ_ONLY' });
  const stolen = program.tokens(codeIn(body.redirectTo), randomBytes(32).toString('base64url'));
  await expect(stolen).rejects.toThrow('does not count');
  await program.tokens(codeIn(body.redirectTo));
  laterMs = 61_000;
  const { body: late } = await at.post('/me/assistant', { request: program.asked, access: 'READ_ONLY' });
  laterMs = 122_000;
  await expect(program.tokens(codeIn(late.redirectTo))).rejects.toThrow('does not count');
});

it('rotates refresh tokens: one that is used again later ends the access, at once does not', async () => {
  const { at } = await aPersonAtThePage();
  const { program, refreshToken } = await connected(at);
  const next = await program.refresh(refreshToken);
  await expect(program.refresh(refreshToken)).rejects.toThrow('does not count');
  expect(await callerOf(next.access_token)).toBeDefined();
  laterMs = 60_000;
  await expect(program.refresh(refreshToken)).rejects.toThrow('does not count');
  expect(await callerOf(next.access_token)).toBeUndefined();
  await expect(program.refresh(next.refresh_token!)).rejects.toThrow('does not count');
});

it.each<[string, (person: Person) => Promise<unknown>]>([
  ['is signed out everywhere', ({ userId }) => signOutUser(database.db, userId)],
  ['is disabled', ({ userId }) => disableUser(database.db, userId)],
])('ends when the person %s', async (_what, happens) => {
  const { person, at } = await aPersonAtThePage();
  const { program, tokens, refreshToken } = await connected(at);
  await happens(person);
  expect(await callerOf(tokens.access_token)).toBeUndefined();
  await expect(program.refresh(refreshToken)).rejects.toThrow('does not count');
});

it('has the permissions that the person has now', async () => {
  const { person, at } = await aPersonAtThePage();
  const { tokens } = await connected(at, { access: 'EACH_RELEASED' });
  expect(await callerOf(tokens.access_token)).toMatchObject({ assistantTerms: { needsRelease: true } });
  expect((await callerOf(tokens.access_token))?.permissions.has('binding:fire')).toBe(true);
  await changeRoles(database.db, person.userId, { roles: ['read-only'], permissions: [] });
  expect((await callerOf(tokens.access_token))?.permissions.has('binding:fire')).toBe(false);
});

it('is ended by the person, by an administrator and by the program itself, and all is audited', async () => {
  const { person, organization, basic, at } = await aPersonAtThePage();
  const [first, second, third] = [await connected(at), await connected(at), await connected(at)];
  const { body } = await at.get('/me/assistant').expect(200);
  const ids = (body.assistants as { grantId: string }[]).map(({ grantId }) => grantId);
  await at.delete(`/me/assistant/${ids[2]}`).expect(204);
  await at.delete(`/me/assistant/${ids[2]}`).expect(404);
  const path = `/ioi/v3/user/${person.id}/assistant`;
  const asAdministrator = { Authorization: basic };
  expect((await request(base).get(path).set(asAdministrator).expect(200)).body.assistants).toHaveLength(2);
  await request(base).delete(`${path}/${ids[1]}`).set(asAdministrator).expect(204);
  const elsewhere = await anOrganization(database.db);
  await request(base).get(path).set({ Authorization: elsewhere.basic }).expect(404);
  await request(base)
    .post('/assistant/oauth/revoke')
    .type('form')
    .send({
      token: third.refreshToken,
      client_id: new URLSearchParams(third.program.asked).get('client_id')!,
    })
    .expect(200);
  for (const { tokens } of [first, second, third])
    expect(await callerOf(tokens.access_token)).toBeUndefined();
  const audited = await database
    .db('audit_log')
    .where({ organization_id: organization.id })
    .whereLike('action', 'ASSISTANT_%')
    .orderBy('id')
    .select('action', 'actor_kind', 'details');
  expect(audited.map(({ action, details }) => [action, details.reason])).toEqual([
    ...Array(3).fill(['ASSISTANT_CONNECTED', undefined]),
    ['ASSISTANT_DISCONNECTED', 'DISCONNECTED'],
    ['ASSISTANT_DISCONNECTED', 'DISCONNECTED'],
    ['ASSISTANT_DISCONNECTED', 'REVOKED'],
  ]);
});

it('gives no consent to keys, tokens, other origins, and no more than was asked for', async () => {
  const { at, basic } = await aPersonAtThePage();
  const { asked } = await aProgram();
  const body = { request: asked, access: 'READ_ONLY' };
  const post = () => request(base).post('/ioi/v3/me/assistant').send(body);
  await post().set({ Authorization: basic }).expect(409);
  await post().expect(401);
  await at.post('/me/assistant', body).set('Sec-Fetch-Site', 'cross-site').expect(401);
  const reader = await aProgram({ scope: 'read' });
  await at.post('/me/assistant', { request: reader.asked, access: 'EACH_RELEASED' }).expect(400);
  await at.post('/me/assistant', { ...body, actsPerDay: 3 }).expect(400);
});

it('sends nobody anywhere by a request that is wrong', async () => {
  const { at } = await aPersonAtThePage();
  const { asked } = await aProgram();
  const changed = (name: string, value: string) => {
    const query = new URLSearchParams(asked);
    query.set(name, value);
    return query.toString();
  };
  const wrong = {
    'another path': changed('redirect_uri', 'http://127.0.0.1:8/elsewhere'),
    'another host': changed('redirect_uri', 'https://elsewhere.example/callback'),
    'another name of the machine': changed('redirect_uri', 'http://localhost:8/callback'),
    'the plain method': changed('code_challenge_method', 'plain'),
    'the implicit flow': changed('response_type', 'token'),
    'another resource': changed('resource', 'https://elsewhere.example/mcp'),
    'no program': changed('client_id', 'scribe'),
    'a parameter twice': `${asked}&state=other`,
  };
  for (const [what, query] of Object.entries(wrong)) {
    const answer = await at.post('/me/assistant/request', { request: query });
    expect([what, answer.status, answer.body.refusedTo]).toEqual([what, 400, undefined]);
  }
});

it('registers programs that send people to https or this machine only, and ignores what it does not know', async () => {
  const register = (metadata: object) => request(base).post('/assistant/oauth/register').send(metadata);
  for (const uri of ['http://elsewhere.example/', 'javascript:alert(1)', 'https://a.example/#x', 'no']) {
    const { body } = await register({ client_name: 'Scribe', redirect_uris: [uri] }).expect(400);
    expect([uri, body.error]).toEqual([uri, 'invalid_redirect_uri']);
  }
  const { body } = await register({
    client_name: 'Scribe\u202e\u0000\n  by   you',
    redirect_uris: ['https://scribe.example/cb'],
    logo_uri: 'https://elsewhere.example/logo',
    token_endpoint_auth_method: 'client_secret_basic',
  }).expect(201);
  expect(body).toMatchObject({ client_name: 'Scribe by you', token_endpoint_auth_method: 'none' });
  expect(body.client_secret).toBeUndefined();
});

it('speaks OAuth: errors with their names, unknown parameters ignored, nothing cached', async () => {
  const token = (form: object) => request(base).post('/assistant/oauth/token').type('form').send(form);
  const cases: [object, string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', client_id: 'x' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y', more: 'z' }, 'invalid_grant'],
    [
      { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y', resource: 'http://z/' },
      'invalid_target',
    ],
  ];
  for (const [form, error] of cases) {
    const { body, headers } = await token(form).expect(400);
    expect(body.error).toBe(error);
    expect(headers['cache-control']).toBe('no-store');
  }
});
it('challenges at /mcp with the address of its metadata', async () => {
  const { headers } = await request(base).post('/mcp').send({}).expect(401);
  expect(headers['www-authenticate']).toBe(
    `Bearer realm="ioi", resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
  );
});
