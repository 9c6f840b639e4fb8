import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadRequest, NotFound } from '../../api/errors/app-error.js';
import { Event } from '../../db/models/event.js';
import type { Policy } from '../../db/models/policy.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { pdfPages } from '../support/pdf-text.js';
import { aPolicy } from '../support/policy-factory.js';

const actions = {
  declare: randomUUID(),
  propose: randomUUID(),
  evaluate: randomUUID(),
  broken: randomUUID(),
};

let world: EventWorld;
let intake: AnswerMap;
let policy: Policy;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  const demo = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  intake = demo.intakes.quoted;
  world = await anEventWorld(withActions(demo.definition));
  stopWorker = await world.startWorker();
  policy = await aPolicy(world.db, {
    sellerId: world.carrier.organizationId,
    product: { productId: world.definition.product.id, versionId: world.versionId },
    answers: intake,
    policyNumber: 'GL-2026-000007',
  });
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const formId = (definition: ProductDefinition, name: string) =>
  definition.forms!.find((form) => form.name === name)!.formConfigId;

/** Documents for each quote and each new policy. */
function withActions(original: ProductDefinition): ProductDefinition {
  const definition = structuredClone(original);
  // Its own documents of policies are not what these tests are about.
  definition.configurations.splice(1);
  const [configuration] = definition.configurations;
  const common = { order: 9, awaited: true };
  Object.assign(configuration!.events, {
    GET_QUOTES: [
      ...configuration!.events.GET_QUOTES!,
      {
        ...{ ...common, id: actions.propose, name: 'Proposals', type: 'DOCUMENT_GENERATION' },
        ...{ formConfigId: formId(definition, 'Quote proposal'), into: 'proposals' },
      },
    ],
    POLICY_CREATED: [
      {
        ...{ ...common, id: actions.declare, name: 'Declarations', type: 'DOCUMENT_GENERATION' },
        ...{ formConfigId: formId(definition, 'Declarations'), into: 'documents' },
      },
      {
        ...{ ...common, id: actions.evaluate, name: 'Size', type: 'CONFIGURATION_FORM_DATA_EVALUATION' },
        ...{ formConfigId: formId(definition, 'Partner documents'), into: 'size' },
      },
    ],
  });
  return definition;
}

const fire = async (type: string, payload: object, by = world.carrier) =>
  world.events.fire(by, eventEnvelope.parse({ type, lineId: world.definition.product.id, payload }));

const followUp = (type: string) =>
  Event.query(world.db).where({ type }).orderBy('created_at', 'desc').first().throwIfNotFound();

describe('DOCUMENT_GENERATION', () => {
  it('makes the document of a new policy, tells of it and puts it into metadata', async () => {
    const result = await fire('POLICY_CREATED', { clientId: policy.clientId, policyId: policy.id });
    const [document] = result.metadata.documents as { contentId: string; url: string }[];
    expect(document).toMatchObject({
      fileName: 'Declarations GL-2026-000007.pdf',
      formNumber: 'GR GL DEC 01',
      formVersion: '01 26',
      type: 'PDF',
      url: expect.stringContaining('/ioi/v3/file/DEV/'),
    });
    const [row] = await world.db('documents').where({ id: document!.contentId });
    expect(row).toMatchObject({ policy_id: policy.id, trigger_request_id: result.triggerRequestId });
    const pieces = await world.db('document_pieces').where({ document_id: row.id }).orderBy('number');
    const pages = await pdfPages(Buffer.concat(pieces.map(({ bytes }) => bytes)));
    expect(pages[0]).toContain('GL-2026-000007');
    const [event] = await world.db('policy_events').where({ id: row.id });
    expect(event).toMatchObject({ type: 'DOCUMENT_GENERATED', policy_id: policy.id });
    // The evaluation beside it tells of its own documents, sooner or later.
    const told = await Event.query(world.db).where({
      type: 'POLICY_DOC_GENERATED',
      parent_trigger_request_id: result.triggerRequestId,
    });
    expect(told.map(({ envelope }) => envelope.payload)).toContainEqual(
      expect.objectContaining({
        policyId: policy.id,
        documents: [expect.objectContaining({ contentId: document!.contentId, extension: 'pdf' })],
      }),
    );
  });

  it('makes one for each quote of a GET_QUOTES', async () => {
    const result = await fire('GET_QUOTES', { effectiveDate: '2026-12-01', intake });
    const proposals = result.metadata.proposals as { contentId: string }[];
    const quotes = await world.db('quotes').where({ trigger_request_id: result.triggerRequestId });
    expect(proposals).toHaveLength(quotes.length);
    const rows = await world.db('documents').whereIn(
      'id',
      proposals.map(({ contentId }) => contentId),
    );
    expect(rows.map(({ quote_id }) => quote_id).sort()).toEqual(
      quotes.map(({ request_id }) => request_id).sort(),
    );
  });
});

describe('CONFIGURATION_FORM_DATA_EVALUATION', () => {
  it('puts documents and values into metadata', async () => {
    const result = await fire('POLICY_CREATED', { clientId: policy.clientId, policyId: policy.id });
    expect(result.metadata.size).toMatchObject({
      forms: [{ formNumber: 'GR GL RS 01', type: 'HTML' }, { formNumber: 'GR GL QP 01' }],
      values: { premium: 1200, isLarge: false },
    });
  });
});

describe('CONFIGURATION_FORM_EVALUATION', () => {
  const evaluation = (more: object = {}) => ({
    formConfigId: formId(world.definition, 'Partner documents'),
    clientId: policy.clientId,
    policyId: policy.id,
    ...{ intakeSource: 'POLICY', intakeFormat: 'DAIS' },
    ...more,
  });

  it('answers the generated forms', async () => {
    const { metadata } = await fire('CONFIGURATION_FORM_EVALUATION', evaluation());
    const forms = metadata.forms as { contentId: string }[];
    expect(forms).toHaveLength(2);
    expect(await world.db('documents').where({ id: forms[1]!.contentId })).toHaveLength(1);
  });

  it('refuses a form that there is none of', async () => {
    await expect(
      fire('CONFIGURATION_FORM_EVALUATION', evaluation({ formConfigId: randomUUID() })),
    ).rejects.toThrow(NotFound);
  });
});

describe('UPLOAD_POLICY_DOCUMENTS', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (...documents: object[]) =>
    fire('UPLOAD_POLICY_DOCUMENTS', { clientId: policy.clientId, policyId: policy.id, documents });
  /** Others may follow from what went before. */
  const counts = async () => [
    await world.db('documents').where({ origin: 'UPLOADED' }).count(),
    await world.db('events').where({ type: 'UPLOAD_POLICY_DOCUMENTS' }).count(),
  ];
  const file = (bytes: Buffer, extension: string, mimeType: string, name = 'Signed form') => ({
    ...{ name, extension, mimeType },
    base64EncodedFile: bytes.toString('base64'),
  });

  it('stores them, records them with the policy and tells of them', async () => {
    const result = await upload(file(pdf, 'pdf', 'application/pdf'), file(png, '.PNG', 'image/png', 'Foto'));
    const documents = result.metadata.documents as { contentId: string; name: string }[];
    expect(documents).toMatchObject([
      { name: 'Signed form', extension: 'pdf' },
      { name: 'Foto', extension: 'png' },
    ]);
    const [row] = await world.db('documents').where({ id: documents[1]!.contentId });
    expect(row).toMatchObject({ origin: 'UPLOADED', content_type: 'image/png', size: String(png.length) });
    const events = await world.db('policy_events').where({ policy_id: policy.id, type: 'DOCUMENT_UPLOADED' });
    expect(events).toHaveLength(2);
    const told = await followUp('POLICY_DOCUMENTS_UPLOADED');
    expect(told.envelope.payload).toMatchObject({ policyId: policy.id, documents: [{}, {}] });
  });

  it.each<[string, Buffer, string, string]>([
    ['a picture that says it is a PDF', png, 'pdf', 'application/pdf'],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'pdf', 'application/pdf'],
    ['a program by its own name', Buffer.from('4d5a9000', 'hex'), 'exe', 'application/octet-stream'],
    ['a page', Buffer.from('<html><script>alert(1)</script>'), 'txt', 'text/plain'],
    ['a page by its own name', Buffer.from('<html></html>'), 'html', 'text/html'],
    ['a drawing with scripts', Buffer.from('<svg onload="x()"/>'), 'svg', 'image/svg+xml'],
    ['bytes that are no text', Buffer.from([0x7f, 0x80, 0, 1]), 'csv', 'text/csv'],
    ['half a letter of UTF-16', Buffer.from([0xff, 0xfe, 0, 0xd8]), 'csv', 'text/csv'],
    ['another media type', png, 'png', 'application/pdf'],
  ])('refuses %s', async (_what, bytes, extension, mimeType) => {
    const before = await counts();
    await expect(upload(file(bytes, extension, mimeType))).rejects.toThrow();
    expect(await counts()).toEqual(before);
  });

  it('names each file that is not what it says it is, and keeps neither the others nor the event', async () => {
    const before = await counts();
    const fine = file(pdf, 'pdf', 'application/pdf');
    const refusal = upload(fine, file(png, 'pdf', 'application/pdf'), file(pdf, 'pdf', 'image/png'));
    await expect(refusal).rejects.toThrow(BadRequest);
    await expect(refusal).rejects.toMatchObject({
      errors: [
        { field: 'payload.documents.1.base64EncodedFile', detail: 'holds png, not pdf' },
        { field: 'payload.documents.2.mimeType' },
      ],
    });
    expect(await counts()).toEqual(before);
  });

  it.each<[string, Buffer, string, string]>([
    ['UTF-8', Buffer.from('Straße;1\n'), 'csv', 'text/csv'],
    ['Windows-1252', Buffer.from('Stra\xdfe;1\n', 'latin1'), 'csv', 'application/vnd.ms-excel'],
    ['Windows-1252 with its signs', Buffer.from('\x935 \x80\x94 \x96 1\n', 'latin1'), 'csv', 'text/csv'],
    ['UTF-16', Buffer.from('\ufeffStraße\t1\n', 'utf16le'), 'txt', 'text/plain'],
    ['a mail', Buffer.from('From: a@b.test\r\n\r\nHello'), 'eml', 'message/rfc822'],
  ])('takes text in %s', async (_encoding, bytes, extension, mimeType) => {
    const { metadata } = await upload(file(bytes, extension, mimeType));
    expect(metadata.documents).toMatchObject([{ extension }]);
  });
});
