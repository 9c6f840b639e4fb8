import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArchive } from '../hostile/zip-bombs.js';
import { aClient } from '../support/client-factory.js';
import { aFileWorld, type FileWorld } from '../support/file-world.js';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: FileWorld;
beforeAll(async () => {
  world = await aFileWorld({
    limits: { size: 3 * 1024 * 1024, ofRecord: 200 },
    pace: { windowMs: 300, leastBytes: 1_000 },
  });
});
afterAll(() => world?.close());

const uploaded = async (fileName: string, body: string | Uint8Array, query: Record<string, string> = {}) => {
  const asked = { fileName, ...(Object.keys(query).length > 0 ? query : { clientId: world.clientId }) };
  const answer = await world.upload(asked, body);
  const file = await answer.json();
  expect(answer.status, JSON.stringify(file)).toBe(201);
  return file;
};

/** What there is of uploads that nobody sees. */
const leftovers = async () => ({
  rows: Number((await world.db('files').where('state', 'UPLOADING').count())[0]!.count),
  pieces: Number(
    (
      await world
        .db('file_pieces')
        .whereNotIn('file_id', world.db('files').whereNot('state', 'UPLOADING').select('id'))
        .count()
    )[0]!.count,
  ),
});

describe('an uploaded file', () => {
  it('is stored in pieces, listed with its record, and downloaded whole and in part', async () => {
    const body = Buffer.concat([pdf, Buffer.alloc(700_000, 'page ')]);
    const file = await uploaded('Inspección.pdf', body, { policyId: world.policyId });
    expect(file).toMatchObject({
      ...{
        fileName: 'Inspección.pdf',
        contentType: 'application/pdf',
        size: body.length,
        state: 'UNSCANNED',
      },
      ...{ policyId: world.policyId, sharedWith: 'OWN', version: 1 },
    });
    expect(await world.db('file_pieces').where('file_id', file.fileId)).toHaveLength(3);
    const listed = await (await world.call(`/file?policyId=${world.policyId}`)).json();
    expect(listed).toMatchObject({ totalElements: 1, content: [file] });
    expect(await (await world.call(`/file/${file.fileId}`)).json()).toEqual(file);
    const whole = await world.call(`/file/${file.fileId}/content`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(body)).toBe(true);
    const part = await world.call(`/file/${file.fileId}/content`, {
      headers: { Range: 'bytes=262140-262149' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(262_140, 262_150))).toBe(true);
  });

  it('may be about a client, a quote, a policy, a task or an event, one of them, that the organization sees', async () => {
    const { trigger_request_id: triggerRequestId } = await world.db('quotes').first('trigger_request_id');
    const taskId = randomUUID();
    await world.db('tasks').insert({
      ...{ id: taskId, organization_id: world.seller.organization.id, made_by: 'PERSON', title: 'Call back' },
      ...{ client_id: world.clientId, created_at: new Date(), created_by: {}, updated_at: new Date() },
    });
    const queries: Record<string, string>[] = [{ quoteId: world.quoteId }, { taskId }, { triggerRequestId }];
    for (const query of queries) {
      expect(await uploaded('a.pdf', pdf, query)).toMatchObject(query);
    }
    const both = { fileName: 'a.pdf', clientId: world.clientId, policyId: world.policyId };
    expect((await world.upload(both, pdf)).status).toBe(400);
    expect((await world.upload({ fileName: 'a.pdf' }, pdf)).status).toBe(400);
    for (const kind of ['clientId', 'quoteId', 'policyId', 'taskId', 'triggerRequestId']) {
      expect((await world.upload({ fileName: 'a.pdf', [kind]: randomUUID() }, pdf)).status).toBe(404);
      const own = {
        clientId: world.clientId,
        quoteId: world.quoteId,
        policyId: world.policyId,
        taskId,
        triggerRequestId,
      };
      const theirs = { fileName: 'a.pdf', [kind]: own[kind as keyof typeof own] };
      expect((await world.upload(theirs, pdf, { by: world.stranger })).status).toBe(404);
    }
  });

  it('is for its own organization, or for the insurer and the seller', async () => {
    const own = await uploaded('own.pdf', pdf, { policyId: world.policyId });
    const both = await uploaded('both.pdf', pdf, { policyId: world.policyId, sharedWith: 'BOTH' });
    const seenBy = async (fileId: string, by = world.insurer) =>
      (await world.call(`/file/${fileId}/content`, {}, by)).status;
    expect([await seenBy(own.fileId), await seenBy(both.fileId)]).toEqual([404, 200]);
    expect(await seenBy(both.fileId, world.stranger)).toBe(404);
    const { createdBy, ...others } = both;
    expect(createdBy).toBeDefined();
    const listed = await (await world.call(`/file?policyId=${world.policyId}`, {}, world.insurer)).json();
    expect(listed.content).toEqual([others]);
    const refused = await world.call(`/file/${both.fileId}`, { method: 'DELETE' }, world.insurer);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'OTHER_ORGANIZATION']);
    const ofClient = { fileName: 'a.pdf', clientId: world.clientId, sharedWith: 'BOTH' };
    expect((await world.upload(ofClient, pdf)).status).toBe(400);
  });

  it('is deleted with its bytes, and the audit log keeps its name and the reason', async () => {
    const { fileId } = await uploaded('wrong client.pdf', pdf);
    const path = `/file/${fileId}?reason=${encodeURIComponent('of another client')}`;
    expect((await world.call(path, { method: 'DELETE' }, world.stranger)).status).toBe(404);
    expect((await world.call(path, { method: 'DELETE' })).status).toBe(204);
    expect(await world.db('file_pieces').where('file_id', fileId)).toEqual([]);
    for (const rest of ['', '/content'])
      expect((await world.call(`/file/${fileId}${rest}`)).status).toBe(404);
    const entries = await world.db('audit_log').where('target_id', fileId).orderBy('id');
    expect(entries.map(({ action }) => action)).toEqual(['FILE_UPLOADED', 'FILE_DELETED']);
    expect(entries[1].details).toMatchObject({ fileName: 'wrong client.pdf', reason: 'of another client' });
    const changes = await world.db('changes').where({ kind: 'FILE', record_id: fileId }).orderBy('id');
    expect(changes.map(({ became, is_deleted }) => [became, is_deleted])).toEqual([
      [['FILE_UPLOADED'], false],
      [['FILE_DELETED'], true],
    ]);
  });

  it('is uploaded once under a key, and another one under the same key is refused', async () => {
    const query = { fileName: 'once.pdf', clientId: world.clientId };
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, second] = await Promise.all([
      world.upload(query, pdf, { headers }),
      world.upload(query, pdf, { headers }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await first.json()).toEqual(await second.json());
    expect((await world.upload(query, Buffer.concat([pdf, pdf]), { headers })).status).toBe(422);
    const stored = await world.db('files').where('file_name', 'once.pdf');
    expect(stored).toHaveLength(1);
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
  });

  it('goes with its test clock, and is followed by nothing', async () => {
    const clockId = randomUUID();
    await world.db('clocks').insert({
      ...{ id: clockId, organization_id: world.seller.organization.id, name: 'A year', created_by: {} },
      ...{ business_time: '2027-01-01T09:00:00Z' },
    });
    const client = await aClient(world.db, world.seller.organization.id);
    await world.db('clients').where('id', client.id).update({ clock_id: clockId });
    const { fileId } = await uploaded('a.pdf', pdf, { clientId: client.id });
    await world.db('files').where('id', fileId).update({ object_key: 'clock/object' });
    await world.owner.raw('select delete_clock(?)', [clockId]);
    expect(await world.db('files').where('id', fileId)).toEqual([]);
    expect(await world.db('erased_objects').pluck('object_key')).toContain('clock/object');
    expect(await world.db('changes').where('record_id', fileId)).toEqual([]);
  });
});

describe('what is uploaded', () => {
  /** Names, with what may be left of them. */
  const names: [name: string, kept: RegExp][] = [
    ['../../../../etc/passwd', /^[^/\\]+\.pdf$/],
    ['..\\..\\windows\\system32\\cmd.exe', /^[^/\\]+\.pdf$/],
    ['/etc/shadow', /^etc shadow\.pdf$/],
    ['C:\\autoexec.bat', /^C autoexec\.bat\.pdf$/],
    ['CON', /^CON_\.pdf$/],
    ['con.pdf', /^con_\.pdf$/],
    ['NUL.pdf', /^NUL_\.pdf$/],
    ['COM1.pdf', /^COM1_\.pdf$/],
    ['lpt\u00b9.pdf', /_\.pdf$/],
    ['.htaccess', /^htaccess\.pdf$/],
    ['.pdf', /^file\.pdf$/],
    ['...', /^file\.pdf$/],
    [' ', /^file\.pdf$/],
    ['. . .pdf', /^file\.pdf$/],
    ['a.pdf.', /^a\.pdf$/],
    ['a.pdf   ', /^a\.pdf$/],
    ['a.pdf.exe', /^a\.pdf\.exe\.pdf$/],
    ['a.exe', /^a\.exe\.pdf$/],
    ['a.php', /^a\.php\.pdf$/],
    ['a.pdf/x', /^a\.pdf x\.pdf$/],
    ['a:b.pdf', /^a b\.pdf$/],
    ['a.pdf:$DATA', /^[^:]+\.pdf$/],
    ['a|b.pdf', /^a b\.pdf$/],
    ['a<b>.pdf', /^a b\.pdf$/],
    ['<script>alert(1)</script>.pdf', /^[^<>/]+\.pdf$/],
    ['"quoted".pdf', /^quoted\.pdf$/],
    ["'; drop table files; --.pdf", /^'; drop table files; --\.pdf$/],
    ['a\r\nSet-Cookie: x=1.pdf', /^aSet-Cookie x=1\.pdf$/],
    ['a\nb.pdf', /^ab\.pdf$/],
    ['a\tb.pdf', /^ab\.pdf$/],
    ['a\u001b[31m.pdf', /^a\[31m\.pdf$/],
    ['a\u202efdp.exe', /^afdp\.exe\.pdf$/],
    ['a\u200b.pdf', /^a\.pdf$/],
    ['a\u2028b.pdf', /^ab\.pdf$/],
    ['\ufeffa.pdf', /^a\.pdf$/],
    ['a\ue000.pdf', /^a\.pdf$/],
    ['e\u0301.pdf', /^\u00e9\.pdf$/],
    ['\u{1f4c4}.pdf', /^\u{1f4c4}\.pdf$/u],
    ['\u05d0\u05d1.pdf', /^\u05d0\u05d1\.pdf$/],
    ['%2e%2e%2fetc%2fpasswd', /^%2e%2e%2fetc%2fpasswd\.pdf$/],
    ['%00.pdf', /^%00\.pdf$/],
    ['$(rm -rf ~).pdf', /^\$\(rm -rf ~\)\.pdf$/],
    ['`id`.pdf', /^`id`\.pdf$/],
    ['\u0024{jndi:ldap://x}.pdf', /^[^:/]+\.pdf$/],
    ['{{7*7}}.pdf', /^\{\{7 7\}\}\.pdf$/],
    ['-rf.pdf', /^-rf\.pdf$/],
    ['~root.pdf', /^~root\.pdf$/],
    ['=cmd().pdf', /^=cmd\(\)\.pdf$/],
    ['a?b#c&d=e.pdf', /^a b#c&d=e\.pdf$/],
    ['a.PDF', /^a\.pdf$/i],
    ['x'.repeat(1_000), /^x{100,130}\.pdf$/],
    [`${'\u{1f4c4}'.repeat(200)}.pdf`, /\.pdf$/],
  ];

  it.each(names)('has a safe name for %j', async (name, kept) => {
    const file = await uploaded(name, pdf);
    expect(file.fileName).toMatch(kept);
    expect(Buffer.byteLength(file.fileName)).toBeLessThanOrEqual(255);
    const { headers } = await world.call(`/file/${file.fileId}/content`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n]*"/);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each(['', 'x'.repeat(1_001), 'a\u0000b.pdf'])('has a name: %j is none', async (fileName) => {
    expect((await world.upload({ fileName, clientId: world.clientId }, pdf)).status).toBe(400);
  });

  const zeros = (bytes: number, name = 'zeros.bin') => anArchive([{ name, content: { zeros: bytes } }]);
  const types = 'application/vnd.openxmlformats-officedocument';
  /** As some programs write it, with what tells its type at its end. */
  const docx = anArchive([
    { name: 'word/media/noise.bin', content: randomBytes(200_000).toString('hex') },
    {
      name: '[Content_Types].xml',
      content: `<Types><Override ContentType="${types}.wordprocessingml.document.main+xml"/></Types>`,
    },
  ]);
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

  it.each<[string, Uint8Array | string, string]>([
    ['a.png', png, 'image/png'],
    ['a.txt', 'plain', 'text/plain'],
    ['a.csv', Buffer.from('name;caf\u00e9\r\n', 'latin1'), 'text/csv'],
    ['a.eml', 'From: a@b.example\r\nSubject: x\r\n\r\nHello', 'message/rfc822'],
    ['a.json', '{"a": 1}', 'application/json'],
    ['a.doc', ole, 'application/msword'],
    ['a.msg', ole, 'application/vnd.ms-outlook'],
    ['a.zip', zeros(1_000), 'application/zip'],
    ['a.docx', docx, `${types}.wordprocessingml.document`],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['b.svg', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'image/svg+xml'],
    ['a.html', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['a.htm', '<div onclick="alert(1)">', 'text/html'],
    ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['no extension', png, 'image/png'],
  ])('is of the type of its content: %s', async (name, body, contentType) => {
    const file = await uploaded(name, body);
    expect(file.contentType).toBe(contentType);
    const { headers } = await world.call(`/file/${file.fileId}/content`);
    const isActive = ['image/svg+xml', 'text/html', 'application/xml'].includes(contentType);
    expect(headers.get('content-type')).toBe(isActive ? 'application/octet-stream' : contentType);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/sandbox/);
  });

  it.each<[string, Uint8Array | string, number, Record<string, string>?]>([
    ['a.pdf', '<!doctype html><script>alert(1)</script>', 400],
    ['a.txt', '<svg/>', 400],
    ['a.png', pdf, 400],
    ['a.docx', zeros(10), 400],
    ['a.xlsx', docx, 400],
    ['a.svg', png, 400],
    ['a.pdf', Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), 415],
    ['a.txt', Buffer.from([1, 2, 3, 0, 255]), 415],
    ['a.exe', Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), 415],
    ['a', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 415],
    ['a', gzipSync('x'), 415],
    ['a.xls.pdf', ole, 415],
    ['a.pdf', pdf, 400, { 'Content-Type': 'text/html' }],
    ['a.pdf', pdf, 400, { 'Content-Type': 'application/x-msdownload' }],
    ['a.pdf', pdf, 415, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['a.pdf', gzipSync(pdf), 415, { 'Content-Encoding': 'gzip' }],
    ['a.pdf', '', 400],
  ])('is refused where %s holds something else', async (fileName, body, status, headers = {}) => {
    const answer = await world.upload({ fileName, clientId: world.clientId }, body, { headers });
    expect(answer.status).toBe(status);
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
  });

  it('stays packed where it is a bomb', async () => {
    const bomb = zeros(1024 ** 3);
    const before = process.memoryUsage().rss;
    const file = await uploaded('bomb.zip', bomb);
    expect(file).toMatchObject({ contentType: 'application/zip', size: bomb.length });
    const posing = zeros(1024 ** 3, '[Content_Types].xml');
    const refused = await world.upload({ fileName: 'bomb.docx', clientId: world.clientId }, posing);
    expect(refused.status).toBe(400);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

/** A request by hand, so that its body can differ from what its headers say. */
function send(headers: Record<string, string | number>, write: (body: ReturnType<typeof request>) => void) {
  return new Promise<{ status: number; code: string; detail: string; ms: number }>((resolve, reject) => {
    const began = performance.now();
    const path = `/ioi/v3/file?${new URLSearchParams({ fileName: 'a.pdf', clientId: world.clientId })}`;
    const asked = request(
      { port: world.port, method: 'POST', path, headers: { Authorization: world.seller.basic, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (data) => {
          text += data;
        });
        answer.on('end', () => {
          asked.destroy();
          const { code, detail } = JSON.parse(text);
          resolve({ status: answer.statusCode ?? 0, code, detail, ms: performance.now() - began });
        });
      },
    );
    asked.on('error', reject);
    write(asked);
  });
}

describe('an upload', () => {
  it('of 2 GB is refused before any of it is read', async () => {
    const { ms, ...answer } = await send({ 'Content-Length': 2 * 1024 ** 3 }, (body) => body.flushHeaders());
    expect(answer).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(answer.detail).toMatch(/at most 3 MiB/);
    expect(ms).toBeLessThan(1_000);
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
  });

  it('of nothing is said to be empty', async () => {
    const answer = await send({ 'Content-Length': 0 }, (body) => void body.end());
    expect(answer).toMatchObject({ status: 400, detail: expect.stringMatching(/file is empty/i) });
  });

  it('that says no length is ended once it is too large', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const answer = await send({ 'Transfer-Encoding': 'chunked' }, (body) => {
      body.write(pdf);
      const more = () => {
        if (body.destroyed || sent > 100 * 1024 * 1024) return;
        sent += chunk.length;
        body.write(chunk, () => setImmediate(more));
      };
      more();
    });
    expect(answer).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
  });

  it('that comes too slowly is ended', async () => {
    const answer = await send({ 'Content-Length': 100_000 }, (body) => void body.write(pdf));
    expect(answer).toMatchObject({ status: 408, code: 'BODY_TOO_SLOW' });
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
  });

  it('that breaks off leaves nothing', async () => {
    const socket = connect(world.port, '127.0.0.1');
    const path = `/ioi/v3/file?${new URLSearchParams({ fileName: 'a.pdf', clientId: world.clientId })}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${world.seller.basic}\r\nContent-Length: 900000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(600_000, 'x'));
    await expect.poll(async () => (await leftovers()).pieces).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(leftovers).toEqual({ rows: 0, pieces: 0 });
  });

  it('whose process dies leaves nothing once its time is over', async () => {
    const id = randomUUID();
    await world.db('files').insert({
      ...{ id, organization_id: world.seller.organization.id, client_id: world.clientId, shared_with: 'OWN' },
      ...{ created_at: new Date(), created_by: {}, next_look_at: new Date(Date.now() + 60_000) },
    });
    await world.db('file_pieces').insert({ file_id: id, number: 0, bytes: pdf });
    expect((await world.call(`/file/${id}`)).status).toBe(404);
    expect(await world.settle()).toBe(0);
    world.later(61_000);
    expect(await world.settle()).toBe(1);
    expect(await leftovers()).toEqual({ rows: 0, pieces: 0 });
    expect(await world.db('changes').where('record_id', id)).toEqual([]);
  });
});

it('stores no more than there is room for', async () => {
  const small = await aFileWorld({ limits: { ofRecord: 3, ofOrganization: 1_000_000 } });
  try {
    const query = { fileName: 'a.pdf', clientId: small.clientId };
    for (const status of [201, 201, 201, 409]) expect((await small.upload(query, pdf)).status).toBe(status);
    const large = Buffer.concat([pdf, Buffer.alloc(600_000, 'x')]);
    const quoted = { fileName: 'a.pdf', quoteId: small.quoteId };
    for (const status of [201, 409]) expect((await small.upload(quoted, large)).status).toBe(status);
    expect(Number((await small.db('files').count())[0]!.count)).toBe(4);
  } finally {
    await small.close();
  }
});
