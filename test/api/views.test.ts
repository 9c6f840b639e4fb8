import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewRoutes } from '../../api/views/routes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, type TestOrganization, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let office: TestOrganization;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, { resources: [viewRoutes({ db: database.db })] });
  office = await anOrganization(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** Somebody who is signed in. */
async function aPerson() {
  const password = testPassword;
  const { userId } = await aUser(database.db, { organizationId: office.organization.id });
  const { body } = await request(service.app)
    .post('/ioi/v3/token')
    .send({ userId, password, grantType: 'PASSWORD' })
    .expect(200);
  return (method: 'get' | 'put' | 'delete', path: string, send?: object) =>
    request(service.app)
      [method](`/ioi/v3/me/view${path}`)
      .set({ Authorization: `Bearer ${body.accessToken}`, 'x-jwt-assertion': body.idToken })
      .send(send);
}

const june = { list: 'policies', name: 'June', filters: { policyState: 'ACTIVE' }, sort: 'expirationDate' };

describe('the views of lists', () => {
  it('are of the person who saved them, and replaced under their id', async () => {
    const [ana, ben] = [await aPerson(), await aPerson()];
    const viewId = randomUUID();
    await ana('put', `/${viewId}`, june).expect(200, { viewId, ...june });
    await ana('put', `/${viewId}`, { ...june, name: 'July' }).expect(200);
    const { body } = await ana('get', '?list=policies').expect(200);
    expect(body.views).toEqual([{ viewId, ...june, name: 'July' }]);
    await ana('get', '?list=clients').expect(200, { views: [] });
    await ben('get', '').expect(200, { views: [] });
    await ben('put', `/${viewId}`, june).expect(409);
    await ben('delete', `/${viewId}`).expect(404);
    await ana('delete', `/${viewId}`).expect(204);
    await ana('delete', `/${viewId}`).expect(404);
  });

  it('have names of their own, are 50 at most, and no keys', async () => {
    const ana = await aPerson();
    await ana('put', `/${randomUUID()}`, june).expect(200);
    await ana('put', `/${randomUUID()}`, june).expect(409);
    for (let n = 1; n < 50; n += 1)
      await ana('put', `/${randomUUID()}`, { ...june, name: `${n}` }).expect(200);
    await ana('put', `/${randomUUID()}`, { ...june, name: 'one more' }).expect(409);
    await ana('put', `/${randomUUID()}`, { ...june, name: 'odd', order: 'x' }).expect(400);
    await request(service.app).get('/ioi/v3/me/view').set('Authorization', office.basic).expect(409);
  });
});
