import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportSPKI, importJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Users } from '../../api/administration/users.js';
import { meRoutes } from '../../api/auth/routes.js';
import { readLogoutToken } from '../../api/auth/single-sign-on/logout-token.js';
import { ProviderClient } from '../../api/auth/single-sign-on/provider-client.js';
import type { IdentityProvider } from '../../api/auth/single-sign-on/provider-settings.js';
import { permissionsOf } from '../../api/http/roles.js';
import { requireOrganizations } from '../../cli/parts/sign-in-organizations.js';
import { createUser } from '../../db/identity/people.js';
import { OfProvider } from '../../db/identity/provider-identities.js';
import { changePassword, disableUser } from '../../db/identity/user-changes.js';
import { Person } from '../../db/models/person.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { HttpBrowser } from '../support/http-browser.js';
import { anOrganization, aUser, testPassword } from '../support/identity-factory.js';
import { aProvider, type TestProvider } from '../support/identity-provider.js';

const tokenSeconds = 100;

let database: OwnedTestDatabase;
let server: Server;
let service: TestApp;
let url: string;
let acme: TestProvider;
/** Of another issuer, for which nothing here is meant. */
let rival: TestProvider;
let insurer: string;
let agency: string;
/** Without passwords. */
let strict: string;
/** Added to the time of the service. */
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acme = await aProvider(url, { tokenSeconds });
  rival = await aProvider(url, { name: 'rival', tokenSeconds });
  [insurer, agency, strict] = (await Promise.all(
    [1, 2, 3].map(async () => (await anOrganization(database.db)).organization.id),
  )) as [string, string, string];
  const roles = { claim: 'groups', gives: { UW: ['underwriter'], Clerks: ['service'], Chiefs: ['admin'] } };
  const common = (of: TestProvider) => ({
    ...{ issuer: of.issuer, clientId: of.clientId, clientSecret: of.clientSecret, roles },
    scope: 'openid profile email work',
  });
  const settings = {
    acme: {
      ...{ ...common(acme), label: 'Acme' },
      organizations: { claim: 'company', ids: { granite: insurer, harbor: agency } },
    },
    rival: { ...common(rival), label: 'Rival', organizationId: strict },
  } as Record<string, IdentityProvider>;
  service = await createTestApp(database, {
    resources: [meRoutes({ db: database.db, environment: 'DEV' })],
    now: () => new Date(Date.now() + laterMs),
    sessions: { idleMinutes: 60, hours: 24, publicUrl: url },
    signOn: { identityProviders: settings, passwordsOff: new Set([strict]), serviceUrl: url },
  });
  server.on('request', service.app);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await Promise.all([acme?.stop(), rival?.stop(), service?.close()]);
  await database?.drop();
});
afterEach(() => {
  laterMs = 0;
  for (const each of [acme, rival]) {
    each.tamper = undefined;
    each.isUp = true;
    each.fails = undefined;
    each.rotates = false;
  }
});

const ada = {
  given_name: 'Ada',
  family_name: 'Byron',
  email: 'ada@acme.example',
  groups: ['UW'],
  company: 'granite',
};

/** Somebody whom only this test knows. */
let people = 0;
function somebody(given: Record<string, unknown> = {}): string {
  people += 1;
  const sub = `sub-${people}`;
  acme.accounts.set(sub, { ...ada, email: `${sub}@acme.example`, ...given });
  return sub;
}

/** Up to the address by which the provider sends the browser back. */
async function upToCallback(
  browser: HttpBrowser,
  sub: string,
  { of = acme, path = '' } = {},
): Promise<string> {
  const provider = of === acme ? 'acme' : 'rival';
  const form = await browser.follow(`${url}/ioi/v3/sign-on/${provider}${path}`, (at) => at.startsWith(url));
  if (form.url.startsWith(url)) return form.url;
  const back = await browser.follow(form.url, (at) => at.startsWith(url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ login: sub }).toString(),
  });
  return back.url;
}

async function signOn(sub: string, options: Parameters<typeof upToCallback>[2] = {}) {
  const browser = new HttpBrowser();
  const callback = await upToCallback(browser, sub, options);
  const answer = await browser.send(callback);
  return { browser, callback, place: answer.headers.get('location') };
}

const ask = (browser: HttpBrowser, path = '/me') =>
  browser.send(`${url}/ioi/v3${path}`, { headers: { 'X-Session': 'current' } });
const me = async (browser: HttpBrowser) => (await ask(browser)).json();
const refused = (why: string) => `/console?signOn=${why}`;

describe('signing in through an identity provider', () => {
  it('makes the person of the organization and roles that the provider states, once', async () => {
    const sub = somebody();
    const { browser, place } = await signOn(sub);
    expect(place).toBe('/console');
    const known = await me(browser);
    expect(known).toMatchObject({ organizationId: insurer, name: 'Ada Byron', roles: ['underwriter'] });
    expect(known.userId).toBe(`acme/${sub}@acme.example`);
    const again = await signOn(sub);
    expect(await me(again.browser)).toMatchObject({ personId: known.personId });
    const { sessions } = await (await ask(browser, '/me/session')).json();
    expect(sessions.map(({ method }: { method: string }) => method)).toEqual([
      'SINGLE_SIGN_ON',
      'SINGLE_SIGN_ON',
    ]);
    const entries = await database.db('audit_log').where('target_id', known.personId).orderBy('id');
    expect(entries.map(({ action }) => action)).toEqual(['USER_CREATED', 'SIGNED_IN', 'SIGNED_IN']);
  });

  it('has a person in each organization of somebody, and replaces roles that changed', async () => {
    const sub = somebody();
    const first = await me((await signOn(sub)).browser);
    acme.accounts.set(sub, { ...ada, company: 'harbor', groups: ['Clerks', 'UW', 'unknown'] });
    const second = await me((await signOn(sub)).browser);
    expect(second).toMatchObject({ organizationId: agency, roles: ['service', 'underwriter'] });
    expect(second.personId).not.toBe(first.personId);
    acme.accounts.set(sub, { ...ada, groups: ['Chiefs'], family_name: 'Lovelace' });
    const third = await me((await signOn(sub)).browser);
    expect(third).toMatchObject({ personId: first.personId, roles: ['admin'], name: 'Ada Lovelace' });
  });

  it('takes nobody over who has the user id already', async () => {
    const sub = somebody({ email: 'taken@acme.example' });
    const other = await createUser(database.db, {
      ...{ organizationId: insurer, userId: 'Taken@acme.example', password: testPassword, roles: ['admin'] },
    });
    const known = await me((await signOn(sub)).browser);
    expect(known.personId).not.toBe(other.id);
    expect(known.userId).toBe('acme/taken@acme.example');
  });

  it.each([
    ['no role that is mapped', { groups: ['Others'] }, 'NO_ROLE'],
    ['no roles at all', { groups: undefined }, 'NO_ROLE'],
    ['a company that is not mapped', { company: 'toString' }, 'NO_ORGANIZATION'],
    ['two companies', { company: ['granite', 'harbor'] }, 'NO_ORGANIZATION'],
  ])('is refused with %s', async (_what, account, why) => {
    const { browser, place } = await signOn(somebody(account));
    expect(place).toBe(refused(why));
    expect((await ask(browser)).status).toBe(401);
  });

  it('is refused with a line in the audit log of the organization', async () => {
    const sub = somebody({ groups: ['Others'] });
    await signOn(sub);
    await service.authentication.audit.write();
    const noted = await database.db('audit_log').whereRaw(`details ->> 'subject' = ?`, [sub]);
    expect(noted).toMatchObject([
      {
        ...{ action: 'SIGN_IN_REFUSED', organization_id: insurer },
        details: { provider: 'acme', reason: 'NO_ROLE', subject: sub },
      },
    ]);
  });

  it('is refused for somebody who is disabled here', async () => {
    const sub = somebody();
    const { userId } = await me((await signOn(sub)).browser);
    await disableUser(database.db, userId);
    expect((await signOn(sub)).place).toBe(refused('DISABLED'));
  });

  it('leads to the page that was asked for, and nowhere else', async () => {
    const path = '?returnTo=%2Fconsole%2Fpolicies%3Fstate%3DACTIVE';
    expect((await signOn(somebody(), { path })).place).toBe('/console/policies?state=ACTIVE');
    for (const evil of [
      ...['//evil.example', 'https://evil.example', '/\\evil.example', '/console\\@evil.example', '/docs'],
      ...[
        '/consoles',
        '/console/../docs',
        '/console/\n/evil',
        'javascript:alert(1)',
        '/console/%0d%0aX: y\r\n',
      ],
    ]) {
      const query = new URLSearchParams({ returnTo: evil });
      const answer = await fetch(`${url}/ioi/v3/sign-on/acme?${query}`, { redirect: 'manual' });
      expect({ evil, status: answer.status }).toEqual({ evil, status: 400 });
    }
  });

  it('is begun a hundred times in five minutes from an address, unless it is finished', async () => {
    const { db } = database;
    const begin = () => fetch(`${url}/ioi/v3/sign-on/acme`, { redirect: 'manual' });
    await db('sign_in_counters').delete();
    await signOn(somebody());
    for (let times = 0; times < 100; times += 1) expect((await begin()).status).toBe(302);
    const kept = await db('sign_ons').count().first();
    const over = await begin();
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(over.headers.get('refresh')).toBe(`0; url=${refused('LIMITED')}`);
    expect(await db('sign_ons').count().first()).toEqual(kept);
    await db('sign_in_counters').delete();
  });

  it('says that it failed, in the console, where the service itself does', async () => {
    const browser = new HttpBrowser();
    const callback = await upToCallback(browser, somebody());
    const named = 'nobody_new';
    await database.owner.raw(`alter table people add constraint ${named} check (false) not valid`);
    const answer = await browser.send(callback);
    await database.owner.raw(`alter table people drop constraint ${named}`);
    expect(answer.headers.get('location')).toBe(refused('FAILED'));
  });

  it('says that it failed while the provider is away', async () => {
    const browser = new HttpBrowser();
    const callback = await upToCallback(browser, somebody());
    acme.isUp = false;
    expect((await browser.send(callback)).headers.get('location')).toBe(refused('FAILED'));
  });
});

/** HS256 with what everybody can read, for a verifier that goes by the token's own word. */
async function byPublicKey(claims: object): Promise<string> {
  const { keys } = await (await fetch(`${acme.issuer}/jwks`)).json();
  const pem = await exportSPKI((await importJWK(keys[0], 'RS256', { extractable: true })) as CryptoKey);
  const header = { alg: 'HS256', kid: keys[0].kid, typ: 'JWT' };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(Buffer.from(pem));
}

describe('an answer of the provider', () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ['of another issuer', (claims: object) => acme.sign({ ...claims, iss: rival.issuer })],
    ['signed by another key', (claims: object) => acme.sign({ ...claims }, { by: 'STRANGER' })],
    ['with the nonce of another sign-in', (claims: object) => acme.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims: object) => acme.sign({ ...claims, nonce: undefined })],
    ['for another client', (claims: object) => acme.sign({ ...claims, aud: 'another' })],
    ['that has expired', (claims: object) => acme.sign({ ...claims, exp: now() - 3600 })],
    [
      'without a signature',
      async (claims: object) =>
        `${[{ alg: 'none' }, claims]
          .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
          .join('.')}.`,
    ],
    ['signed with the public key as a secret', (claims: object) => byPublicKey(claims)],
  ])('%s is refused', async (_what, tamper) => {
    acme.tamper = tamper;
    const { browser, place } = await signOn(somebody());
    expect(place).toBe(refused('FAILED'));
    expect((await ask(browser)).status).toBe(401);
  });

  it('is taken where it is signed anew without a change, which shows that the others are refused for theirs', async () => {
    acme.tamper = (claims) => acme.sign(claims);
    expect((await signOn(somebody())).place).toBe('/console');
  });

  it('is refused with the ID token of an earlier sign-in of the same person', async () => {
    const sub = somebody();
    let earlier = '';
    acme.tamper = async (claims) => {
      earlier = await acme.sign(claims);
      return earlier;
    };
    expect((await signOn(sub)).place).toBe('/console');
    acme.tamper = async () => earlier;
    expect((await signOn(sub)).place).toBe(refused('FAILED'));
  });

  it('is refused with the code of another sign-in, of somebody else or of before', async () => {
    const [theirs, mine] = [new HttpBrowser(), new HttpBrowser()];
    const stolen = new URL(await upToCallback(theirs, somebody())).searchParams.get('code')!;
    const back = new URL(await upToCallback(mine, somebody()));
    back.searchParams.set('code', stolen);
    // It belongs to the code verifier of the other browser.
    expect((await mine.send(back.href)).headers.get('location')).toBe(refused('DENIED'));
    const sub = somebody();
    const { browser, callback } = await signOn(sub);
    const again = new URL(await upToCallback(browser, sub));
    again.searchParams.set('code', new URL(callback).searchParams.get('code')!);
    expect((await browser.send(again.href)).headers.get('location')).toBe(refused('DENIED'));
  });

  it('counts once', async () => {
    const { browser, callback } = await signOn(somebody());
    expect((await browser.send(callback)).headers.get('location')).toBe(refused('OVER'));
  });

  it('counts in the browser that began the sign-in only', async () => {
    const victim = new HttpBrowser();
    await upToCallback(victim, somebody());
    const callback = await upToCallback(new HttpBrowser(), somebody());
    const answer = await victim.send(callback);
    expect(answer.headers.get('location')).toBe(refused('OVER'));
    expect((await ask(victim)).status).toBe(401);
  });

  it.each([
    ['the state of another', (back: URL) => back.searchParams.set('state', 'another'), 'OVER'],
    ['the code of another', (back: URL) => back.searchParams.set('code', 'another'), 'DENIED'],
    ['another issuer', (back: URL) => back.searchParams.set('iss', rival.issuer), 'FAILED'],
    [
      'an error',
      (back: URL) => {
        back.searchParams.delete('code');
        back.searchParams.set('error', 'access_denied');
      },
      'DENIED',
    ],
  ])('with %s is refused', async (_what, change, why) => {
    const browser = new HttpBrowser();
    const back = new URL(await upToCallback(browser, somebody()));
    change(back);
    expect((await browser.send(back.href)).headers.get('location')).toBe(refused(why));
  });

  it('of one provider is nothing at the address of another', async () => {
    const browser = new HttpBrowser();
    const callback = await upToCallback(browser, somebody());
    const answer = await browser.send(callback.replace('/acme/', '/rival/'));
    expect(answer.headers.get('location')).toBe(refused('OVER'));
    expect((await fetch(`${url}/ioi/v3/sign-on/nobody`)).status).toBe(404);
  });

  it('is too late after ten minutes', async () => {
    const browser = new HttpBrowser();
    const callback = await upToCallback(browser, somebody());
    laterMs = 10 * 60_000;
    expect((await browser.send(callback)).headers.get('location')).toBe(refused('OVER'));
  });

  it('begins a session with a new secret, whatever cookie the browser had', async () => {
    const browser = new HttpBrowser();
    const callback = await upToCallback(browser, somebody());
    const planted = 'a'.repeat(43);
    browser.setCookie(url, `ioi-session-${new URL(url).port}`, planted);
    await browser.send(callback);
    expect(browser.cookiesOf(url)).not.toContain(planted);
    expect((await ask(browser)).status).toBe(200);
  });
});

describe('a session that a provider began', () => {
  const later = () => {
    laterMs += (tokenSeconds + 1) * 1000;
  };

  it('has the roles that the provider states once the life of its token is over', async () => {
    const sub = somebody();
    const { browser } = await signOn(sub);
    acme.accounts.set(sub, { ...ada, groups: ['Clerks'] });
    expect(await me(browser)).toMatchObject({ roles: ['underwriter'] });
    later();
    const answers = await Promise.all(Array.from({ length: 5 }, () => me(browser)));
    expect(answers.map(({ roles }) => roles)).toEqual(Array.from({ length: 5 }, () => ['service']));
    later();
    expect(await me(browser)).toMatchObject({ roles: ['service'] });
  });

  it.each([
    ['has left', (sub: string) => acme.accounts.delete(sub)],
    ['has no role any more', (sub: string) => acme.accounts.set(sub, { ...ada, groups: [] })],
    [
      'is of another organization now',
      (sub: string) => acme.accounts.set(sub, { ...ada, company: 'harbor' }),
    ],
  ])('ends by then when the person %s', async (_what, change) => {
    const sub = somebody();
    const { browser } = await signOn(sub);
    const { personId } = await me(browser);
    change(sub);
    later();
    expect((await ask(browser)).status).toBe(401);
    laterMs = 0;
    expect((await ask(browser)).status).toBe(401);
    const [entry] = await database.db('audit_log').where({ target_id: personId, action: 'SESSION_ENDED' });
    expect(entry.details.reason).toBe('NOT_VOUCHED');
  });

  it('is neither ended nor let through while the provider is away', async () => {
    const { browser } = await signOn(somebody());
    acme.isUp = false;
    expect((await ask(browser)).status).toBe(200);
    later();
    expect((await ask(browser)).status).toBe(503);
    acme.isUp = true;
    expect((await ask(browser)).status).toBe(200);
  });

  it.each([
    ['DELETE', '/session', (id: string) => id],
    ['DELETE', '/session', () => 'current'],
    ['POST', '/me/sign-out', () => 'current'],
  ])('is ended by %s %s while the provider is away, for good', async (method, path, named) => {
    const { browser } = await signOn(somebody());
    const { sessionId } = await me(browser);
    acme.isUp = false;
    later();
    const headers = { 'X-Session': named(sessionId) };
    expect((await browser.send(`${url}/ioi/v3${path}`, { method, headers })).status).toBe(204);
    expect(browser.cookiesOf(url)).not.toContain('ioi-session');
    expect(await database.db('sessions').where('id', sessionId)).toEqual([]);
  });

  it('goes on after a failure behind a refresh, though the provider takes each refresh token once', async () => {
    acme.rotates = true;
    const { browser } = await signOn(somebody());
    later();
    acme.fails = { path: '/me', status: 503 };
    expect((await ask(browser)).status).toBe(503);
    acme.fails = undefined;
    expect((await ask(browser)).status).toBe(200);
    later();
    expect((await ask(browser)).status).toBe(200);
  });

  it('asks again at the next request after a failure of the service itself', async () => {
    const sub = somebody();
    const { browser } = await signOn(sub);
    const { personId } = await me(browser);
    acme.accounts.set(sub, { ...ada, groups: ['Clerks'] });
    later();
    // Its people cannot be changed for a while.
    const named = 'no_changes_of_people';
    await database.owner.raw(
      `alter table people add constraint ${named} check (roles <> '{service}') not valid`,
    );
    expect((await ask(browser)).status).toBe(500);
    await database.owner.raw(`alter table people drop constraint ${named}`);
    expect(await me(browser)).toMatchObject({ personId, roles: ['service'] });
  });

  it('keeps names and e-mail address that the provider states no more', async () => {
    const sub = somebody();
    const { browser } = await signOn(sub);
    const { name, personId } = await me(browser);
    acme.accounts.set(sub, { groups: ['Clerks'], company: 'granite' });
    later();
    expect(await me(browser)).toMatchObject({ name, roles: ['service'] });
    expect((await Person.query(database.db).findById(personId))!.email).toBe(`${sub}@acme.example`);
  });

  it.each([
    ['/token', 400, { error: 'unauthorized_client' }, 401],
    ['/token', 403, { error: 'access_denied' }, 401],
    ['/me', 401, {}, 401],
    ['/me', 403, { error: 'insufficient_scope' }, 401],
    ['/token', 401, { error: 'invalid_client' }, 503],
    ['/token', 429, { error: 'slow_down' }, 503],
    ['/me', 500, {}, 503],
  ])('after %s with %s %j is answered by %s', async (path, status, body, answer) => {
    const { browser } = await signOn(somebody());
    later();
    acme.fails = { path, status, body };
    expect((await ask(browser)).status).toBe(answer);
  });

  it('keeps no token of the provider that the database could be read for', async () => {
    await signOn(somebody());
    const [row] = await database.db('provider_sessions').limit(1);
    expect(row.refresh_token.length).toBeGreaterThan(40);
    expect(row.refresh_token.toString('latin1')).not.toMatch(/[\w-]{30}/);
  });
});

it('needs the issuer as the provider writes it, with or without a slash at the end', async () => {
  const settings = { ...acme, issuer: `${acme.issuer}/` } as unknown as IdentityProvider;
  const client = new ProviderClient('acme', settings, url);
  const checks = { state: 's', nonce: 'n', codeVerifier: 'v' };
  await expect(client.addressFor(checks)).rejects.toThrow(`as the provider writes it: ${acme.issuer}`);
});

describe('a logout that a provider announces', () => {
  const sids = (sub: string) => database.db('provider_sessions').where('subject', sub).pluck('sid');
  const send = (logout_token: string, provider = 'acme') =>
    fetch(`${url}/ioi/v3/sign-on/${provider}/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token }),
    });
  const endsWithinASecond = (browser: HttpBrowser) =>
    expect.poll(async () => (await ask(browser)).status, { timeout: 1000, interval: 20 }).toBe(401);

  it('ends the session within a second, and no other one', async () => {
    const [sub, other] = [somebody(), somebody()];
    const [{ browser }, { browser: stays }] = [await signOn(sub), await signOn(other)];
    expect((await ask(browser)).status).toBe(200);
    const [sid] = await sids(sub);
    await acme.signOut(sub, sid);
    await endsWithinASecond(browser);
    expect((await ask(stays)).status).toBe(200);
  });

  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1000);
  const good = (sub: string) => ({
    ...{
      iss: acme.issuer,
      aud: 'ioi',
      iat: now(),
      exp: now() + 120,
      jti: `jti-${Math.random()}`,
      sub,
      events,
    },
  });

  it('can name the person alone', async () => {
    const sub = somebody();
    const [first, second] = [await signOn(sub), await signOn(sub)];
    expect((await send(await acme.sign(good(sub), { typ: 'logout+jwt' }))).status).toBe(204);
    await endsWithinASecond(first.browser);
    await endsWithinASecond(second.browser);
  });

  it.each([
    ['another issuer', (token: object) => acme.sign({ ...token, iss: rival.issuer })],
    ['another client', (token: object) => acme.sign({ ...token, aud: 'another' })],
    ['another key', (token: object) => acme.sign({ ...token }, { by: 'STRANGER' })],
    ['the public key as a secret', (token: object) => byPublicKey(token)],
    ['a nonce, as an ID token has', (token: object) => acme.sign({ ...token, nonce: 'n' })],
    ['no event', (token: object) => acme.sign({ ...token, events: {} })],
    ['no jti', (token: object) => acme.sign({ ...token, jti: undefined })],
    ['nobody', (token: object) => acme.sign({ ...token, sub: undefined })],
    ['an age of an hour', (token: object) => acme.sign({ ...token, iat: now() - 3600 })],
    ['no signature', async () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['a text that is no token', async () => 'x'],
  ])('is refused with %s', async (_what, make) => {
    const sub = somebody();
    const { browser } = await signOn(sub);
    expect((await send(await make(good(sub)))).status).toBe(400);
    expect((await ask(browser)).status).toBe(200);
  });

  it('ends no session that began after it, when it is sent again', async () => {
    const sub = somebody();
    const token = await acme.sign(good(sub), { typ: 'logout+jwt' });
    laterMs = 120_000;
    const { browser } = await signOn(sub);
    expect((await send(token)).status).toBe(204);
    expect((await ask(browser)).status).toBe(200);
  });

  it('is to be sent again while the keys of the provider cannot be read', async () => {
    const client = new ProviderClient('acme', { ...acme } as unknown as IdentityProvider, url);
    acme.isUp = false;
    const reading = readLogoutToken(client, await acme.sign(good('sub-1')), new Date());
    await expect(reading).rejects.toMatchObject({ status: 503 });
  });

  it('of one provider ends no session of another', async () => {
    const { browser } = await signOn(somebody());
    expect((await send(await acme.sign(good('sub-1')), 'rival')).status).toBe(400);
    expect((await ask(browser)).status).toBe(200);
  });
});

describe('an organization without passwords', () => {
  const byPassword = (userId: string, path = '/session') =>
    fetch(`${url}/ioi/v3${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session': 'current' },
      body: JSON.stringify({
        userId,
        password: testPassword,
        ...(path === '/token' && { grantType: 'PASSWORD' }),
      }),
    });

  it('lets nobody in by one, in the same words as for a wrong one', async () => {
    const { userId } = await aUser(database.db, { organizationId: strict });
    const other = await aUser(database.db, { organizationId: insurer });
    expect((await byPassword(other.userId)).status).toBe(200);
    for (const path of ['/session', '/token']) {
      const answer = await byPassword(userId, path);
      expect(answer.status).toBe(401);
      expect((await answer.json()).detail).toBe('the user id, the password or the code is wrong');
    }
    rival.accounts.set('chief', { ...ada, groups: ['Chiefs'] });
    const { browser, place } = await signOn('chief', { of: rival });
    expect(place).toBe('/console');
    expect(await me(browser)).toMatchObject({ organizationId: strict, roles: ['admin'] });
  });

  it('has people without a password, whom no password lets in', async () => {
    const { userId, personId } = await me((await signOn(somebody())).browser);
    expect((await Person.query(database.db).findById(personId))!.passwordHash).toBeNull();
    expect((await byPassword(userId)).status).toBe(401);
  });

  it('exists, or the service does not start', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    const check = (...off: string[]) =>
      requireOrganizations(database.db, { passwordsOff: new Set(off), identityProviders: {} });
    await check(strict, insurer);
    await expect(check(strict, unknown)).rejects.toThrow(`PASSWORDS_OFF names ${unknown}`);
  });

  it('is the provider’s: its people get no password, with which they could stay', async () => {
    const { personId } = await me((await signOn(somebody())).browser);
    const { db } = database;
    const which = { organizationId: insurer, personId };
    await expect(changePassword(db, which, testPassword)).rejects.toThrow(OfProvider);
    const boss = await aUser(db, { organizationId: insurer });
    const caller = {
      kind: 'USER',
      organizationId: insurer,
      organizationName: '',
      name: '',
      personId: boss.id,
    };
    const asked = new Users({ db }).resetPassword(
      { ...caller, kind: 'USER', permissions: permissionsOf({ permissions: ['*'], roles: [] }) },
      personId,
      {},
    );
    await expect(asked).rejects.toMatchObject({ status: 409 });
    expect((await Person.query(db).findById(personId))!.passwordHash).toBeNull();
    expect(await changePassword(db, { ...which, personId: boss.id }, testPassword)).toBeDefined();
  });

  it('is told apart by nobody who is not signed in', async () => {
    const ways = await (await fetch(`${url}/ioi/v3/sign-on`)).json();
    expect(ways).toEqual({
      passwords: true,
      providers: [
        { provider: 'acme', label: 'Acme' },
        { provider: 'rival', label: 'Rival' },
      ],
    });
  });
});

// The last one: the provider keeps the new key.
it('goes on when the provider rotates its key, and takes the withdrawn one no more', async () => {
  const { browser } = await signOn(somebody());
  const { sessionId } = await me(browser);
  await acme.rotateKey();
  // Unknown keys are looked up at most once a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    const sub = somebody();
    const { place } = await signOn(sub);
    expect(place).toBe('/console');
    acme.tamper = (claims) => acme.sign(claims, { by: 'WITHDRAWN' });
    expect((await signOn(somebody())).place).toBe(refused('FAILED'));
    const seconds = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: acme.issuer, aud: 'ioi', iat: seconds, exp: seconds + 60, jti: 'jti', sub, events };
    const logout = async (by?: 'WITHDRAWN') => {
      const logout_token = await acme.sign(claims, { typ: 'logout+jwt', ...(by && { by }) });
      const body = new URLSearchParams({ logout_token });
      return (await fetch(`${url}/ioi/v3/sign-on/acme/logout`, { method: 'POST', body })).status;
    };
    // Keys are kept for minutes, or until one is unknown.
    expect(await logout()).toBe(204);
    expect(await logout('WITHDRAWN')).toBe(400);
    // Asking again needs no ID token of before.
    laterMs = (tokenSeconds + 1) * 1000;
    acme.tamper = undefined;
    expect(await me(browser)).toMatchObject({ sessionId });
  } finally {
    vi.useRealTimers();
  }
});
