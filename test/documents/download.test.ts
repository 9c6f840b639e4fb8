import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aDocumentWorld, type DocumentWorld } from '../support/document-world.js';
import { testBaseUrl } from '../support/documents.js';

let world: DocumentWorld;
/** Of a document that was made. */
let url: string;
let bytes: Buffer;
beforeAll(async () => {
  world = await aDocumentWorld();
  const { definition, clientId, quoteId } = world;
  const made = {
    productId: definition.product.id,
    formConfigId: world.form('Quote proposal'),
    ...{ clientId, quoteId, fileName: 'Propuesta nº 1.pdf' },
  };
  url = await world.madeUrl(made);
  bytes = (await download(url).expect(200)).body;
});
afterAll(() => world.close());

const download = (path: string, by = world.carrier) =>
  world.get(`/download/file?path=${encodeURIComponent(path)}`, by);

describe('GET /download/file', () => {
  it('answers the stored file as an attachment under its name', async () => {
    const { headers, body } = await download(url).expect(200);
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(body.length),
      'content-disposition': `attachment; filename="Propuesta no 1.pdf"; filename*=UTF-8''Propuesta%20n%C2%BA%201.pdf`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const read = await world.get(new URL(url).pathname.replace('/ioi/v3', '')).expect(200);
    expect(read.body.equals(body)).toBe(true);
  });

  it('does not know the file of another organization, nor one that there is none of', async () => {
    await download(url, world.stranger).expect(404);
    await download(url.replace(/[0-9a-f-]{36}/, randomUUID())).expect(404);
  });

  it.each<[string, (url: string) => string]>([
    ['another host', (u) => u.replace('ioi.test', 'evil.test')],
    ['another port', (u) => u.replace('ioi.test', 'ioi.test:8080')],
    ['another scheme', (u) => u.replace('http:', 'https:')],
    ['credentials', (u) => u.replace('//', '//user:hunter2@')],
    ['a host that only begins like ours', (u) => u.replace('ioi.test', 'ioi.test.evil.test')],
    ['our host as credentials', (u) => u.replace('ioi.test', 'ioi.test@evil.test')],
    ['another environment', (u) => u.replace('/DEV/', '/PROD/')],
    ['the environment in small letters', (u) => u.replace('/DEV/', '/dev/')],
    ['a file of the machine', () => 'file:///etc/passwd'],
    ['a path', () => '/etc/passwd'],
    ['data', () => 'data:application/pdf;base64,JVBERi0='],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['traversal', (u) => u.replace('/DEV/', '/DEV/../DEV/')],
    ['encoded traversal', (u) => u.replace('/DEV/', '/DEV/%2e%2e/DEV/')],
    ['a double encoding', (u) => u.replace('/DEV/', '/%2544EV/')],
    ['an encoded slash', (u) => u.replace('/DEV/', '/DEV%2F')],
    ['a backslash', (u) => u.replace('/DEV/', '/DEV\\')],
    ['a query', (u) => `${u}?redirect=http://evil.test`],
    ['a fragment', (u) => `${u}#x`],
    ['a NUL', (u) => `${u}%00`],
    ['a newline', (u) => `${u}\nHost: evil.test`],
    ['space before it', (u) => ` ${u}`],
    ['another name', (u) => u.replace(/[^/]+$/, 'other.pdf')],
    ['no name', (u) => u.replace(/[^/]+$/, '')],
    ['more after it', (u) => `${u}/more`],
    ['an id in capitals', (u) => u.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase())],
    ['no id', (u) => u.replace(/[0-9a-f-]{36}/, '..')],
    ['the name decoded', (u) => decodeURIComponent(u)],
    ['nothing but the address', () => testBaseUrl],
    ['a very long one', (u) => u + 'a'.repeat(5_000)],
    ['nothing', () => ''],
  ])('refuses %s, without a request', async (_what, hostile) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { status, body, text } = await download(hostile(url));
    expect([400, 404]).toContain(status);
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ field: 'path' });
    expect(text).not.toMatch(/hunter2|evil|passwd/);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('takes one path only', async () => {
    const twice = `/download/file?path=${encodeURIComponent(url)}&path=${encodeURIComponent(url)}`;
    const { body } = await world.get(twice).expect(400);
    expect(body.errors[0]).toMatchObject({ field: 'path', detail: 'is given more than once' });
    const without = await world.get('/download/file').expect(400);
    expect(without.body.errors[0]).toMatchObject({ field: 'path', detail: 'is required' });
  });

  it.each<[string, number, number, number]>([
    ['bytes=0-99', 206, 0, 100],
    ['bytes=100-', 206, 100, Number.POSITIVE_INFINITY],
    ['bytes=-50', 206, -50, Number.POSITIVE_INFINITY],
    ['bytes=0-999999999', 206, 0, Number.POSITIVE_INFINITY],
    ['bytes=5-2', 200, 0, Number.POSITIVE_INFINITY],
    ['bytes=0-1,4-5', 200, 0, Number.POSITIVE_INFINITY],
    ['lines=1-2', 200, 0, Number.POSITIVE_INFINITY],
  ])('answers Range: %s with %i', async (range, status, start, end) => {
    const answer = await download(url).set('Range', range).expect(status);
    expect(answer.body.equals(bytes.subarray(start, end))).toBe(true);
    const from = start < 0 ? bytes.length + start : start;
    const wanted = `bytes ${from}-${from + answer.body.length - 1}/${bytes.length}`;
    expect(answer.headers['content-range']).toBe(status === 206 ? wanted : undefined);
  });

  it('answers HEAD as a GET of the whole would be answered', async () => {
    const path = `/download/file?path=${encodeURIComponent(url)}`;
    const { headers } = await world.head(path).set('Range', 'bytes=0-9').expect(200);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['content-range']).toBeUndefined();
  });

  it('says which parts there are where it has not the one that was asked for', async () => {
    const { headers } = await download(url).set('Range', `bytes=${bytes.length}-`).expect(416);
    expect(headers['content-range']).toBe(`bytes */${bytes.length}`);
  });

  it('sends nothing to those who have it, and the whole to those who have something else', async () => {
    const { headers } = await download(url);
    const { etag, 'last-modified': date } = headers as Record<string, string>;
    await download(url).set('If-None-Match', etag!).expect(304);
    await download(url).set('If-None-Match', `W/${etag}, "x"`).expect(304);
    await download(url).set('If-None-Match', '"x"').expect(200);
    await download(url).set('If-Modified-Since', date!).expect(304);
    await download(url).set('If-Match', '"x"').expect(412);
    await download(url).set('If-Match', etag!).expect(200);
    await download(url).set('If-Unmodified-Since', 'Mon, 01 Jan 2001 00:00:00 GMT').expect(412);
    await download(url).set({ Range: 'bytes=0-9', 'If-Range': etag! }).expect(206);
    await download(url).set({ Range: 'bytes=0-9', 'If-Range': '"x"' }).expect(200);
    await download(url).set({ Range: 'bytes=0-9', 'If-Range': date! }).expect(206);
  });

  it('sends a large file piece by piece', async () => {
    const id = randomUUID();
    const large = Buffer.alloc(3_000_000, 'document ');
    const { at, keep } = await world.documents.store.stage(id, large);
    await world.db.transaction(async (trx) => {
      await trx('documents').insert({
        ...{ id, organization_id: world.carrier.organization.id, origin: 'UPLOADED', type: 'FILE' },
        ...{ file_name: 'large.bin', content_type: 'application/octet-stream', size: large.length },
        ...{ sha256: 'a'.repeat(64), store: at.store, object_key: at.objectKey },
      });
      await keep(trx);
    });
    const where = world.documents.urls.urlOf({ id, fileName: 'large.bin' })!;
    const whole = await download(where).expect(200);
    expect(whole.body.equals(large)).toBe(true);
    // Across the border of two pieces.
    const part = await download(where).set('Range', 'bytes=262140-262200').expect(206);
    expect(part.body.equals(large.subarray(262_140, 262_201))).toBe(true);
    const rest = await download(where).set('Range', 'bytes=-1').expect(206);
    expect(rest.body.equals(large.subarray(-1))).toBe(true);
  });
});
