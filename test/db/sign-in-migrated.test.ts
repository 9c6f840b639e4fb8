import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meRoutes } from '../../api/auth/routes.js';
import { prepareSchemaOn } from '../../cli/parts/migrations.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { migrations } from '../../db/migrations/index.js';
import { runMigrations } from '../../db/run-migrations.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { aUser, testPassword } from '../support/identity-factory.js';

let database: OwnedTestDatabase;
let service: TestApp;
let userId: string;
let gone: string;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const { owner, url, ownerUrl } = database;
  // As of the release before sessions, single sign-on and second factors.
  await runMigrations(
    owner,
    migrations.filter(({ name }) => name < '0034'),
  );
  const { id: organizationId } = await createOrganization(owner, { name: 'Granite' });
  userId = (await aUser(owner, { organizationId })).userId;
  gone = (await aUser(owner, { organizationId })).userId;
  await owner('people').where({ user_id: gone }).update({ disabled_at: new Date() });
  const { applied } = await prepareSchemaOn(owner, { url, ownerUrl });
  expect(applied).toContain('0035_single_sign_on');
  service = await createTestApp(database, { resources: [meRoutes({ db: database.db, environment: 'DEV' })] });
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

it('lets people in by the passwords that they had before, into sessions and with second factors', async () => {
  const page = { Host: 'localhost:3000', 'X-Session': 'current' };
  const signIn = (who: string, password: string) =>
    request(service.app).post('/ioi/v3/session').set(page).send({ userId: who, password });
  await signIn(gone, testPassword).expect(401);
  await signIn(userId, 'a wrong one').expect(401);
  const { headers } = await signIn(userId, testPassword).expect(200);
  const own = { ...page, Cookie: headers['set-cookie']![0]!.split(';')[0]! };
  const { body: me } = await request(service.app).get('/ioi/v3/me').set(own).expect(200);
  expect(me).toMatchObject({ userId, hasSecondFactor: false });
  await request(service.app)
    .post('/ioi/v3/me/second-factor')
    .set(own)
    .send({ password: testPassword })
    .expect(200);
  await request(service.app)
    .post('/ioi/v3/me/password')
    .set(own)
    .send({ password: testPassword, newPassword: 'another good password' })
    .expect(200);
  await signIn(userId, testPassword).expect(401);
  await signIn(userId, 'another good password').expect(200);
});
