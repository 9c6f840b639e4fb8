import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditNotes } from '../../api/audit/audit-notes.js';
import { auditRoutes } from '../../api/audit/routes.js';
import { auditBatches } from '../../db/audit/read-audit.js';
import { recordAudit } from '../../db/audit/record-audit.js';
import { createApiKey, revokeApiKey } from '../../db/identity/api-keys.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import {
  anOrganization,
  aUser,
  basicOf,
  type TestOrganization,
  testPassword,
} from '../support/identity-factory.js';

let database: OwnedTestDatabase;
let service: TestApp;
let office: TestOrganization;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, { resources: [auditRoutes({ db: database.db })] });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  office = await anOrganization(database.db);
});

const audit = (query: Record<string, string> = {}, basic = office.basic) =>
  request(service.app).get('/ioi/v3/audit').query(query).set('Authorization', basic);
const signIn = (userId: string, password: string) =>
  request(service.app)
    .post('/ioi/v3/token')
    .set('X-Request-Id', 'the-request')
    .send({ userId, password, grantType: 'PASSWORD' });
const actionsIn = ({ body }: { body: { entries: { action: string }[] } }) =>
  body.entries.map(({ action }) => action);

describe('GET /audit', () => {
  it('answers the entries of the organization, the latest first, without those of others', async () => {
    const other = await anOrganization(database.db);
    const { apiKey } = await createApiKey(
      database.db,
      { organizationId: office.organization.id, label: 'web site', roles: ['producer'] },
      { by: { kind: 'OPERATOR', name: 'grace' } },
    );
    const answer = await audit().expect(200);
    expect(actionsIn(answer)).toEqual(['KEY_CREATED', 'KEY_CREATED', 'ORGANIZATION_CREATED']);
    expect(answer.body.entries[0]).toMatchObject({
      ...{ actorKind: 'OPERATOR', actorId: 'grace', actorName: 'grace' },
      ...{ targetKind: 'KEY', targetId: apiKey.key, occurrences: 1, requestId: null, address: null },
      details: { label: 'web site', roles: ['producer'], permissions: [] },
    });
    expect(JSON.stringify(answer.body)).not.toContain(office.secret);
    expect(JSON.stringify(answer.body)).not.toContain(other.organization.id);
  });

  it('is narrowed by action, actor, target and time, and paged', async () => {
    const { db } = database;
    const organizationId = office.organization.id;
    const { id } = await aUser(db, { organizationId });
    await revokeApiKey(db, (await createApiKey(db, { organizationId })).apiKey.key);
    expect(actionsIn(await audit({ action: 'USER_CREATED' }))).toEqual(['USER_CREATED']);
    expect(actionsIn(await audit({ targetId: id }))).toEqual(['USER_CREATED']);
    expect(actionsIn(await audit({ actorId: 'nobody' }))).toEqual([]);
    expect(actionsIn(await audit({ recordedTo: '2020-01-01' }))).toEqual([]);
    expect(actionsIn(await audit({ recordedFrom: '2020-01-01' }))).toHaveLength(5);

    const first = await audit({ size: '3' }).expect(200);
    expect(actionsIn(first)).toEqual(['KEY_REVOKED', 'KEY_CREATED', 'USER_CREATED']);
    const second = await audit({ size: '3', before: first.body.nextBefore }).expect(200);
    expect(actionsIn(second)).toEqual(['KEY_CREATED', 'ORGANIZATION_CREATED']);
    expect(second.body.nextBefore).toBeUndefined();
    const { body } = await audit({ action: 'KEY_LOST', before: 'x' }).expect(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['action', 'before']);
  });

  it('needs its permission, and is itself audited', async () => {
    const reader = await createApiKey(database.db, {
      ...{ organizationId: office.organization.id, roles: ['read-only'] },
    });
    await audit({}, basicOf(reader.apiKey.key, reader.secret)).expect(403);
    await audit().expect(200);
    await audit().expect(200);
    await service.authentication.audit.write();
    const { body } = await audit({ action: 'AUDIT_READ' }).expect(200);
    expect(body.entries).toEqual([
      expect.objectContaining({ occurrences: 2, actorId: office.key, targetId: '/ioi/v3/audit' }),
    ]);
  });
});

describe('sign-ins', () => {
  it('are recorded with person, address and request', async () => {
    const { id, userId } = await aUser(database.db, { organizationId: office.organization.id });
    await signIn(userId, testPassword).expect(200);
    const { body } = await audit({ action: 'SIGNED_IN' }).expect(200);
    expect(body.entries).toEqual([
      expect.objectContaining({
        ...{ actorKind: 'USER', actorId: id, actorName: 'Ada Byron', targetId: id },
        ...{ requestId: 'the-request', address: expect.stringContaining('127.0.0.1') },
      }),
    ]);
  });

  it('that are refused are one entry a minute and address, with their number and without what was typed', async () => {
    const { id, userId } = await aUser(database.db, { organizationId: office.organization.id });
    for (let i = 0; i < 10; i++) await signIn(userId, `guess ${i}`).expect(401);
    for (let i = 0; i < 7; i++) await signIn(userId, 'guess').expect(429);
    await signIn('my password as user id', 'guess').expect(401);
    await service.authentication.audit.write();
    const { body } = await audit({ targetId: id }).expect(200);
    expect(body.entries).toMatchObject([
      { action: 'SIGN_IN_LIMITED', occurrences: 7, actorKind: 'NOBODY' },
      { action: 'SIGN_IN_REFUSED', occurrences: 10, actorKind: 'NOBODY' },
      { action: 'USER_CREATED' },
    ]);
    const all = JSON.stringify(await database.db('audit_log'));
    expect(all).not.toContain('my password');
    expect(all).not.toContain('guess');
  });

  it('by a wrong or revoked API key are recorded with the key', async () => {
    const { apiKey, secret } = await createApiKey(database.db, { organizationId: office.organization.id });
    await audit({}, basicOf(apiKey.key, 'wrong')).expect(401);
    await revokeApiKey(database.db, apiKey.key);
    await audit({}, basicOf(apiKey.key, secret)).expect(401);
    await service.authentication.audit.write();
    const { body } = await audit({ action: 'KEY_REFUSED' }).expect(200);
    expect(body.entries).toMatchObject([{ targetId: apiKey.key, occurrences: 2, actorKind: 'NOBODY' }]);
  });

  it('from ever new addresses do not fill the database', async () => {
    const notes = new AuditNotes(database.db);
    const { id: organizationId } = office.organization;
    for (let i = 0; i < 5000; i++) {
      const origin = { requestId: `${i}`, address: `10.0.${i >> 8}.${i & 255}` };
      notes.note({ action: 'SIGN_IN_REFUSED', organizationId, origin });
    }
    await notes.write();
    const rows = await database
      .db('audit_log')
      .where({ organization_id: organizationId, action: 'SIGN_IN_REFUSED' });
    expect(rows).toHaveLength(1001);
    expect(rows.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(5000);
  });
});

describe('the audit log', () => {
  it.each([
    ['update', "update audit_log set actor_name = 'somebody else'"],
    ['delete', 'delete from audit_log'],
    ['truncate', 'truncate audit_log'],
  ])('refuses %s, of its owner and of the service', async (_what, statement) => {
    await expect(database.owner.raw(statement)).rejects.toThrow(/is only ever added to/);
    await expect(database.db.raw(statement)).rejects.toThrow(/permission denied/);
  });

  it('has no entry of a change that was rolled back', async () => {
    const targetId = randomUUID();
    const organizationId = office.organization.id;
    await expect(
      database.db.transaction(async (trx) => {
        await recordAudit(trx, { action: 'KEY_CREATED', organizationId, targetId });
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await database.db('audit_log').where({ target_id: targetId })).toEqual([]);
  });

  it('is read in batches to its end', async () => {
    const { id: organizationId } = office.organization;
    const entry = { action: 'POLICIES_SEARCHED', organizationId } as const;
    await recordAudit(database.db, ...Array.from({ length: 2500 }, () => entry));
    const sizes: number[] = [];
    const query = { organizationId, filter: { action: entry.action } };
    for await (const batch of auditBatches(database.db, query)) sizes.push(batch.length);
    expect(sizes).toEqual([1000, 1000, 500]);
  });
});
