import { setTimeout as sleep } from 'node:timers/promises';
import { exampleAssistant } from '../../api/assistants/consent/example-request.js';
import { exampleRows } from '../../api/http/example-ids.js';
import { putView } from '../../api/views/schemas.js';
import {
  boundQuote,
  exampleConfigIds,
  exampleIds,
} from '../../domain/events/declarations/example-records.js';
import { exampleEvents } from '../../domain/events/example-events.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { callCollection } from './collection-examples.js';
import { callCommissions } from './commission-examples.js';
import type { ContractCaller } from './contract-caller.js';
import type { RunningService } from './running-service.js';
import { callUnderwriting } from './underwriting-examples.js';

const dayMs = 24 * 3_600_000;
const unknownClient = '5f3d1c8a-0b6e-4f27-9d52-c81e7a4b9036';
const sentByHand = {
  to: 'maria@blueheronkitchen.example',
  subject: 'Your certificate of insurance',
  text: 'Please find attached what you asked for.',
};
const marketAction = '1e0f6a7c-3c1b-4d77-9a63-5b0d0f5b7c1d';

/**
 * Calls every operation on fresh demo data, by the examples of the contract, in an order in which each finds what it
 * needs. Answers ids that this start made up, by the ids that stand for them in examples.
 */
export async function callEveryOperation(
  caller: ContractCaller,
  { demo }: Pick<RunningService, 'demo'>,
): Promise<Map<string, string>> {
  const call = caller.call.bind(caller);
  const [organization] = demo.organizations;
  const stand = new Map<string, string>([
    [demo.baseUrl, 'http://127.0.0.1:3000'],
    [demo.temporalUi ?? '', 'http://127.0.0.1:8233'],
    [organization!.apiKey, 'ioi_82fe12488b2654ab22b1a04b'],
    [organization!.user.personId, '3c1f7b60-58d2-4e0a-9b74-a6d10f8c52e3'],
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const cyber = demo.products.find(({ key }) => key === 'cyber')!;

  await call('GET /healthz');
  const { parts } = (await call('GET /readyz')) as { parts: object };
  // As it answers while Temporal is away.
  caller.recorded['GET /readyz']![503] = { status: 'not ready', parts: { ...parts, temporal: 'down' } };
  // The answer is the document itself: shown by its beginning.
  const { openapi, info } = (await call('GET /openapi.json')) as Record<string, unknown>;
  caller.recorded['GET /openapi.json'] = { 200: { openapi, info } };
  const { userId, password } = organization!.user;
  const tokens = (await call('POST /token', { body: { userId, password, grantType: 'PASSWORD' } })) as Record<
    string,
    string
  >;
  for (const token of Object.values(tokens)) stand.set(token, `${token.slice(0, 12)}…`);
  // The key comes with the request already.
  const { access_token } = (await call('POST /oauth/token', {
    body: { grant_type: 'client_credentials' },
  })) as { access_token: string };
  stand.set(access_token, `${access_token.slice(0, 12)}…`);
  await call('GET /sign-on');
  caller.recorded['GET /sign-on'] = {
    200: { passwords: true, providers: [{ provider: 'acme', label: 'Acme' }] },
  };
  // No provider is set up in the demo.
  for (const name of ['GET /sign-on/{provider}', 'GET /sign-on/{provider}/callback']) {
    await call(name, { status: 404 });
  }
  await call('POST /sign-on/{provider}/logout', { status: 404 });
  await call('GET /hello');
  await call('GET /me');
  await call('GET /colleague', { with: { size: '2' } });
  // For a user it answers tokens, and ends those before.
  await call('POST /me/password', { status: 409 });
  caller.recorded['POST /me/password'] = { 200: tokens };
  await callSessions(caller, demo, stand, tokens);
  await call('POST /password-reset', { body: { userId: 'nobody@example.com' } });
  await call('POST /password-reset/confirm', { status: 400 });
  await call('POST /converter/key-pairs/intake-structure');

  // Served only where Stripe is set up.
  caller.recorded['POST /payment/stripe/webhook'] = { 200: { received: true } };

  // The records of the demo data, before anything changes them.
  await call('GET /client', { with: { size: '1' } });
  await call('GET /client/{client_id}/product/{product_id}');
  await call('GET /client/{client_id}/product/{product_id}/datetime/{date}');
  // One list of the export shows its form.
  const {
    exportedTimestamp,
    clientId: exported,
    clients,
  } = (await call('GET /client/{client_id}/export')) as Record<string, unknown>;
  caller.recorded['GET /client/{client_id}/export'] = {
    200: { exportedTimestamp, clientId: exported, clients },
  };
  await call('POST /product/{product_id}/questions');
  await call('GET /product/{product_id}/hosted-versions');
  await call('GET /product/{product_id}/authority');
  await call('GET /event', { with: { type: 'GET_QUOTES', size: '1' } });
  await call('GET /event/batch/{batchId}');
  await call('GET /event/{triggerRequestId}');
  await call('GET /quote', { with: { size: '1' } });
  await call('GET /quote/{quoteRequestId}');
  await call('GET /quotes/trigger/{triggerRequestId}');
  await call('GET /quote/{quoteRequestId}/replay');
  await call('GET /quote/{quoteRequestId}/compare/{quoteId}');
  await call('POST /product/{product_id}/rate');
  await call('GET /download/excel/worksheet/{quoteId}');
  await call('GET /download/advanced/worksheet/{quoteId}');
  await call('GET /download/advanced/worksheet/{quoteId}/pdf');
  await call('GET /policy/client/{clientId}');
  const { policy } = (await call('GET /policy/{policyId}')) as {
    policy: { policyContract: { documents: { fileName: string; url: string }[] } };
  };
  const declarations = policy.policyContract.documents.find(({ fileName }) =>
    fileName.startsWith('Declarations'),
  );
  await call('GET /file/{environment}/{documentId}/{fileName}', {
    with: { fileName: declarations!.fileName },
  });
  await call('GET /download/file', { with: { path: declarations!.url } });
  await call('POST /policy/{policyId}');
  await call('POST /policy/search', { body: { insuredName: 'heron', size: 1 } });
  await call('GET /policy/attention', { with: { size: '1' } });
  await call('GET /policy/{policyId}/timeline');
  await call('GET /policy/{policyId}/upcoming');
  await call('POST /policy/ledger/entries/policy/{policyId}');
  await call('POST /generate/document');
  await call('POST /custom/client/partner/product/{productId}/config/{configId}/eval');

  await call('PUT /client', { body: { clientId: unknownClient, clientStatus: 'CLIENT' }, status: 404 });
  await call('PUT /client');
  const { clientId } = caller.recorded['PUT /client']![200] as { clientId: string };
  const ofClient = (await call('POST /client/{clientId}/note', { with: { clientId } })) as { id: string };
  stand.set(ofClient.id, exampleRows.clientNote);
  await call('GET /client/{clientId}/activity', { with: { clientId, size: '2' } });
  await call('GET /policy/{policyId}/activity', { with: { size: '2' } });
  await call('GET /quote/{quoteId}/activity', { with: { size: '2' } });
  await call('PUT /client/{client_id}/paperless', { with: { client_id: clientId } });
  await call('GET /client/{client_id}/paperless', { with: { client_id: clientId } });
  await call('POST /client/{client_id}/erase', { with: { client_id: clientId } });

  await call('POST /event/fire');
  await call('POST /event/fire', { body: { ...exampleEvents.GET_QUOTES, payload: {} }, status: 400 });
  await call('POST /event/fire', {
    body: {
      ...exampleEvents.POLICY_CREATE,
      payload: {
        ...exampleEvents.POLICY_CREATE.payload,
        quoteIds: [boundQuote],
        paymentPlans: { [boundQuote]: 'FULL_PAYMENT' },
      },
    },
    status: 409,
  });
  await call('POST /event/fire', { body: { ...exampleEvents.PAYMENT_RECEIVED } });
  delete caller.recorded['POST /event/fire']![200];
  await call('POST /event/fire');
  await call('GET /policy/{policyId}/payments', { with: { size: '1' } });

  await callCollection(caller);

  const clock = (await call('POST /clock')) as { id: string };
  stand.set(clock.id, exampleIds.clock);
  const ofClock = { with: { clockId: clock.id } };
  await call('GET /clock', { with: { size: '1' } });
  await call('GET /clock/{clockId}', ofClock);
  await call('PUT /clock/{clockId}', ofClock);
  await call('POST /clock/{clockId}/copy', { ...ofClock, body: { policyIds: [exampleIds.policy] } });
  await call('GET /clock/{clockId}/comparison', ofClock);
  await call('POST /clock/{clockId}/advance', { ...ofClock, body: { to: '2027-01-01T10:00:00Z' } });
  await call('POST /clock/{clockId}/stop', ofClock);
  await call('DELETE /clock/{clockId}', ofClock);

  const hold = (await call('POST /hold')) as { id: string };
  stand.set(hold.id, exampleRows.hold);
  const ofHold = { with: { holdId: hold.id } };
  const body = { quoteId: exampleIds.quote, reason: 'The building was inspected this morning' };
  await call('PATCH /hold/{holdId}', ofHold);
  const override = (await call('POST /hold/{holdId}/override', { ...ofHold, body })) as { id: string };
  stand.set(override.id, exampleRows.holdOverride);
  await call('GET /hold', { with: { size: '1' } });
  await call('GET /hold/concerning', { with: { quoteId: exampleIds.quote } });
  await call('GET /hold/{holdId}', ofHold);
  await call('POST /hold/{holdId}/end', ofHold);
  const upload = { with: { policyId: exampleIds.policy }, bytes: '%PDF-1.7\n%%EOF\n' };
  const file = (await call('POST /file', upload)) as { fileId: string };
  stand.set(file.fileId, exampleRows.file);
  const ofFile = { with: { fileId: file.fileId } };
  await call('GET /file', { with: { policyId: exampleIds.policy } });
  await call('GET /file/{fileId}', ofFile);
  await call('GET /file/{fileId}/content', ofFile);
  await call('DELETE /file/{fileId}', ofFile);

  const about = { quoteId: exampleIds.quote };
  const made = (await call('POST /task', { body: { title: 'Ask for the loss runs', about } })) as {
    id: string;
  };
  stand.set(made.id, exampleRows.task);
  const ofTask = { with: { taskId: made.id } };
  await call('PATCH /task/{taskId}', { ...ofTask, body: { dueOn: '2026-12-11' } });
  const noted = (await call('POST /task/{taskId}/note', ofTask)) as { notes: { noteId: string }[] };
  stand.set(noted.notes[0]!.noteId, exampleRows.taskNote);
  await call('POST /task/{taskId}/complete', ofTask);
  await call('POST /task/{taskId}/reopen', ofTask);
  await call('GET /task/{taskId}', ofTask);
  await call('GET /task', { with: { size: '1' } });

  const mail = (await call('POST /mail', { body: { clientId: exampleIds.client, ...sentByHand } })) as {
    id: string;
  };
  stand.set(mail.id, exampleRows.mail);
  const ofMail = { with: { mailId: mail.id } };
  const kept = async () => ((await call('GET /mail/{mailId}', ofMail)) as { state: string }).state;
  for (let waited = 0; (await kept()) !== 'NOT_SENT' && waited < 60; waited += 1) await sleep(500);
  await call('GET /mail', { with: { size: '1' } });
  await call('POST /mail/report');
  await call('POST /mail/{mailId}/resend', ofMail);
  for (let waited = 0; (await kept()) !== 'NOT_SENT' && waited < 60; waited += 1) await sleep(500);
  await call('POST /mail/{mailId}/cancel', { ...ofMail, status: 409 });
  const postedOn = new Date().toISOString().slice(0, 10);
  await call('POST /mail/{mailId}/posted', { ...ofMail, body: { postedOn, address: '12 Main Street' } });
  const toPost = (await call('GET /mail', { with: { state: 'TO_PRINT', size: '1' } })) as {
    content: { id: string }[];
  };
  await call('POST /mail/{mailId}/cancel', { with: { mailId: toPost.content[0]!.id } });

  const job = (await call('POST /job')) as { id: string };
  stand.set(job.id, exampleRows.job);
  const ofJob = { with: { jobId: job.id } };
  // A paused job does not end.
  await call('POST /job/{jobId}/pause', ofJob);
  await call('POST /job/{jobId}/retry', ofJob);
  await call('GET /job', { with: { size: '1' } });
  await call('GET /job/{jobId}', ofJob);
  await call('GET /job/{jobId}/result', ofJob);
  await call('POST /job/{jobId}/cancel', ofJob);
  const other = (await call('POST /job')) as { id: string };
  stand.set(other.id, exampleRows.job);
  await call('POST /job/{jobId}/pause', { with: { jobId: other.id } });
  await call('POST /job/{jobId}/resume', { with: { jobId: other.id } });

  const book = (await call('POST /book')) as { id: string };
  stand.set(book.id, exampleRows.book);
  const ofBook = { with: { bookId: book.id } };
  const bookEnded = async () =>
    ((await call('GET /book/{bookId}', ofBook)) as { endedTimestamp?: string }).endedTimestamp !== undefined;
  for (let waited = 0; !(await bookEnded()) && waited < 60; waited += 1) await sleep(500);
  const canceled = (await call('POST /book')) as { id: string };
  stand.set(canceled.id, exampleRows.book);
  await call('POST /book/{bookId}/cancel', { with: { bookId: canceled.id } });
  await call('GET /book', { with: { size: '1' } });
  await call('GET /book/{bookId}/findings', { with: { ...ofBook.with, size: '1' } });

  // A quote that an underwriter has to approve.
  const referred = (await call('POST /event/fire', {
    body: {
      ...exampleEvents.GET_QUOTES,
      payload: { effectiveDate: today, intake: demo.products[0]!.intakes.referred },
    },
  })) as Fired;
  const { requestId: quoteId } = referred.metadata.quotes![0]!;
  const ofReferred = { with: { quoteId } };
  await call('GET /underwriter');
  const assigned = { ...ofReferred, body: { personId: organization!.user.personId } };
  await call('POST /quote/{quoteId}/review/assign', assigned);
  const { notes } = (await call('POST /quote/{quoteId}/review/note', ofReferred)) as {
    notes: { noteId: string }[];
  };
  stand.set(notes[0]!.noteId, exampleRows.quoteNote);
  await call('GET /quote/{quoteId}/review', ofReferred);
  await call('GET /quote/{quoteId}/similar-decisions', ofReferred);
  await call('POST /quote/{quoteId}/review/release', {
    ...ofReferred,
    body: { from: organization!.user.personId },
  });
  await callUnderwriting(caller, ofReferred, { today, intake: demo.products[0]!.intakes.referred, stand });
  await call('POST /quote/{quoteId}/underwriter-decision', ofReferred);
  await call('POST /quote/{quoteId}/underwriter-decision', {
    ...ofReferred,
    body: { isApproved: false },
    status: 409,
  });
  await call('POST /quote/{quoteId}/requote', ofReferred);

  // A carrier that answers later: its answer is sent for it; and one whose event is canceled.
  const asking = (mode: string, forceSync: boolean) =>
    call('POST /event/fire', {
      body: {
        ...{ type: 'GET_QUOTES', lineId: cyber.lineId, forceSync },
        payload: {
          effectiveDate: today,
          intake: {
            ...cyber.intakes.carrier,
            'market.simulatorMode': answerOf('market.simulatorMode', mode),
          },
        },
      },
    }) as Promise<Fired>;
  const waiting = await asking('DELAYED', false);
  // The carrier has said that it answers later.
  await sleep(1_500);
  await call('POST /inbound', {
    body: {
      requestId: quoteIdOf(waiting.triggerRequestId, marketAction),
      payload: { outcome: 'QUOTED', premium: '1250.00', carrierQuoteId: 'Q-1042' },
    },
  });
  const toCancel = await asking('SLOW', false);
  const cancelled = (await call('POST /event/{triggerRequestId}/cancel', {
    with: { triggerRequestId: toCancel.triggerRequestId },
    status: 200,
  })) as object;
  // As it answers where the run needs longer to end.
  caller.recorded['POST /event/{triggerRequestId}/cancel']![202] = { ...cancelled, state: 'RUNNING' };
  const broken = await asking('BROKEN', true);
  await call('POST /event/{triggerRequestId}/acknowledge', {
    with: { triggerRequestId: broken.triggerRequestId },
  });
  await call('POST /event/{triggerRequestId}/retry', {
    with: { triggerRequestId: broken.triggerRequestId },
  });
  await call('POST /event/{triggerRequestId}/retry', { status: 409 });
  await call('POST /event/{triggerRequestId}/cancel', { status: 409 });
  await call('POST /event/{triggerRequestId}/acknowledge', { status: 409 });
  const { policy: policyId, line: lineId } = exampleIds;
  const cancellation = {
    effectiveDate: new Date(Date.now() + dayMs).toISOString().slice(0, 10),
    cancellationReasonConfigId: exampleConfigIds.requested,
  };
  await call('GET /policy/{policyId}/preview/cancellation', { with: cancellation });
  const inItsPlace = (await call('POST /event/fire', {
    body: {
      ...exampleEvents.GET_QUOTES,
      payload: {
        ...{ clientId: exampleIds.client, effectiveDate: cancellation.effectiveDate },
        intake: demo.products[0]!.intakes.quoted,
      },
    },
  })) as Fired;
  const { requestId } = inItsPlace.metadata.quotes![0]!;
  await call('GET /policy/{policyId}/preview/rewrite', { with: { quoteId: requestId } });
  stand.set(requestId, exampleIds.quote);
  const fired = (type: string, payload: object) =>
    call('POST /event/fire', { body: { type, lineId, payload: { policyId, ...payload } } });
  await fired('POLICY_CANCEL', cancellation);
  await call('GET /policy/{policyId}/preview/reinstatement');
  await fired('POLICY_REINSTATE', {});
  // As the first, for the document: its metadata are those of the example.
  await call('POST /event/fire');

  const { newLedgerEntryId: entryId } = (await call('POST /policy/ledger/entry/record')) as {
    newLedgerEntryId: string;
  };
  stand.set(entryId, exampleRows.ledgerEntry);
  await call('GET /policy/{policyId}/ledger');
  await call('POST /policy/ledger/entry/edit', {
    body: { id: entryId, parentPolicyId: exampleIds.policy, effectiveDate: today, premium: 140 },
  });
  await call('DELETE /policy/ledger/entry/{entryId}/delete', { with: { entryId } });
  await call('POST /danger/change/policy/number');
  await call('POST /danger/change/policy/effective/date');
  await call('GET /changes', { with: { size: '2' } });
  await call('GET /report/premium');
  await call('GET /report/receivables');
  await call('GET /report/taxes');
  await call('GET /report/quotes', { with: { from: today, to: today } });
  await call('GET /report/referrals');
  await call('GET /report/figures');
  await call('GET /report/retention', { with: { from: today, to: today } });
  await call('GET /report/postings', { with: { from: '2026-06-01', to: '2026-06-30' } });
  await call('POST /report/postings/close');

  await call('POST /product/lint');
  await call('POST /product/test');
  const { versionId } = (await call('POST /product/import')) as { versionId: string };
  stand.set(versionId, exampleRows.productVersion);
  await call('POST /product/version/{versionId}/deploy', { with: { versionId } });
  await call('GET /product', { with: { size: '2' } });
  await call('GET /product/version/{versionId}', { with: { versionId } });
  await call('POST /product/version/{versionId}/withdraw', { with: { versionId } });
  await call('POST /product/version/{versionId}/withdraw', { with: { versionId }, status: 409 });
  await call('POST /product/version/{versionId}/archive', { with: { versionId } });
  await call('POST /product/version/{versionId}/impact', {
    with: { versionId },
    body: { against: versionId, from: '2027-01-01' },
  });
  await call('POST /product/version/{versionId}/deploy', { with: { versionId }, status: 409 });
  const { organizationId: sellerId } = (await call('POST /product/{productId}/license')) as {
    organizationId: string;
  };
  await callCommissions(caller, { sellerId, insurerId: organization!.id, productId: lineId });
  await call('POST /product/{productId}/consent');
  await call('GET /product/consent', { with: { size: '1' } });
  await call('DELETE /product/{productId}/consent');

  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfz3q9sZ7M=';
  const polled = (await call('POST /webhook/endpoint', { body: { isPolled: true } })) as {
    endpointId: string;
  };
  stand.set(polled.endpointId, exampleRows.webhookEndpoint);
  await call('POST /webhook/endpoint/{endpointId}/test', { with: polled });
  const taken = (await call('POST /webhook/endpoint/{endpointId}/poll', { with: polled })) as {
    notifications: { headers: Record<'webhook-signature', string> }[];
  };
  for (const { headers } of taken.notifications)
    stand.set(headers['webhook-signature'], `v1,${secret.slice('whsec_'.length)}`);
  await call('DELETE /webhook/endpoint/{endpointId}', { with: polled });
  const endpoint = (await call('POST /webhook/endpoint')) as { endpointId: string; secret: string };
  const { endpointId } = endpoint;
  stand.set(endpointId, exampleRows.webhookEndpoint).set(endpoint.secret, secret);
  await call('GET /webhook/endpoint');
  await call('GET /webhook/endpoint/{endpointId}', { with: { endpointId } });
  await call('POST /webhook/endpoint/{endpointId}/replay', { with: { endpointId } });
  const rotated = (await call('POST /webhook/endpoint/{endpointId}/rotate-secret', {
    with: { endpointId },
  })) as { secret: string };
  stand.set(rotated.secret, secret);
  const { deliveryId } = (await call('POST /webhook/endpoint/{endpointId}/test', {
    with: { endpointId },
  })) as { deliveryId: string };
  stand.set(deliveryId, exampleRows.webhookDelivery);
  await call('GET /webhook/delivery');
  const delivered = async () =>
    (
      (await call('GET /webhook/delivery/{deliveryId}', { with: { deliveryId } })) as {
        endedTimestamp?: string;
      }
    ).endedTimestamp !== undefined;
  for (let waited = 0; !(await delivered()) && waited < 60; waited += 1) await sleep(500);
  await cancelledDelivery(call, deliveryId);
  await call('PUT /webhook/endpoint/{endpointId}', { with: { endpointId } });
  await call('DELETE /webhook/endpoint/{endpointId}', { with: { endpointId } });
  await administer(call, stand);
  const { 200: user } = caller.recorded['GET /user/{personId}']!;
  caller.recorded['POST /user/{personId}/second-factor/reset'] = { 200: user };
  await call('GET /audit', { with: { size: '2' } });
  return stand;
}

/** Sessions are of browsers: a key has none. */
async function callSessions(
  caller: ContractCaller,
  { baseUrl, organizations }: RunningService['demo'],
  stand: Map<string, string>,
  tokens: Record<string, string>,
): Promise<void> {
  const { userId, password, personId } = organizations[0]!.user;
  const headers = { 'Content-Type': 'application/json', 'X-Session': 'current', 'User-Agent': 'Firefox' };
  const body = JSON.stringify({ userId, password });
  const answer = await fetch(`${baseUrl}/ioi/v3/session`, { method: 'POST', headers, body });
  const session = (await answer.json()) as { sessionId: string };
  stand.set(session.sessionId, exampleRows.session);
  caller.called.add('POST /session');
  caller.recorded['POST /session'] = { 200: session };
  await caller.call('GET /me/session', { status: 409 });
  caller.recorded['GET /me/session'] = { 200: { sessions: [session] } };
  await caller.call('DELETE /me/session/{sessionId}', { status: 409 });
  const view = { viewId: exampleRows.savedView, ...(putView.bodyExample as object) };
  await caller.call('PUT /me/view/{viewId}', { status: 409 });
  caller.recorded['PUT /me/view/{viewId}'] = { 200: view };
  await caller.call('GET /me/view', { status: 409 });
  caller.recorded['GET /me/view'] = { 200: { views: [view] } };
  await caller.call('DELETE /me/view/{viewId}', { status: 409 });
  await caller.call('GET /me/notifications', { status: 409 });
  caller.recorded['GET /me/notifications'] = { 200: exampleNotifications };
  await caller.call('PUT /me/notifications/seen', { status: 409 });
  await caller.call('POST /me/second-factor', { status: 409 });
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  caller.recorded['POST /me/second-factor'] = {
    200: { secret, address: `otpauth://totp/Insurance:ada%40example.com?secret=${secret}&issuer=Insurance` },
  };
  await caller.call('POST /me/second-factor/confirm', { status: 409 });
  caller.recorded['POST /me/second-factor/confirm'] = {
    200: { recoveryCodes: ['K5QW-ZT7M-A2XD-94RB'], ...tokens },
  };
  await caller.call('POST /me/second-factor/remove', { status: 409 });
  await callAssistants(caller, personId);
  await caller.call('DELETE /session', { status: 409 });
  await caller.call('POST /me/sign-out', { status: 409 });
  await callDrafts(caller);
  await callActs(caller);
  await caller.call('GET /user/{personId}/session', { with: { personId } });
  const listed = { ...session, isCurrent: false, personId };
  caller.recorded['GET /user/{personId}/session'] = { 200: { sessions: [listed] } };
}

/** What people allow assistants. */
async function callAssistants(caller: ContractCaller, personId: string): Promise<void> {
  await caller.call('POST /me/assistant/request');
  await caller.call('POST /me/assistant', { status: 409 });
  const { redirectUri } = exampleAssistant;
  const code = 'SplxlOBeZQQYbYS6WxSbIAp3mZ0cXv2Jq7nTtRk1eUo';
  const redirectTo = `${redirectUri}?code=${code}&state=of-the-program&iss=http%3A%2F%2F127.0.0.1%3A3000`;
  caller.recorded['POST /me/assistant'] = { 200: { redirectTo } };
  await caller.call('GET /me/assistant', { status: 409 });
  const connected = {
    grantId: exampleRows.assistantGrant,
    ...exampleAssistant,
    access: 'EACH_RELEASED',
    createdTimestamp: '2027-06-30T12:00:00.000Z',
    lastUsedTimestamp: '2027-07-02T09:30:00.000Z',
    endsTimestamp: '2027-08-01T09:30:00.000Z',
  };
  caller.recorded['GET /me/assistant'] = { 200: { assistants: [connected] } };
  await caller.call('DELETE /me/assistant/{grantId}', { status: 409 });
  await caller.call('GET /user/{personId}/assistant', { with: { personId } });
  caller.recorded['GET /user/{personId}/assistant'] = { 200: { assistants: [connected] } };
  await caller.call('DELETE /user/{personId}/assistant/{grantId}', { with: { personId }, status: 404 });
}

/** Only an assistant makes acts, and a person decides on them. */
async function callActs(caller: ContractCaller): Promise<void> {
  const place = '/assistant/act/{actId}';
  await caller.call('GET /assistant/act', { with: { size: '1' } });
  await caller.call(`GET ${place}`, { status: 404 });
  await caller.call(`POST ${place}/release`, { status: 404 });
  await caller.call(`POST ${place}/refuse`, { status: 404 });
  const act = {
    ...{ id: exampleRows.act, state: 'WAITING', title: 'Cancel policy «GL-000001» on Jun 1, 2027' },
    ...{
      changes: '- Returned: premium $310.20, taxes and fees $0.00.',
      tool: 'cancel',
      operation: 'fireEvent',
    },
    ...{ money: { amount: '310.20', currency: 'USD' }, about: { policyId: exampleIds.policy } },
    askedBy: { kind: 'API_KEY', id: exampleRows.apiKey, name: 'desk assistant', assistant: 'Claude' },
    ...{ askedTimestamp: '2027-05-30T12:00:00.000Z', expiresTimestamp: '2027-06-06T12:00:00.000Z' },
  };
  const decided = {
    kind: 'USER',
    id: exampleRows.person,
    name: 'Ada Lovelace',
    personId: exampleRows.person,
  };
  const { expiresTimestamp: _waited, ...over } = act;
  const end = {
    decidedBy: decided,
    decidedTimestamp: '2027-05-30T13:00:00.000Z',
    endedTimestamp: '2027-05-30T13:00:00.000Z',
  };
  caller.recorded[`GET ${place}`] = { 200: act };
  caller.recorded[`POST ${place}/release`] = { 200: { ...over, ...end, state: 'DONE', outcome: '' } };
  caller.recorded[`POST ${place}/refuse`] = {
    200: { ...over, ...end, state: 'REFUSED', reason: 'Ask first' },
  };
}

/** Drafts are a person's. */
async function callDrafts(caller: ContractCaller): Promise<void> {
  const place = '/me/draft/{draftKind}/{subjectId}';
  await caller.call('GET /me/draft', { status: 409 });
  await caller.call(`GET ${place}`, { status: 409 });
  await caller.call(`PUT ${place}`, { status: 409 });
  await caller.call(`DELETE ${place}`, { status: 409 });
  const head = {
    ...{
      kind: 'ENDORSEMENT',
      subjectId: exampleIds.policy,
      clientId: exampleIds.client,
      title: 'Maria Lopez',
    },
    ...{ version: 1, updatedTimestamp: '2027-06-30T12:00:00.000Z' },
  };
  const draft = { ...head, content: { effectiveDate: '2027-07-01' } };
  caller.recorded['GET /me/draft'] = { 200: { drafts: [head] } };
  caller.recorded[`GET ${place}`] = { 200: draft };
  caller.recorded[`PUT ${place}`] = { 200: draft };
}

/** A user and an API key from their making to their end. */
async function administer(call: ContractCaller['call'], stand: Map<string, string>): Promise<void> {
  await call('GET /role');
  await call('GET /organization');
  await call('PUT /organization');
  const user = (await call('POST /user')) as { personId: string; password: string };
  const { personId } = user;
  stand.set(personId, exampleRows.person).set(user.password, 'Hb3xq9TzR1mUe5vLw7Kc');
  const person = { with: { personId } };
  await call('GET /user', { with: { size: '1' } });
  await call('GET /user/{personId}', person);
  await call('PUT /user/{personId}', person);
  const reset = (await call('POST /user/{personId}/password', person)) as { password: string };
  stand.set(reset.password, 'Yd8nPs4WfJ2kGa6oVt0E');
  await call('DELETE /user/{personId}/session/{sessionId}', { ...person, status: 404 });
  await call('POST /user/{personId}/second-factor/reset', { ...person, status: 409 });
  for (const change of ['sign-out', 'disable', 'enable'])
    await call(`POST /user/{personId}/${change}`, person);

  const created = (await call('POST /key')) as { apiKey: string; apiSecret: string };
  const { apiKey } = created;
  const secret = 'vJ0mZkq3T8sWcXy5eRb1uNf7hLd2aGp9oKi4tQx6wEs';
  stand.set(apiKey, exampleRows.apiKey).set(created.apiSecret, secret);
  const key = { with: { apiKey } };
  await call('GET /key', { with: { size: '1' } });
  await call('GET /key/{apiKey}', key);
  stand.set(((await call('POST /key/{apiKey}/rotate', key)) as { apiSecret: string }).apiSecret, secret);
  await call('POST /key/{apiKey}/revoke', key);
}

/** Sends it again, and cancels that; once more where the attempt had ended before. */
async function cancelledDelivery(
  call: ContractCaller['call'],
  deliveryId: string,
  tries = 30,
): Promise<void> {
  await call('POST /webhook/delivery/{deliveryId}/resend', { with: { deliveryId } });
  try {
    await call('POST /webhook/delivery/{deliveryId}/cancel', { with: { deliveryId } });
  } catch (error) {
    if (tries === 0) throw error;
    await cancelledDelivery(call, deliveryId, tries - 1);
  }
}

interface Fired {
  triggerRequestId: string;
  metadata: { quotes?: { requestId: string }[] };
}

const answerOf = (qid: string, answer: string) => ({ type: 'ANSWER', qid, answer });

/** A person's: a key has none. */
const exampleNotifications = {
  notifications: [
    {
      id: '8d2f6b1c-3e47-4a59-9c08-7f1e5d3b2a60',
      kind: 'TASK_GIVEN',
      time: '2026-11-29T20:32:11.204Z',
      isNew: true,
      title: 'Ask for the loss runs of five years',
      createdBy: { kind: 'USER', name: 'Ada Byron' },
      about: {
        taskId: '5b8c2e4f-1a63-4d97-b0e5-9c7f3a1d6e28',
        quoteId: '7f3e5a1c-9b2d-4c68-8e0f-1a2b3c4d5e6f',
      },
      details: { dueOn: '2026-12-04', priority: 'HIGH' },
    },
  ],
  newCount: 1,
  seenUntil: '2026-11-28T17:02:45.118Z',
};
