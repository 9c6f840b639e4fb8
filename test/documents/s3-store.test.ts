import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../cli/settings/settings.js';
import { Document } from '../../db/models/document.js';
import { deleteErasedObjects } from '../../db/personal-data/erased-objects.js';
import { keepDocument } from '../../documents/making/keep-document.js';
import { FileBytes } from '../../documents/stores/file-bytes.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import { aClient } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { anS3Server, type S3Server, s3Credentials, whyNoS3Server } from '../support/versitygw.js';

const reason = await whyNoS3Server();
if (reason !== undefined) console.warn(`The tests of the object store are skipped: ${reason}.`);

const urls = new FileUrls({ environment: 'DEV', baseUrl: null });

/** Building the server takes minutes, once. */
const buildPatienceMs = 600_000;

describe.skipIf(reason !== undefined)('the object store', () => {
  let database: TestDatabase;
  let server: S3Server;
  let store: DocumentStores;
  let organizationId: string;
  beforeAll(async () => {
    [database, server] = await Promise.all([createTestDatabase(), anS3Server()]);
    const settings = readSettings({
      S3_BUCKET: 'documents',
      S3_ENDPOINT: `${server.endpoint}/`,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      S3_PREFIX: 'dev/',
    }).s3!;
    const client = new S3Client({
      ...{ region: settings.region, endpoint: settings.endpoint!, forcePathStyle: true },
      credentials: s3Credentials,
    });
    await client.send(new CreateBucketCommand({ Bucket: 'documents' }));
    client.destroy();
    store = new DocumentStores(database.db, settings);
    organizationId = (await anOrganization(database.db)).organization.id;
  }, buildPatienceMs);
  afterAll(async () => {
    await store?.close();
    await server?.stop();
    await database?.drop();
  });

  const bytes = Buffer.alloc(700_000, 'an object ');
  const row = () => ({
    ...{ id: randomUUID(), organizationId, fileName: 'a.bin', contentType: 'application/octet-stream' },
    ...{ origin: 'UPLOADED' as const, type: 'FILE' as const, policyId: null },
    ...{ createdAt: new Date(), createdBy: null },
  });
  const read = async (document: Document, start: number, end: number) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of store.read(document.id, document, { start, end })) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  it('keeps bytes, gives them back in whole and in part, and puts nothing into the database', async () => {
    const document = row();
    await database.db.transaction(await keepDocument({ store, urls }, document, bytes, 'DOCUMENT_UPLOADED'));
    const stored = await Document.query(database.db).findById(document.id).throwIfNotFound();
    expect(stored).toMatchObject({ store: 'S3', objectKey: `dev/${document.id}`, size: '700000' });
    expect((await read(stored, 0, bytes.length - 1)).equals(bytes)).toBe(true);
    expect((await read(stored, 262_140, 262_160)).equals(bytes.subarray(262_140, 262_161))).toBe(true);
    expect(await database.db('document_pieces').where({ document_id: document.id })).toHaveLength(0);
  });

  it('takes the pieces of an uploaded file from the database', async () => {
    const bucket = new FileBytes(database.db, store);
    const id = randomUUID();
    const client = await aClient(database.db, organizationId);
    const about = { client_id: client.id, shared_with: 'OWN', created_at: new Date(), created_by: {} };
    await database.db('files').insert({ id, organization_id: organizationId, ...about });
    await bucket.write(
      id,
      (async function* () {
        for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
      })(),
    );
    const objectKey = (await bucket.keyInBucket(id)) ?? '';
    expect(objectKey).toBe(`dev/${id}`);
    await bucket.copyToBucket(id, objectKey, bytes.length);
    await bucket.copyToBucket(id, objectKey, bytes.length);
    await database.db.transaction((trx) => bucket.drop(trx, id));
    const kept = { id, store: 'S3', objectKey } as Document;
    expect((await read(kept, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  it('may be asked to keep the same document again', async () => {
    const document = row();
    for (let time = 0; time < 2; time++) {
      await database.db.transaction(
        await keepDocument({ store, urls }, document, bytes, 'DOCUMENT_UPLOADED'),
      );
    }
    expect(await Document.query(database.db).where({ id: document.id })).toHaveLength(1);
  });

  it('deletes the file of an erased document, once or again', async () => {
    const document = row();
    await database.db.transaction(await keepDocument({ store, urls }, document, bytes, 'DOCUMENT_UPLOADED'));
    const stored = await Document.query(database.db).findById(document.id).throwIfNotFound();
    await database.db('erased_objects').insert({ object_key: stored.objectKey });
    expect(await deleteErasedObjects(database.db, store)).toBe(1);
    await expect(read(stored, 0, 9)).rejects.toThrow(/key does not exist/i);
    await store.remove(stored.objectKey!);
    expect(await deleteErasedObjects(database.db, store)).toBe(0);
  });

  it('still reads what was put into the database before', async () => {
    const before = new DocumentStores(database.db);
    const document = row();
    await database.db.transaction(
      await keepDocument({ store: before, urls }, document, bytes, 'DOCUMENT_UPLOADED'),
    );
    const stored = await Document.query(database.db).findById(document.id).throwIfNotFound();
    expect(stored).toMatchObject({ store: 'POSTGRES', objectKey: null });
    expect((await read(stored, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  it('writes no row where the bucket is not there', async () => {
    const missing = new DocumentStores(database.db, {
      ...{ bucket: 'missing', region: 'us-east-1', endpoint: server.endpoint, prefix: '', pathStyle: true },
      credentials: s3Credentials,
    });
    await expect(keepDocument({ store: missing, urls }, row(), bytes, 'DOCUMENT_UPLOADED')).rejects.toThrow();
    await missing.close();
  });
});

describe('its settings', () => {
  it.each([
    [{ S3_ENDPOINT: 'https://x.example' }, 'S3_BUCKET'],
    [{ S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'Documents_1' }, 'S3_BUCKET'],
    [{ S3_BUCKET: 'documents', S3_ENDPOINT: 'https://x.example/path' }, 'S3_ENDPOINT'],
  ])('are refused where they make no sense: %j', (given, named) => {
    expect(() => readSettings(given)).toThrow(named);
  });

  it('are none where no bucket is named', () => {
    expect(readSettings({}).s3).toBeUndefined();
  });
});
