import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asDocumentProblem } from '../../api/documents/document-problem.js';
import { Quote } from '../../db/models/quote.js';
import { RenderFailure } from '../../domain/forms/renderer.js';
import { aClient, answered } from '../support/client-factory.js';
import { aDocumentWorld, type DocumentWorld } from '../support/document-world.js';
import { pdfPages } from '../support/pdf-text.js';

let world: DocumentWorld;
beforeAll(async () => {
  world = await aDocumentWorld();
});
afterAll(() => world.close());

const request = (more: object = {}) => ({
  productId: world.definition.product.id,
  formConfigId: world.form('Quote proposal'),
  clientId: world.clientId,
  quoteId: world.quoteId,
  ...more,
});

const policyRequest = (form: string, more: object = {}) => ({
  ...request({ formConfigId: world.form(form), quoteId: undefined, policyId: world.policyId }),
  ...more,
});

describe('POST /generate/document', () => {
  it("answers a PDF with the quote's values, and keeps it with its hash", async () => {
    const { body, headers } = await world.post('/generate/document', request()).expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Quote proposal Blue Heron Kitchen LLC.pdf"',
    );
    const pages = await pdfPages(body);
    expect(pages[0]).toContain('Blue Heron Kitchen LLC');
    expect(pages[0]).toContain('$11,120.00');
    expect(pages[0]).toContain('July 1, 2026 to July 1, 2027');
    expect(pages.join(' ')).toContain(`Page 1 of ${pages.length}`);
    const [row] = await world
      .db('documents')
      .where({ quote_id: world.quoteId })
      .orderBy('created_at', 'desc');
    expect(row).toMatchObject({
      sha256: createHash('sha256').update(body).digest('hex'),
      size: String(body.length),
      client_id: world.clientId,
      organization_id: world.carrier.organization.id,
      form_number: 'GR GL QP 01',
      content_type: 'application/pdf',
    });
  });

  it('answers a PDF of a form that is a page elsewhere, too', async () => {
    const asked = request({ formConfigId: world.form('Rating summary') });
    const { body, headers } = await world.post('/generate/document', asked).expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe('attachment; filename="Rating summary.pdf"');
    const [page] = await pdfPages(body);
    expect(page).toContain('Rating summary');
    expect(page).toContain('For Blue Heron Kitchen LLC');
  });

  it('names what no font has in a header', async () => {
    const named = (name: string) =>
      Quote.query(world.db)
        .findById(world.quoteId)
        .patch({ intake: { ...intake, ...answered('client.name', name) } });
    const { intake } = (await Quote.query(world.db).findById(world.quoteId))!;
    await named('Café 𒀀 王');
    const { body, headers } = await world.post('/generate/document', request()).expect(200);
    await Quote.query(world.db).findById(world.quoteId).patch({ intake });
    expect(headers['document-warning']).toBe('No font has U+12000: printed as "?".');
    expect((await pdfPages(body))[0]).toContain('Café ? 王');
    const plain = await world.post('/generate/document', request()).expect(200);
    expect(plain.headers['document-warning']).toBeUndefined();
  });

  it("puts a policy's document among the policy's events and fires POLICY_DOC_GENERATED", async () => {
    const { body } = await world.post('/generate/document', policyRequest('Declarations')).expect(200);
    const pages = await pdfPages(body);
    expect(pages[0]).toContain('GL-2026-000001');
    const [event] = await world
      .db('policy_events')
      .where({ policy_id: world.policyId, type: 'DOCUMENT_GENERATED' });
    expect(event).toMatchObject({ label: 'Declarations' });
    expect(event.data).toMatchObject({ fileName: 'Declarations GL-2026-000001.pdf' });
    const [policy] = await world.db('policies').where({ id: world.policyId });
    expect(policy.policy_contract.documents).toMatchObject([
      { contentId: event.data.contentId, name: 'Declarations', formNumber: 'GR GL DEC 01', type: 'PDF' },
    ]);
    expect(event.data.url).toBe(policy.policy_contract.documents[0].url);
    const plan = world.started.at(-1)!;
    const [fired] = await world.db('events').where({ trigger_request_id: plan.fired.triggerRequestId });
    expect(fired).toMatchObject({ type: 'POLICY_DOC_GENERATED' });
    expect(fired.envelope.payload).toMatchObject({
      policyId: world.policyId,
      documents: [{ name: 'Declarations GL-2026-000001', extension: 'pdf', contentId: event.data.contentId }],
    });
  });

  it('shows what a policy owes on its invoice', async () => {
    const { body } = await world.post('/generate/document', policyRequest('Invoice')).expect(200);
    const [page] = await pdfPages(body);
    expect(page).toContain('$5,540.00');
    expect(page).toContain('$11,080.00');
    expect(page).toContain('by January 1, 2026');
  });

  it.each([
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['Proposal.PDF', 'Proposal.pdf'],
    ['a"; filename="evil.exe', 'a ; filename= evil.exe.pdf'],
    ['CON', 'CON_.pdf'],
    ['...', 'Quote proposal Blue Heron Kitchen LLC.pdf'],
    ['', 'Quote proposal Blue Heron Kitchen LLC.pdf'],
    [' ', 'Quote proposal Blue Heron Kitchen LLC.pdf'],
    ['line\r\nX-Evil: 1', 'lineX-Evil 1.pdf'],
  ])('takes the given name %j as %j', async (fileName, expected) => {
    const { headers } = await world.post('/generate/document', request({ fileName })).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="${expected}"`);
    expect(headers['x-evil']).toBeUndefined();
  });

  it('encodes a name that is not plain (RFC 6266, RFC 8187)', async () => {
    const { headers } = await world
      .post('/generate/document', request({ fileName: "Żółć (o'Brien) 投保书" }))
      .expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Zo_c (o'Brien) ___.pdf"; filename*=UTF-8''%C5%BB%C3%B3%C5%82%C4%87%20%28o%27Brien%29%20%E6%8A%95%E4%BF%9D%E4%B9%A6.pdf`,
    );
  });

  it('refuses records that do not belong together, naming the field', async () => {
    const other = await aClient(world.db, world.carrier.organization.id);
    const refused = await world.post('/generate/document', request({ clientId: other.id })).expect(400);
    expect(refused.body.errors[0]).toMatchObject({ field: 'quoteId' });
    const notOfPolicy = request({ policyId: world.policyId });
    const answer = await world.post('/generate/document', notOfPolicy).expect(400);
    expect(answer.body.errors[0]).toMatchObject({ field: 'quoteId', detail: 'is not a quote of the policy' });
  });

  it('refuses a form without the record it needs, and one that evaluates', async () => {
    const bare = await world
      .post('/generate/document', policyRequest('Invoice', { policyId: undefined }))
      .expect(400);
    expect(bare.body.errors[0]).toMatchObject({ field: 'policyId' });
    const evaluation = request({ formConfigId: world.form('Partner documents') });
    const { body } = await world.post('/generate/document', evaluation).expect(400);
    expect(body.errors[0]).toMatchObject({ field: 'formConfigId' });
  });

  it('proposes nothing to whom the quote was declined', async () => {
    await Quote.query(world.db).findById(world.quoteId).patch({ outcome: 'DECLINED' });
    const { body } = await world.post('/generate/document', request()).expect(409);
    expect(body.detail).toContain('does not apply');
    await Quote.query(world.db).findById(world.quoteId).patch({ outcome: 'QUOTED' });
  });

  it('says of a cancellation notice without a cancellation that it is none', async () => {
    const { body } = await world.post('/generate/document', policyRequest('Cancellation notice')).expect(200);
    expect((await pdfPages(body))[0]).toContain('No cancellation of this policy is on record');
  });

  it('says 409 for what cannot be laid out', async () => {
    const tooLong = 'it took more than 60 s';
    const failed = asDocumentProblem(Promise.reject(new RenderFailure(tooLong)));
    await expect(failed).rejects.toMatchObject({ status: 409, message: tooLong });
  });

  it('says 404 for what the caller does not see and 400 for what is no identifier', async () => {
    await world.post('/generate/document', request(), world.stranger).expect(404);
    for (const field of ['productId', 'formConfigId', 'clientId', 'quoteId']) {
      await world.post('/generate/document', request({ [field]: randomUUID() })).expect(404);
      await world.post('/generate/document', request({ [field]: 'x' })).expect(400);
    }
    await world.post('/generate/document', policyRequest('Invoice', { policyId: randomUUID() })).expect(404);
  });

  it('takes the version that productDate selects, and 404 where none was', async () => {
    const body = request({ productDate: '2026-07-01T00:00:00+02:00' });
    await world.post('/generate/document', body).expect(200);
    await world.post('/generate/document', request({ productDate: '2026-07-01T00:00Z' })).expect(200);
    await world.post('/generate/document', request({ productDate: '2019-01-01T00:00:00Z' })).expect(404);
    for (const productDate of ['yesterday', '2026-07-01', '2026-07-01T00:00:00', '0000-01-01T00:00Z']) {
      const { body: refused } = await world.post('/generate/document', request({ productDate })).expect(400);
      expect(refused.errors).toMatchObject([{ field: 'productDate' }]);
    }
  });

  it('needs its permission', async () => {
    const { anOrganization } = await import('../support/identity-factory.js');
    const reader = await anOrganization(world.db, { permissions: ['documents:read'] });
    await world.post('/generate/document', request(), reader).expect(403);
  });
});
