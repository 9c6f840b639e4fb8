import { type Endpoint, permissionsFor } from '../../api/http/endpoint.js';
import type { Permission } from '../../api/http/permissions.js';
import { declaredEndpoints } from './endpoints.js';
import type { Records, Side } from './permission-world.js';

/** An operation of the interface, with a request about the seller's records that it lets through. */
export interface Operation {
  /** Such as `GET /policy/:policyId`. */
  name: string;
  method: string;
  /** A caller needs one of these, or none if there are none. */
  permissions: readonly Permission[];
  /** The sides that see the records that the request names; the others get 404. */
  seenBy: readonly Side[];
  /** Sides that see them and may not do this with them: 403. */
  refused: readonly Side[];
  request(records: Records): { path: string; body?: object };
}

const both: readonly Side[] = ['seller', 'insurer'];
const everybody: readonly Side[] = ['seller', 'insurer', 'stranger'];

/** Who sees what the parameters of paths name. */
const seers: Readonly<Record<string, readonly Side[]>> = {
  actId: ['seller'],
  apiKey: ['seller'],
  batchId: ['seller'],
  client_id: ['seller'],
  commissionId: both,
  // Its policies: those that the insurer issued, it sees.
  clientId: both,
  clockId: ['seller'],
  deliveryId: ['seller'],
  documentId: both,
  endpointId: ['seller'],
  entryId: both,
  fileId: ['seller'],
  bookId: ['seller'],
  conditionId: both,
  holdId: ['insurer'],
  informationRequestId: both,
  jobId: ['seller'],
  taskId: ['seller'],
  paymentMethodId: ['seller'],
  mailId: ['seller'],
  personId: ['seller'],
  policyId: both,
  product_id: both,
  productId: both,
  quoteId: both,
  quoteRequestId: both,
  triggerRequestId: ['seller'],
  versionId: ['insurer'],
};

type Special = Partial<Pick<Operation, 'seenBy' | 'refused'>> & {
  body?: (records: Records) => object;
  query?: (records: Records) => Record<string, string>;
};

const accepted = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };

/** What the names of parameters do not tell: other bodies than the contract's example, and who sees what those name. */
const special: Readonly<Record<string, Special>> = {
  'DELETE /policy/ledger/entry/:entryId/delete': { refused: ['seller'] },
  // A page of what the caller sees, which is different for each.
  'GET /changes': { query: () => ({ size: '1' }) },
  'GET /download/file': { seenBy: both, query: ({ fileUrl }) => ({ path: fileUrl }) },
  'GET /quotes/trigger/:triggerRequestId': { seenBy: both },
  'GET /report/bordereau': {
    seenBy: both,
    query: ({ productId, sellerId }) => ({ productId, sellerId, month: '2025-11' }),
  },
  'GET /report/commissions': { query: () => ({ month: '2999-01' }) },
  'GET /report/figures': { query: () => ({ asOf: '2026-01-01' }) },
  'GET /report/postings': { query: () => ({ from: '2026-01-01', to: '2026-01-31' }) },
  'GET /report/premium': { query: () => ({ asOf: '2026-01-01' }) },
  'GET /report/quotes': { query: () => ({ from: '2026-01-01', to: '2026-01-31' }) },
  'GET /report/receivables': { query: () => ({ asOf: '2026-01-01' }) },
  'GET /report/retention': { query: () => ({ from: '2026-01-01', to: '2026-01-31' }) },
  'GET /report/taxes': { query: () => ({ asOf: '2026-01-01' }) },
  // A note is its own organization's.
  'POST /client/:clientId/note': { seenBy: ['seller'] },
  'POST /commission/adjustment': {
    seenBy: ['insurer'],
    body: ({ sellerId }) => ({ sellerId, currency: 'USD', amount: 12.5, reason: 'Bonus' }),
  },
  'POST /danger/change/policy/effective/date': {
    ...{ seenBy: both, refused: ['seller'] },
    body: ({ policyId }) => ({
      ...{
        ...accepted,
        policyId,
        effectiveDate: '2026-01-01',
        riskOfChangingPolicyEffectiveDateAccepted: true,
      },
    }),
  },
  'POST /danger/change/policy/number': {
    ...{ seenBy: both, refused: ['seller'] },
    body: ({ policyId, policyNumber }) => ({
      ...{ ...accepted, policyId, newPolicyNumber: policyNumber, riskOfChangingPolicyNumberAccepted: true },
    }),
  },
  'POST /generate/document': {
    seenBy: both,
    body: ({ productId, formConfigId, clientId, policyId }) => ({
      productId,
      formConfigId,
      clientId,
      policyId,
    }),
  },
  // A text that is JSON.
  'POST /file': {
    seenBy: both,
    query: ({ quoteId }) => ({ fileName: 'a.json', quoteId }),
    body: () => ({}),
  },
  'GET /hold/concerning': { seenBy: both, query: ({ quoteId }) => ({ quoteId }) },
  'POST /hold/:holdId/override': {
    seenBy: ['insurer'],
    body: ({ quoteId }) => ({ quoteId, reason: 'Inspected' }),
  },
  'POST /inbound': { seenBy: ['seller'], body: ({ requestId }) => ({ requestId, payload: { heard: true } }) },
  'POST /job': { seenBy: both, query: ({ productId }) => ({ type: 'GET_QUOTES', lineId: productId }) },
  'PUT /policy/:policyId/collection': {
    seenBy: both,
    body: ({ paymentMethodId }) => ({
      paymentMethodId,
      consent: { at: '2026-01-01T00:00:00Z', source: 'a form' },
    }),
  },
  'POST /mail': {
    seenBy: ['seller'],
    body: ({ clientId }) => ({ clientId, subject: 'Hello', text: 'Hello' }),
  },
  'POST /policy/ledger/entry/edit': {
    ...{ seenBy: both, refused: ['seller'] },
    body: ({ policyId, entryId }) => ({
      ...{ id: entryId, parentPolicyId: policyId, effectiveDate: '2000-01-01', premium: 1 },
    }),
  },
  'POST /policy/ledger/entry/record': {
    ...{ seenBy: both, refused: ['seller'] },
    body: ({ policyId }) => ({ parentPolicyId: policyId, effectiveDate: '2000-01-01', premium: 1 }),
  },
  'POST /task': { seenBy: both, body: ({ policyId }) => ({ title: 'Call', about: { policyId } }) },
  'PATCH /task/:taskId': { body: () => ({ priority: 'HIGH' }) },
  'POST /report/bordereau/decision': {
    seenBy: ['insurer'],
    body: ({ productId, sellerId, policyId, entryId }) => ({
      ...{ productId, sellerId, month: '2025-11', decision: 'ACCEPTED' },
      rows: [{ policyId, termNumber: 1, entryId: entryId }],
    }),
  },
  'POST /product/:productId/license': {
    seenBy: ['insurer'],
    body: ({ sellerId }) => ({ organizationId: sellerId }),
  },
  'POST /product/:productId/consent': {
    seenBy: everybody,
    body: ({ insurerId }) => ({ ownerOrganizationId: insurerId }),
  },
  // The insurer owns the product; the others have consented by then.
  'DELETE /product/:productId/consent': { seenBy: ['seller', 'stranger'] },
  'POST /product/version/:versionId/impact': {
    body: ({ versionId }) => ({ against: versionId, from: '2026-01-01' }),
  },
  'POST /product/version/:versionId/deploy': {
    body: () => ({ environment: 'UAT', effectiveDate: '2026-01-01' }),
  },
  'GET /policy/:policyId/preview/cancellation': { query: () => ({ effectiveDate: '2026-01-01' }) },
  'GET /policy/:policyId/preview/rewrite': { query: ({ quoteId }) => ({ quoteId }) },
  'POST /quote/:quoteId/requote': { refused: ['insurer'], body: ({ clientId }) => ({ clientId }) },
  'POST /quote/:quoteId/condition/:conditionId/confirm': { refused: ['seller'] },
  'POST /quote/:quoteId/information-request': { refused: ['seller'] },
  'POST /quote/:quoteId/information-request/:informationRequestId/answer': { refused: ['insurer'] },
  'POST /quote/:quoteId/information-request/:informationRequestId/withdraw': { refused: ['seller'] },
  'POST /quote/:quoteId/offer/accept': { refused: ['insurer'] },
  'POST /quote/:quoteId/offer/decline': { refused: ['insurer'] },
  'GET /quote/:quoteId/review': { refused: ['seller'] },
  'GET /quote/:quoteId/similar-decisions': { refused: ['seller'] },
  'POST /quote/:quoteId/review/assign': { refused: ['seller'] },
  'POST /quote/:quoteId/review/note': { refused: ['seller'] },
  'POST /quote/:quoteId/review/release': { refused: ['seller'] },
  'POST /quote/:quoteId/underwriter-decision': { refused: ['seller'], body: () => ({ isApproved: true }) },
};

/**
 * Every operation that needs credentials but `POST /event/fire`, whose event types are a matrix of their own;
 * deletions last.
 */
export async function operations(): Promise<Operation[]> {
  const endpoints = await declaredEndpoints();
  return endpoints
    .filter(({ path }) => path !== '/event/fire')
    .map(operationOf)
    .sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
}

function operationOf(endpoint: Endpoint): Operation {
  const { method, path, body, bodyExample } = endpoint;
  const name = `${method.toUpperCase()} ${path}`;
  const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const known = named.filter((parameter) => Object.hasOwn(seers, parameter));
  const { seenBy, refused = [], body: made, query: asked } = special[name] ?? {};
  return {
    ...{ name, method, refused, permissions: permissionsFor(endpoint) },
    seenBy:
      seenBy ?? known.reduce((sides, of) => sides.filter((side) => seers[of]?.includes(side)), everybody),
    request: (records) => {
      const values: Readonly<Record<string, string>> = {
        ...{ ...records, client_id: records.clientId, product_id: records.productId },
        ...{ quoteRequestId: records.quoteId, configId: records.formConfigId, environment: 'DEV' },
        ...{ date: '2999-01-01T00:00:00Z', draftKind: 'ENDORSEMENT', subjectId: records.policyId },
        // One that is refused, so that there is a clock for all of them.
        ...(name === 'DELETE /clock/:clockId' && { clockId: records.advancingClockId }),
        // Of somebody whom no request signs out before.
        ...(/^DELETE \/user\/:personId\/(session|assistant)/.test(name) && {
          personId: records.signedInPersonId,
        }),
      };
      const filled = path.replace(/:(\w+)/g, (_match, parameter: string) =>
        encodeURIComponent(values[parameter] ?? ''),
      );
      const sent = made?.(records) ?? bodyExample ?? (body && {});
      return {
        path: asked === undefined ? filled : `${filled}?${new URLSearchParams(asked(records))}`,
        ...(sent !== undefined && { body: sent as object }),
      };
    },
  };
}
