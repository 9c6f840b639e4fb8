import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteAllSigningKeys, retireSigningKey } from '../../db/identity/signing-keys.js';
import { changePassword, disableUser, enableUser, signOutUser } from '../../db/identity/user-changes.js';
import { SigningKey } from '../../db/models/signing-key.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, testPassword } from '../support/identity-factory.js';

interface Pair {
  accessToken: string;
  idToken: string;
}

let database: TestDatabase;
let processes: TestApp[];
let userId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  processes = [await createTestApp(database), await createTestApp(database)];
  const { organization } = await anOrganization(database.db);
  userId = (await aUser(database.db, { organizationId: organization.id })).userId;
});
afterEach(async () => {
  for (const each of processes) await each.close();
  await database.drop();
});

async function signIn(password = testPassword): Promise<Pair> {
  const body = { userId, password, grantType: 'PASSWORD' };
  return (await request(processes[0]!.app).post('/ioi/v3/token').send(body).expect(200)).body;
}

/** The answers of every process. */
const answersTo = ({ accessToken, idToken }: Pair) =>
  Promise.all(
    processes.map(async ({ app }) => {
      const headers = { Authorization: `Bearer ${accessToken}`, 'x-jwt-assertion': idToken };
      return (await request(app).get('/ioi/v3/hello').set(headers)).status;
    }),
  );

const endsWithinASecond = (pair: Pair) =>
  expect.poll(() => answersTo(pair), { timeout: 1000, interval: 20 }).toEqual([401, 401]);

/** A pair that a thief of the key signs. */
async function forged(pair: Pair, key: SigningKey, claims: { iat: number; exp: number }): Promise<Pair> {
  const signed = async (token: string, more = {}) =>
    new SignJWT({ ...decodeJwt(token), ...claims, ...more })
      .setProtectedHeader({ ...(decodeProtectedHeader(token) as { alg: string }), kid: key.kid })
      .sign(await importJWK(key.privateJwk, 'ES256'));
  const accessToken = await signed(pair.accessToken);
  const at_hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  return { accessToken, idToken: await signed(pair.idToken, { at_hash }) };
}

const seconds = () => Math.floor(Date.now() / 1000);

it.each([
  ['a change of password', async () => changePassword(database.db, userId, 'another good password')],
  ['signing out', async () => signOutUser(database.db, userId)],
  ['disabling', async () => disableUser(database.db, userId)],
])('%s ends the tokens in every process within a second, for good', async (_what, change) => {
  const pair = await signIn();
  expect(await answersTo(pair)).toEqual([200, 200]);
  await change();
  await endsWithinASecond(pair);
  await enableUser(database.db, userId);
  expect(await answersTo(pair)).toEqual([401, 401]);
  await changePassword(database.db, userId, testPassword);
  expect(await answersTo(await signIn())).toEqual([200, 200]);
});

it('a key is rotated without a restart: every process signs with another, and takes earlier tokens', async () => {
  const before = await signIn();
  expect(await answersTo(before)).toEqual([200, 200]);
  await retireSigningKey(database.db);
  const kidOf = ({ accessToken }: Pair) => decodeProtectedHeader(accessToken).kid;
  await expect
    .poll(async () => kidOf(await signIn()), { timeout: 1000, interval: 20 })
    .not.toBe(kidOf(before));
  const after = await signIn();
  expect(await answersTo(before)).toEqual([200, 200]);
  expect(await answersTo(after)).toEqual([200, 200]);
});

it('all tokens end at once with their keys', async () => {
  const pair = await signIn();
  expect(await answersTo(pair)).toEqual([200, 200]);
  await deleteAllSigningKeys(database.db);
  await endsWithinASecond(pair);
  expect(await answersTo(await signIn())).toEqual([200, 200]);
});

it('a stolen key that was retired forges no tokens beyond one lifetime after its retirement', async () => {
  const pair = await signIn();
  const [stolen] = await SigningKey.query(database.db);
  const year = 365 * 86_400;
  const retiredSeconds = 1800;
  await SigningKey.query(database.db).patch({ retiredAt: new Date(Date.now() - retiredSeconds * 1000) });
  const forge = async (iat: number, exp: number) => answersTo(await forged(pair, stolen!, { iat, exp }));
  await expect
    .poll(() => forge(seconds(), seconds() + 3600), { timeout: 1000, interval: 20 })
    .toEqual([401, 401]);
  expect(await forge(seconds() - retiredSeconds - 10, seconds() + year)).toEqual([200, 200]);
  expect(await forge(seconds() - 3620, seconds() + year)).toEqual([401, 401]);
  await SigningKey.query(database.db)
    .findById(stolen!.kid)
    .patch({ retiredAt: new Date(Date.now() - 3700_000) });
  await expect
    .poll(() => forge(seconds() - 3580, seconds() + year), { timeout: 1000, interval: 20 })
    .toEqual([401, 401]);
});

it('a token is valid for one lifetime after its issue, whatever it claims', async () => {
  const pair = await signIn();
  const [key] = await SigningKey.query(database.db);
  const forge = async (iat: number, exp: number) => answersTo(await forged(pair, key!, { iat, exp }));
  expect(await forge(seconds() - 3580, seconds() + 86_400)).toEqual([200, 200]);
  expect(await forge(seconds() - 3620, seconds() + 86_400)).toEqual([401, 401]);
  expect(await forge(seconds() + 3600, seconds() + 7200)).toEqual([401, 401]);
});

it('a retired key is deleted once its tokens have expired', async () => {
  const before = await signIn();
  const { kid = '' } = decodeProtectedHeader(before.accessToken);
  const patch = (ms: number) =>
    SigningKey.query(database.db)
      .findById(kid)
      .patch({ retiredAt: new Date(Date.now() - ms) });
  const restarted = async () => {
    const restart = await createTestApp(database);
    await restart.close();
    return SigningKey.query(database.db).findById(kid);
  };
  await patch(3600_000);
  expect(await restarted()).toBeDefined();
  await patch(3661_000);
  expect(await restarted()).toBeUndefined();
});
