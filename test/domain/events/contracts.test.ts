import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf } from '../../../api/errors/zod-errors.js';
import { type EventType, eventCatalog, eventTypes } from '../../../domain/events/catalog.js';
import { type EventEnvelope, eventEnvelope } from '../../../domain/events/envelope.js';
import { namedRecords } from '../../../domain/events/records-of-event.js';
import { isStorableJson } from '../../../domain/ground/storable-json.js';
import { type ExampleEvent, exampleIds, examplesOf } from '../../support/documented-events.js';
import { type JsonSchema, violationsOf } from '../../support/schema-violations.js';

const schemaOf = (type: EventType) =>
  z.toJSONSchema(eventCatalog[type].payload, { io: 'input' }) as JsonSchema;

/** What is wrong with an event, by field; nothing where it is accepted. */
function faultsOf(event: unknown): { [field: string]: string } {
  const { error } = eventEnvelope.safeParse(event);
  if (error === undefined) return {};
  return Object.fromEntries(fieldErrorsOf(error, 'body').map(({ field, detail }) => [field, detail]));
}

function accepted(event: unknown): EventEnvelope {
  return eventEnvelope.parse(event);
}

/** The first example of a type, with another payload. */
function anEvent(type: EventType, changes: { [key: string]: unknown } = {}): ExampleEvent {
  const [example] = examplesOf(type);
  return { ...example!, payload: { ...example!.payload, ...changes } };
}

const { client, quote, policy, line } = exampleIds;
const other = '11111111-1111-1111-1111-111111111111';

describe.each(eventTypes)('%s', (type) => {
  it('is refused for each field that breaks the contract, naming it', () => {
    const survivors: string[] = [];
    let tried = 0;
    for (const example of examplesOf(type)) {
      for (const { path, how, value } of violationsOf(schemaOf(type), example.payload)) {
        const field = ['payload', ...path].join('.');
        const faults = faultsOf({ ...example, payload: value });
        if (!(field in faults)) survivors.push(`${field} ${how}: ${JSON.stringify(faults)}`);
        tried += 1;
      }
    }
    expect(survivors).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  });

  it('is refused without its payload', () => {
    const { payload: _, ...bare } = anEvent(type);
    expect(faultsOf(bare)).toEqual({ payload: 'is required' });
  });

  it('drops fields of its payload that it does not know, or keeps them as details', () => {
    const known: { [field: string]: unknown } = accepted(anEvent(type)).payload;
    const further = { noSuchField: { deep: [1] } };
    const kept = 'details' in known ? { details: { ...further, ...(known.details as object) } } : {};
    expect(accepted(anEvent(type, further)).payload).toEqual({ ...known, ...kept });
  });

  it('takes ids in capitals as the same ids', () => {
    const event = anEvent(type);
    const shouting = JSON.parse(
      JSON.stringify(event).replace(/[0-9a-f]{8}-[0-9a-f]{4}-[^"]{22}(?=")/g, (id) => id.toUpperCase()),
    );
    if (type === 'POLICY_DOCUMENTS_UPLOADED' || type === 'POLICY_DOC_GENERATED') {
      // A URL is not an id.
      shouting.payload.documents[0].url = (event.payload.documents as { url: string }[])[0]!.url;
    }
    expect(accepted(shouting)).toEqual(accepted(event));
  });
});

describe('any JSON', () => {
  /** Names that mean something to objects themselves. */
  const awkward = fc.constantFrom('valueOf', 'constructor', 'hasOwnProperty', 'length', 'id', 'clientId');
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1, 1e300, '', client, quote, '2027-01-01'),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(awkward, fc.string()), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;

  it('in any place of an event is refused or accepted, and never breaks the service', () => {
    const events = eventTypes.flatMap((type) => examplesOf(type));
    fc.assert(
      fc.property(fc.constantFrom(...events), fc.nat(), json, (event, place, value) => {
        fc.pre(isStorableJson(value));
        const changed = withValueAt(event, place, value);
        const { data } = eventEnvelope.safeParse(changed);
        if (data === undefined) return;
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
        expect(eventEnvelope.parse(data)).toEqual(data);
        expect(namedRecords(data, 'CLIENT').every(({ id }) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** The event with another value in one of its places, whichever the number comes to. */
function withValueAt(event: object, place: number, value: unknown): unknown {
  const paths: (string | number)[][] = [];
  const collect = (node: unknown, path: (string | number)[]): void => {
    paths.push(path);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, member] of Object.entries(node)) collect(member, [...path, key]);
  };
  collect(event, []);
  const path = paths[place % paths.length]!;
  const [added, ...parents] = [...path].reverse();
  const changed = structuredClone(event);
  const parent = parents
    .reverse()
    .reduce<unknown>((node, key) => (node as { [name: string]: unknown })[key], changed);
  if (added === undefined) return value;
  Object.assign(parent as object, { [added]: value });
  return changed;
}

describe('the envelope', () => {
  it('refuses an unknown type, and says which are known', () => {
    for (const type of ['GET_QUOTE', 'get_quotes', '', null, 7, undefined]) {
      expect(faultsOf({ ...anEvent('GET_QUOTES'), type })).toEqual({
        type: `must be one of ${eventTypes.join(', ')}`,
      });
    }
  });

  it.each([
    ['lineId', ['x', null, 7, undefined]],
    ['productVersionId', ['x', null]],
    ['versionSystemSource', ['builder', null]],
    ['forceSync', ['true', 1, null]],
    ['batchMode', ['true', 1, null]],
    ['batchId', ['x', null]],
    ['triggerRequestId', ['x', null, '']],
    ['eventTargets', [[1], 'x', null, ['x']]],
    ['filterByOrganizations', [[null], other, null]],
    ['agencyCodes', [{}, [{}], null]],
    ['asConfiguredAtTimestamp', ['yesterday', '2027-02-30', '9999-12-31T23:59:59-18:00', null, 20270101]],
    ['source', ['TEST', [], null]],
  ])('refuses a wrong %s', (field, wrong) => {
    for (const value of wrong) {
      const [fault] = Object.keys(faultsOf({ ...anEvent('GET_QUOTES'), [field]: value }));
      expect(`${fault} `).toMatch(new RegExp(`^${field}[. ]`));
    }
  });

  it('takes what the specification lists', () => {
    const envelope = {
      ...anEvent('POLICY_CREATED'),
      productVersionId: other,
      versionSystemSource: 'BUILDER',
      forceSync: true,
      source: { sourceType: 'COPILOT', storefrontId: other, personId: other, url: 'https://a.example' },
      agencyCodes: [{ carrierId: other, carrierName: 'C', agencyCodeData: { agencyCode: 'A-1' } }],
      filterByOrganizations: [other],
      eventTargets: [other],
      triggerRequestId: other,
      batchMode: true,
      batchId: other,
      asConfiguredAtTimestamp: '2027-01-01',
    };
    expect(accepted(envelope)).toEqual(envelope);
  });

  it('requires a storefront of a storefront for GET_QUOTES and SELECT_QUOTE, and for them only', () => {
    for (const type of eventTypes) {
      const asked = type === 'GET_QUOTES' || type === 'SELECT_QUOTE';
      const faults = faultsOf({ ...anEvent(type), source: { sourceType: 'STOREFRONT' } });
      expect(Object.keys(faults)).toEqual(asked ? ['source.storefrontId'] : []);
      const whole = { ...anEvent(type), source: { sourceType: 'STOREFRONT', storefrontId: other } };
      expect(faultsOf(whole)).toEqual({});
    }
  });
});

describe('payloads that the schemas alone cannot judge', () => {
  it('name each quote once', () => {
    expect(faultsOf(anEvent('SELECT_QUOTE', { quoteIds: [quote, other, quote.toUpperCase()] }))).toEqual({
      'payload.quoteIds.2': 'is named twice',
    });
  });

  it('plan only the quotes that they name', () => {
    const paymentPlans = { [quote]: 'MONTHLY', [other]: 'MONTHLY' };
    expect(faultsOf(anEvent('POLICY_CREATE', { paymentPlans }))).toEqual({
      [`payload.paymentPlans.${other}`]: 'is not one of quoteIds',
    });
    expect(faultsOf(anEvent('PAYMENT_SETUP', { selectedPaymentPlans: paymentPlans }))).toEqual({
      [`payload.selectedPaymentPlans.${other}`]: 'is not one of quoteIds',
    });
  });

  it('issue no quote without a plan, and leave the payment to the product unless told otherwise', () => {
    expect(faultsOf(anEvent('POLICY_CREATE', { quoteIds: [quote, other] }))).toEqual({
      [`payload.paymentPlans.${other}`]: 'is required',
    });
    const { payload } = accepted(anEvent('POLICY_CREATE', { paymentRequired: undefined }));
    expect(payload).not.toHaveProperty('paymentRequired', true);
    expect(faultsOf(anEvent('POLICY_CREATE', { paymentRequired: 'yes' }))).toHaveProperty([
      'payload.paymentRequired',
    ]);
  });

  it('tell a payment in one way', () => {
    const faults = (payload: object) =>
      Object.keys(faultsOf({ type: 'PAYMENT_RECEIVED', lineId: line, payload })).sort();
    expect(faults({})).toEqual(['payload.amount', 'payload.policyId', 'payload.reference']);
    expect(faults({ policyId: policy, reference: 'r' })).toEqual(['payload.amount']);
    expect(faults({ paymentTriggerRequestId: other, amount: 1 })).toEqual(['payload.amount']);
    expect(faults({ paymentTriggerRequestId: other, isRefund: true })).toEqual(['payload.isRefund']);
  });

  it('endorse by a quote or by a premium', () => {
    expect(Object.keys(faultsOf(anEvent('POLICY_ENDORSE', { quoteId: quote })))).toEqual(['payload.quoteId']);
    expect(Object.keys(faultsOf(anEvent('POLICY_ENDORSE', { premium: undefined })))).toEqual([
      'payload.quoteId',
    ]);
  });

  it.each([
    [0.01, true],
    [999_999_999_999.99, true],
    [100, true],
    [0.1 + 0.2, false],
    [1.005, true],
    [1.0005, false],
    [1e-7, false],
    [1e12, false],
    [0, false],
    [-5, false],
  ])('are paid an amount of %d: %s', (amount, isAccepted) => {
    expect(Object.keys(faultsOf(anEvent('PAYMENT_RECEIVED', { amount })))).toEqual(
      isAccepted ? [] : ['payload.amount'],
    );
  });

  it('collect whole minor units', () => {
    const fault = (totalAmount: number) =>
      Object.keys(faultsOf(anEvent('PAYMENT_COLLECT_SETUP', { totalAmount })));
    expect(fault(1)).toEqual([]);
    expect(fault(99_999_999_999_999)).toEqual([]);
    for (const wrong of [0, -1, 0.5, 1e14]) expect(fault(wrong)).toEqual(['payload.totalAmount']);
  });

  it('say in their type what the policyholder said', () => {
    const response = (isApproved: boolean) => ({
      acceptanceResponse: {
        isApproved,
        responseSource: 'AGENT',
        decisionTimestamp: '2027-01-01T00:00:00Z',
      },
    });
    const field = 'payload.acceptanceResponse.isApproved';
    expect(faultsOf(anEvent('POLICYHOLDER_QUOTE_ACCEPTED', response(false)))).toEqual({
      [field]: 'must be true in this event',
    });
    expect(faultsOf(anEvent('POLICYHOLDER_QUOTE_DECLINED', response(true)))).toEqual({
      [field]: 'must be false in this event',
    });
  });

  it('evaluate a form with the answers of what they name', () => {
    const form = (changes: object) =>
      faultsOf({
        type: 'CONFIGURATION_FORM_EVALUATION',
        lineId: line,
        payload: { formConfigId: other, clientId: client, intakeFormat: 'DAIS', ...changes },
      });
    expect(form({ intakeSource: 'CLIENT' })).toEqual({});
    for (const [intakeSource, field] of [
      ['QUOTE', 'quoteId'],
      ['POLICY', 'policyId'],
      ['PAYLOAD', 'intake'],
    ]) {
      expect(form({ intakeSource })).toEqual({
        [`payload.${field}`]: `is required where intakeSource is ${intakeSource}`,
      });
    }
  });

  it('quote for a day after which a term can still end', () => {
    const event = (effectiveDate: string) => faultsOf(anEvent('GET_QUOTES', { effectiveDate }));
    expect(event('8999-12-31')).toEqual({});
    expect(Object.keys(event('9999-12-31'))).toEqual(['payload.effectiveDate']);
  });

  it('count each exposure once', () => {
    const exposure = { type: 'payroll', previousAmount: 1.2345, updatedAmount: 0 };
    const event = (exposures: object[]) =>
      faultsOf(
        anEvent('POLICY_TRUE_UP_QUOTING', { trueUpRequest: { effectiveDate: '2027-01-01', exposures } }),
      );
    expect(event([exposure])).toEqual({});
    expect(event([exposure, { ...exposure, previousAmount: 2 }])).toEqual({});
    expect(event([exposure, exposure])).toEqual({
      'payload.trueUpRequest.exposures.1.type': 'is named twice',
    });
    expect(Object.keys(event([{ ...exposure, updatedAmount: -1 }]))).toEqual([
      'payload.trueUpRequest.exposures.0.updatedAmount',
    ]);
  });

  it('upload files, not paths or broken base64', () => {
    const [file] = anEvent('UPLOAD_POLICY_DOCUMENTS').payload.documents as object[];
    const faults = (changes: object) =>
      Object.keys(faultsOf(anEvent('UPLOAD_POLICY_DOCUMENTS', { documents: [{ ...file, ...changes }] })));
    for (const name of ['../etc/passwd', 'a\\b', 'a\nb']) {
      expect(faults({ name })).toEqual(['payload.documents.0.name']);
    }
    for (const extension of ['exe', 'html', 'svg', '', '../pdf']) {
      expect(faults({ extension })).toEqual(['payload.documents.0.extension']);
    }
    for (const extension of ['.PDF', 'jpeg', 'tif']) expect(faults({ extension })).toEqual([]);
    for (const base64EncodedFile of [
      'YQ',
      'YQ=',
      'Y===',
      'YQ==YQ==',
      'Y-_=',
      'data:text/plain;base64,YQ==',
    ]) {
      expect(faults({ base64EncodedFile })).toEqual(['payload.documents.0.base64EncodedFile']);
    }
    for (const base64EncodedFile of ['YQ==', 'YWI=', 'YWJj', '+/+/']) {
      expect(faults({ base64EncodedFile })).toEqual([]);
    }
    expect(faults({ base64EncodedFile: 'AAAA'.repeat(2_000_000) })).toEqual([]);
  });
});

describe('names of documents', () => {
  it('that are too long are refused, whatever is in them', () => {
    const documents = [{ name: `${' '.repeat(400_000)}x`, extension: 'pdf', contentId: other }];
    expect(faultsOf(anEvent('POLICY_DOCUMENTS_UPLOADED', { documents }))).toEqual({
      'payload.documents.0.name': 'must have at most 255 characters',
    });
  });
});

describe('snapshots', () => {
  it('that say something else than an id do not break anything', () => {
    for (const clientId of [{ valueOf: 1 }, ['x'], 7]) {
      const faults = faultsOf(
        anEvent('POLICY_CANCELED', { policy: { id: policy, policyNumber: 'P-1', clientId } }),
      );
      expect(Object.keys(faults)).toEqual(['payload.policy.clientId']);
    }
  });

  const event = { eventId: other, type: 'NOTE', label: 'l', description: '' };

  it('keep what they say besides', () => {
    const policySnapshot = { id: policy, policyNumber: 'P-1', insured: { name: 'Ada' } };
    const documents = [{ name: 'a.pdf', pages: 3 }];
    const { payload } = accepted(
      anEvent('POLICY_CANCELED', { policy: policySnapshot, event: { ...event, actor: 'x' }, documents }),
    );
    expect(payload).toMatchObject({ policy: policySnapshot, event: { ...event, actor: 'x' }, documents });
  });

  it.each(['ENDORSEMENT_ACTIVATED', 'PRE_CANCELLATION_ISSUED', 'POLICY_CANCELED'] as const)(
    'of %s are of the payload’s policy and client',
    (type) => {
      const message = (name: string) => `must be the payload's ${name}`;
      expect(faultsOf(anEvent(type, { policy: { id: other, policyNumber: 'P-1' } }))).toEqual({
        'payload.policy.id': message('policyId'),
      });
      expect(
        faultsOf(anEvent(type, { policy: { id: policy, policyNumber: 'P-1', clientId: other } })),
      ).toEqual({ 'payload.policy.clientId': message('clientId') });
      expect(faultsOf(anEvent(type, { event: { ...event, policyId: other } }))).toEqual({
        'payload.event.policyId': message('policyId'),
      });
      expect(faultsOf(anEvent(type, { policy: { id: policy.toUpperCase(), policyNumber: 'P-1' } }))).toEqual(
        {},
      );
    },
  );

  it('are of the payload’s records where they are within others, too', () => {
    const snapshot = { id: policy, policyNumber: 'P-1' };
    const faults = (changes: object) => Object.keys(faultsOf(anEvent('POLICY_CANCELED', changes as never)));
    expect(faults({ policy: { ...snapshot, quote: { requestId: other, clientId: client } } })).toEqual([]);
    expect(faults({ policy: { ...snapshot, quote: { clientId: other } } })).toEqual([
      'payload.policy.quote.clientId',
    ]);
    expect(faults({ policy: snapshot, event: { ...event, policy: { id: other } } })).toEqual([
      'payload.event.policy.id',
    ]);
    expect(faults({ policy: snapshot, event: { ...event, policyNumber: 'P-2' } })).toEqual([
      'payload.event.policyNumber',
    ]);
    let deep: object = {};
    for (let depth = 0; depth < 50_000; depth += 1) deep = { policy: deep };
    expect(faults({ policy: { ...snapshot, ...deep } })).not.toContain('payload.policy.id');
  });

  it('are of the payload’s records where its type has none, too, and is left without them', () => {
    const faults = (changes: object) => Object.keys(faultsOf(anEvent('SELECT_QUOTE', changes as never)));
    const { quoteIds, clientId } = anEvent('SELECT_QUOTE').payload as {
      quoteIds: [string];
      clientId: string;
    };
    expect(faults({ quote: { requestId: quoteIds[0], clientId } })).toEqual([]);
    expect(faults({ quote: { requestId: other } })).toEqual(['payload.quote.requestId']);
    expect(faults({ quotes: [{ requestId: quoteIds[0] }, { requestId: other, clientId: other }] })).toEqual([
      'payload.quotes.1.clientId',
      'payload.quotes.1.requestId',
    ]);
    expect(faults({ quotes: 'x', policies: [null, [[]], 7] })).toEqual([]);
    const { payload } = accepted(anEvent('SELECT_QUOTE', { quote: { requestId: quoteIds[0] } } as never));
    expect(payload).not.toHaveProperty('quote');
  });

  it('are gone through once, however many there are', () => {
    const snapshots = 60_000;
    const quoteIds = Array.from(
      { length: snapshots },
      (_, at) => `${String(at).padStart(8, '0')}${other.slice(8)}`,
    );
    const quotes = quoteIds.map((requestId) => ({ requestId }));
    expect(
      faultsOf(anEvent('SELECT_QUOTE', { quoteIds, quotes: [...quotes, { requestId: other }] })),
    ).toEqual({
      [`payload.quotes.${snapshots}.requestId`]: "must be the payload's quoteId",
    });
  });

  it('of a quote are of the payload’s quote and client', () => {
    const ofQuote = (snapshot: object) =>
      faultsOf(anEvent('POLICYHOLDER_QUOTE_ACCEPTED', { quote: { documents: [], ...snapshot } }));
    expect(ofQuote({ requestId: quote })).toEqual({});
    expect(ofQuote({ requestId: other })).toEqual({
      'payload.quote.requestId': "must be the payload's quoteId",
    });
    expect(ofQuote({ requestId: quote, clientId: other })).toEqual({
      'payload.quote.clientId': "must be the payload's clientId",
    });
  });
});
