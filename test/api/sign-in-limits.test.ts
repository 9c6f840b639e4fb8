import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networkOf } from '../../api/auth/limits/login-limiter.js';
import { createUser } from '../../db/identity/people.js';
import { deleteExpiredCounters } from '../../db/identity/sign-in-counters.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let processes: TestApp[];

beforeAll(async () => {
  database = await createTestDatabase();
  const options = {
    trustedProxies: 1,
    loginLimits: { perUserAtAddress: 10, perUser: 20, perAddress: 100, windowMs: 60_000 },
  };
  processes = [await createTestApp(database, options), await createTestApp(database, options)];
});
afterAll(async () => {
  for (const each of processes) await each.close();
  await database.drop();
});

const addresses = { ofHome: '203.0.113.5', ofAttacker: '198.51.100.7' };
let made = 0;

async function aUserNamed(userId = `user-${randomUUID()}`) {
  const { organization } = await anOrganization(database.db);
  return createUser(database.db, { organizationId: organization.id, userId, password: testPassword });
}

/** The status of an attempt at alternating processes. */
async function attempt(userId: string, password: string, address: string): Promise<number> {
  const { app } = processes[made++ % processes.length]!;
  const { status } = await request(app)
    .post('/ioi/v3/token')
    .set('X-Forwarded-For', address)
    .send({ userId, password, grantType: 'PASSWORD' });
  return status;
}

const guesses = (number: number, userId: (i: number) => string, address: (i: number) => string) =>
  Promise.all(Array.from({ length: number }, (_, i) => attempt(userId(i), 'wrong', address(i))));
const checked = (statuses: number[]) => statuses.filter((status) => status === 401).length;

it('checks 10 of 80 parallel guesses at several processes, in whatever letters', async () => {
  await aUserNamed('iris-limited');
  const spellings = ['iris-limited', 'İRİS-LİMİTED', 'IRIS-limited', 'iRİs-lİmited', 'İris-limited'];
  const found = await Promise.all(
    spellings.map(async (spelling) => {
      const { rows } = await database.db.raw('select lower(?) = lower(?) as same', [spelling, spellings[0]!]);
      return rows[0].same ? [spelling] : [];
    }),
  );
  const same = found.flat();
  const statuses = await guesses(
    80,
    (i) => same[i % same.length]!,
    () => addresses.ofAttacker,
  );
  expect(checked(statuses)).toBe(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(70);
});

it('checks no more guesses at one user under all spellings that case or form of letters allows', async () => {
  const { db } = database;
  const { id } = await aUserNamed('kris-straße-ångström-ι');
  const spellings = [
    ...[
      'kris-straße-ångström-ι',
      'KRIS-STRAßE-ÅNGSTRÖM-Ι',
      'KRIS-STRAẞE-ÅNGSTRÖM-Ι',
      'krİs-straße-ångström-ι',
    ],
    ...['KRIS-STRASSE-ÅNGSTRÖM-Ι', 'kriſ-ſtraße-ångſtröm-ι', '\u212Aris-straße-\u212Bngström-ι'],
    ...['kris-straße-ångström-ι'.normalize('NFD'), 'krıs-straße-ångström-ι', 'kris-straße-ångström-\u1FBE'],
    ...['ｋｒｉｓ-straße-ångström-ι', 'ＫＲＩＳ-straße-ångström-ι', 'kri\u0307s-straße-ångström-ι'],
  ];
  const statuses = await guesses(
    spellings.length * 7,
    (i) => spellings[i % spellings.length]!,
    () => '198.51.100.20',
  );
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  await Promise.all(processes.map(({ authentication }) => authentication.audit.write()));
  const refused = await db('audit_log')
    .where({ target_id: id, action: 'SIGN_IN_REFUSED' })
    .sum('occurrences');
  expect(Number(refused[0]?.sum)).toBe(10);
  for (const spelling of spellings)
    expect(await attempt(spelling, testPassword, '198.51.100.20')).not.toBe(200);
});

it('lets the right password in from elsewhere, though somebody guesses without end', async () => {
  const { userId } = await aUserNamed();
  await guesses(
    80,
    () => userId,
    () => '198.51.100.8',
  );
  expect(await attempt(userId, testPassword, '198.51.100.8')).toBe(429);
  expect(await attempt(userId, testPassword, addresses.ofHome)).toBe(200);
});

it('limits guesses from many addresses, but not at an address from which the user signed in', async () => {
  const { userId } = await aUserNamed();
  expect(await attempt(userId, testPassword, addresses.ofHome)).toBe(200);
  const statuses = await guesses(
    60,
    () => userId,
    (i) => `192.0.2.${i}`,
  );
  expect(checked(statuses)).toBe(20);
  expect(await attempt(userId, testPassword, '192.0.2.200')).toBe(429);
  expect(await attempt(userId, testPassword, addresses.ofHome)).toBe(200);
});

it('counts what it refuses on no other limit', async () => {
  const [one, other] = [await aUserNamed(), await aUserNamed()];
  await guesses(
    120,
    () => one.userId,
    () => '198.51.100.9',
  );
  expect(await attempt(other.userId, testPassword, '198.51.100.9')).toBe(200);
});

it('counts unknown user ids by address', async () => {
  const statuses = await guesses(
    120,
    (i) => `nobody-${i}`,
    () => '198.51.100.10',
  );
  expect(checked(statuses)).toBe(100);
});

it('keeps neither user ids nor addresses, and forgets counters after their window', async () => {
  await attempt('a password in the wrong field', 'wrong', '198.51.100.11');
  const rows = await database.db('sign_in_counters');
  expect(JSON.stringify(rows)).not.toMatch(/wrong field|198\.51/);
  await database.db('sign_in_counters').update({ window_ends_at: new Date(0) });
  await deleteExpiredCounters(database.db);
  const left = await database.db('sign_in_counters');
  expect(left.length).toBeGreaterThan(0);
  expect(left.every((row) => row.known_until !== null)).toBe(true);
});

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('takes %j as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
