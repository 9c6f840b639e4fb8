import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { Product } from '../../db/models/product.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, basicOf, testPassword } from '../support/identity-factory.js';
import { operate } from '../support/operator.js';

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

const run = (line: string[], input?: string) => operate(database.db, line, input);

async function runJson(line: string[], input?: string) {
  const printed = await run([...line, '--json'], input);
  expect(printed).toHaveLength(1);
  return JSON.parse(printed[0]!);
}

const hello = (key: string, secret: string) =>
  request(service.app).get('/ioi/v3/hello').set('Authorization', basicOf(key, secret));
const signIn = (userId: string, password: string) =>
  request(service.app).post('/ioi/v3/token').send({ userId, password, grantType: 'PASSWORD' });

describe('organization create', () => {
  it('makes an organization', async () => {
    const { id, name } = await runJson(['organization', 'create', '--name', 'Harbor Insurance']);
    expect(name).toBe('Harbor Insurance');
    expect(await database.db('organizations').where({ id }).first()).toMatchObject({
      name,
    });
  });

  it('prints what its requests to others are signed with: always the same, however often at once', async () => {
    const { id } = await runJson(['organization', 'create', '--name', 'Signing Insurance']);
    const secrets = await Promise.all(Array.from({ length: 8 }, () => outboundSecretOf(database.db, id)));
    const [printed] = await run(['organization', 'outbound-secret', '--organization', id]);
    expect(new Set([...secrets, printed]).size).toBe(1);
    expect(printed).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('is seen in the list', async () => {
    const { id } = await runJson(['organization', 'create', '--name', 'Listed Insurance']);
    const listed = await runJson(['organization', 'list']);
    expect(listed).toContainEqual({
      ...{ id, name: 'Listed Insurance', timeZone: 'UTC', createdAt: expect.any(String) },
    });
    const lines = await run(['organization', 'list']);
    expect(lines).toHaveLength(listed.length);
    expect(lines.find((line) => line.startsWith(id))).toContain('Listed Insurance');
  });

  it('has the days of a time zone, which can be changed', async () => {
    const made = ['organization', 'create', '--name', 'Pacific Insurance', '--time-zone', 'pacific/honolulu'];
    const { id, timeZone } = await runJson(made);
    expect(timeZone).toBe('Pacific/Honolulu');
    const change = ['organization', 'change', '--organization', id, '--time-zone', 'Asia/Tokyo'];
    expect(await run(change)).toEqual(['The business days of Pacific Insurance are those of Asia/Tokyo']);
    expect(await runJson(['organization', 'list'])).toContainEqual(
      expect.objectContaining({ id, timeZone: 'Asia/Tokyo' }),
    );
    await expect(run([...change.slice(0, -1), 'Tokyo'])).rejects.toThrow(/time zone of the IANA database/);
  });

  it('refuses a blank name', async () => {
    await expect(run(['organization', 'create', '--name', ' '])).rejects.toThrow(/1 to 200 characters/);
  });
});

describe('user create', () => {
  it('generates a password that signs in', async () => {
    const { organization } = await anOrganization(database.db);
    const { personId, password } = await runJson([
      ...['user', 'create', '--organization', organization.name, '--user-id', 'ada@example.com'],
      ...['--name', 'Ada King Byron', '--permissions', 'quotes:read,clients:read'],
    ]);
    await signIn('ada@example.com', password).expect(200);
    const row = await database.db('people').where({ id: personId }).first();
    expect(row).toMatchObject({
      organization_id: organization.id,
      first_name: 'Ada',
      last_name: 'King Byron',
      permissions: ['quotes:read', 'clients:read'],
    });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('takes a password from standard input and does not print it', async () => {
    const { organization } = await anOrganization(database.db);
    const line = [
      'user',
      'create',
      '--organization',
      organization.id,
      '--user-id',
      'bob',
      '--password-stdin',
    ];
    const printed = await run(line, 'pass word 123\n');
    expect(printed.join('\n')).not.toContain('pass word');
    await signIn('bob', 'pass word 123').expect(200);
  });

  it.each([
    ['a taken user id', ['--user-id', 'BOB'], 'The user id BOB is taken.'],
    ['a short password', ['--user-id', 'eve', '--password-stdin'], 'A password has 8 to 1024 characters.'],
    ['a user id with a space', ['--user-id', 'e ve'], /without spaces/],
    [
      'an unknown permission',
      ['--user-id', 'eve', '--permissions', 'quotes:raed'],
      /Not a permission: quotes:raed/,
    ],
  ])('refuses %s', async (_what, options, message) => {
    const { organization } = await anOrganization(database.db);
    const line = ['user', 'create', '--organization', organization.id, ...options];
    await expect(run(line, 'short')).rejects.toThrow(message);
  });

  it('refuses an organization that is unknown or ambiguous', async () => {
    const create = (name: string) => run(['user', 'create', '--organization', name, '--user-id', 'eve']);
    await expect(create('Nobody')).rejects.toThrow('There is no organization Nobody.');
    await anOrganization(database.db, { name: 'Twins' });
    await anOrganization(database.db, { name: 'Twins' });
    await expect(create('Twins')).rejects.toThrow('Several organizations are named Twins');
  });
});

describe('a user', () => {
  const helloAs = ({ accessToken, idToken }: { accessToken: string; idToken: string }) =>
    request(service.app)
      .get('/ioi/v3/hello')
      .set('Authorization', `Bearer ${accessToken}`)
      .set('x-jwt-assertion', idToken);

  it('is disabled at once, tokens included, and enabled again', async () => {
    const { organization } = await anOrganization(database.db);
    const { id, userId } = await aUser(database.db, { organizationId: organization.id });
    const { body: tokens } = await signIn(userId, testPassword).expect(200);
    await helloAs(tokens).expect(200);

    const { personId, disabledAt } = await runJson(['user', 'disable', userId.toUpperCase()]);
    expect(personId).toBe(id);
    expect(Date.parse(disabledAt)).not.toBeNaN();
    await expect.poll(async () => (await helloAs(tokens)).status, { timeout: 1000 }).toBe(401);
    await signIn(userId, testPassword).expect(401);
    expect((await runJson(['user', 'disable', userId])).disabledAt).toBe(disabledAt);

    expect(await run(['user', 'enable', userId])).toEqual([`Enabled user ${userId}`]);
    const { body: later } = await signIn(userId, testPassword).expect(200);
    await helloAs(later).expect(200);
    await helloAs(tokens).expect(401);
  });

  it.each([
    ['sign-out', 'Signed out user'],
    ['password', 'Replaced the password of user'],
  ])('has no valid tokens after %s, and gets others', async (name, done) => {
    const { organization } = await anOrganization(database.db);
    const { userId } = await aUser(database.db, { organizationId: organization.id });
    const { body: tokens } = await signIn(userId, testPassword).expect(200);
    await helloAs(tokens).expect(200);
    const [line, password = ''] = await run(['user', name, userId]);
    expect(line).toBe(`${done} ${userId}`);
    await expect.poll(async () => (await helloAs(tokens)).status, { timeout: 1000 }).toBe(401);
    const given = password.split(': ')[1] ?? testPassword;
    const { body: later } = await signIn(userId, given).expect(200);
    await helloAs(later).expect(200);
  });

  it('is listed with the state, never with the hash of the password', async () => {
    const { organization } = await anOrganization(database.db);
    const { id, userId } = await aUser(database.db, { organizationId: organization.id });
    const other = await anOrganization(database.db);
    await aUser(database.db, { organizationId: other.organization.id });
    await run(['user', 'disable', userId]);

    const line = ['user', 'list', '--organization', organization.name];
    expect(await runJson(line)).toEqual([
      {
        ...{ personId: id, organizationId: organization.id, userId, firstName: 'Ada', lastName: 'Byron' },
        ...{ permissions: ['*'], roles: [], createdAt: expect.any(String), disabledAt: expect.any(String) },
      },
    ]);
    expect(await run(line)).toEqual([expect.stringMatching(new RegExp(`^${userId}  .*Ada Byron.*disabled`))]);
    expect((await runJson(['user', 'list'])).length).toBeGreaterThan(1);
    const empty = (await anOrganization(database.db)).organization.id;
    expect(await run(['user', 'list', '--organization', empty])).toEqual(['There are no users.']);
  });

  it('gets a new password: generated, or from standard input', async () => {
    const { organization } = await anOrganization(database.db);
    const { userId } = await aUser(database.db, { organizationId: organization.id });
    const { password } = await runJson(['user', 'password', userId]);
    await signIn(userId, testPassword).expect(401);
    await signIn(userId, password).expect(200);

    const printed = await run(['user', 'password', userId, '--password-stdin'], 'another word\n');
    expect(printed).toEqual([`Replaced the password of user ${userId}`]);
    await signIn(userId, 'another word').expect(200);
    const short = run(['user', 'password', userId, '--password-stdin'], 'short');
    await expect(short).rejects.toThrow('A password has 8 to 1024 characters.');
  });

  it('gets other roles at once', async () => {
    const { organization } = await anOrganization(database.db);
    const { userId } = await aUser(database.db, { organizationId: organization.id });
    const changed = await runJson([
      'user',
      'roles',
      userId,
      '--roles',
      'billing',
      '--permissions',
      'inbound:send',
    ]);
    expect(changed).toMatchObject({ userId, roles: ['billing'], permissions: ['inbound:send'] });
    const printed = await run(['user', 'roles', userId, '--roles', 'service,producer']);
    expect(printed).toEqual([`User ${userId} has the roles service, producer`]);
    const [listed] = await runJson(['user', 'list', '--organization', organization.id]);
    expect(listed).toMatchObject({ roles: ['service', 'producer'], permissions: [] });
    await expect(run(['user', 'roles', 'nobody', '--roles', 'admin'])).rejects.toThrow(
      'There is no user nobody.',
    );
  });

  it.each(['disable', 'enable', 'password'])('that is not there is refused by %s', async (name) => {
    await expect(run(['user', name, 'nobody'])).rejects.toThrow('There is no user nobody.');
  });
});

describe('key', () => {
  it('is created, works, is listed without its secret, and is revoked', async () => {
    const { organization } = await anOrganization(database.db);
    const { apiKey, apiSecret } = await runJson([
      ...['key', 'create', '--organization', organization.id, '--label', 'Broker portal'],
    ]);
    await hello(apiKey, apiSecret).expect(200);

    const listed = await runJson(['key', 'list', '--organization', organization.id]);
    expect(listed).toContainEqual(
      expect.objectContaining({ apiKey, label: 'Broker portal', permissions: ['*'], revokedAt: null }),
    );
    expect(JSON.stringify(listed)).not.toContain(apiSecret);

    const { revokedAt } = await runJson(['key', 'revoke', apiKey]);
    expect(Date.parse(revokedAt)).not.toBeNaN();
    await expect.poll(async () => (await hello(apiKey, apiSecret)).status, { timeout: 1000 }).toBe(401);
    expect((await runJson(['key', 'revoke', apiKey])).revokedAt).toBe(revokedAt);
    expect((await run(['key', 'list'])).find((line) => line.startsWith(apiKey))).toContain('revoked');
  });

  it('has roles, and can be restricted to event types and to products that its organization can use', async () => {
    const { organization } = await anOrganization(database.db);
    const productId = randomUUID();
    await Product.query(database.db).insert({
      ...{ id: productId, ownerOrganizationId: organization.id, key: 'shop', name: 'Shop' },
    });
    const create = ['key', 'create', '--organization', organization.id, '--roles', 'producer,service'];
    const restricted = ['--events', 'GET_QUOTES,SELECT_QUOTE', '--products', productId];
    const given = {
      ...{ permissions: [], roles: ['producer', 'service'] },
      ...{ eventTypes: ['GET_QUOTES', 'SELECT_QUOTE'], productIds: [productId] },
    };
    const { apiKey } = await runJson([...create, ...restricted]);
    expect(await runJson(['key', 'list', '--organization', organization.id])).toContainEqual(
      expect.objectContaining({ apiKey, ...given }),
    );
    expect(await run(['key', 'list', '--organization', organization.id])).toContainEqual(
      expect.stringContaining(
        `  producer,service  only GET_QUOTES,SELECT_QUOTE  only products ${productId}  `,
      ),
    );

    const unknown = randomUUID();
    await expect(run([...create, '--products', `${productId},${unknown}`])).rejects.toThrow(
      `The organization can use no product ${unknown}`,
    );
    await expect(run([...create, '--events', 'GET_QUOTE'])).rejects.toThrow('Not an event type: GET_QUOTE');
    await expect(run([...create.slice(0, 4), '--roles', 'boss'])).rejects.toThrow(
      'Not a role: boss. There are: admin, underwriter, producer, billing, service, author, read-only.',
    );
  });

  it('is rotated with an overlap, expires, and shows its last use', async () => {
    const { organization } = await anOrganization(database.db);
    const create = ['key', 'create', '--organization', organization.id, '--expires-in', '90d'];
    const { apiKey, apiSecret, expiresAt } = await runJson(create);
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
    const rotated = await runJson(['key', 'rotate', apiKey, '--overlap', '12h']);
    expect((Date.parse(rotated.previousSecretUntil) - Date.now()) / 3_600_000).toBeCloseTo(12, 1);
    await hello(apiKey, apiSecret).expect(200);
    await hello(apiKey, rotated.apiSecret).expect(200);
    const [secret, before] = await run(['key', 'rotate', apiKey, '--overlap', '0d']);
    expect(before).toBe('The secret before has ended.');
    await expect.poll(async () => (await hello(apiKey, apiSecret)).status, { timeout: 1000 }).toBe(401);
    await hello(apiKey, secret!.split(': ')[1]!).expect(200);

    const line = async () =>
      (await run(['key', 'list', '--organization', organization.id])).find((each) => each.startsWith(apiKey));
    expect(await line()).toContain(`active, expires ${expiresAt}`);
    await runJson(['key', 'revoke', apiKey]);
    await expect(run(['key', 'rotate', apiKey])).rejects.toThrow('that is not revoked');
    await expect(run(['key', 'rotate', apiKey, '--overlap', '7'])).rejects.toThrow('90d, 12h, 30m');
  });

  it('cannot be revoked if there is none', async () => {
    await expect(run(['key', 'revoke', 'ioi_x'])).rejects.toThrow('There is no API key ioi_x.');
  });
});

describe('audit', () => {
  it('lists and exports who changed keys and users, without secrets', async () => {
    const { organization } = await anOrganization(database.db);
    const line = ['--organization', organization.id];
    const { apiKey, apiSecret } = await runJson(['key', 'create', ...line, '--label', '=1+1']);
    const { password, personId } = await runJson(['user', 'create', ...line, '--user-id', 'audited']);
    await run(['user', 'roles', 'audited', '--roles', 'billing']);
    await run(['key', 'revoke', apiKey]);
    const entries: { action: string; actorKind: string; targetId: string }[] = await runJson([
      ...['audit', 'list', ...line, '--from', '2020-01-01', '--limit', '4'],
    ]);
    expect(entries.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['KEY_REVOKED', apiKey],
      ['USER_ROLES_CHANGED', personId],
      ['USER_CREATED', personId],
      ['KEY_CREATED', apiKey],
    ]);
    expect(entries.every(({ actorKind }) => actorKind === 'OPERATOR')).toBe(true);
    const [text] = await run(['audit', 'list', ...line, '--target', personId]);
    expect(text).toMatch(/USER_ROLES_CHANGED {2}\S+ \(\S+\) {2}USER .*"roles":\["billing"\]/);
    await expect(run(['audit', 'list', '--action', 'KEY_LOST'])).rejects.toThrow();

    const folder = await mkdtemp(path.join(tmpdir(), 'audit-'));
    const exported = async (format: string) => {
      const out = path.join(folder, format);
      await run(['audit', 'export', ...line, '--format', format, '--out', out]);
      return readFile(out, 'utf8');
    };
    const csv = await exported('csv');
    expect(csv.split('\r\n')[0]).toMatch(/^entryId,recordedTimestamp,organizationId,action,/);
    const json = JSON.parse(await exported('json'));
    expect(json.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      'AUDIT_READ',
      'AUDIT_READ',
      'KEY_REVOKED',
    ]);
    for (const secret of [apiSecret, password]) expect(csv + JSON.stringify(json)).not.toContain(secret);
    await rm(folder, { recursive: true });
  });

  it('has the rotation of the signing key, for operators alone', async () => {
    await run(['key', 'rotate-signing', '--now']);
    const [entry] = await runJson(['audit', 'list', '--action', 'SIGNING_KEY_ROTATED']);
    expect(entry).toMatchObject({
      organizationId: null,
      actorKind: 'OPERATOR',
      details: { tokensEnded: true },
    });
  });
});
