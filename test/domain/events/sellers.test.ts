import { describe, expect, it } from 'vitest';
import { authority } from '../../../domain/authority/authority.js';
import { type EventType, eventCatalog, eventsOfSeller, eventTypes } from '../../../domain/events/catalog.js';
import { fullAuthority } from '../../support/full-authority.js';

/** The events that no license lets a seller fire. A new type belongs here or declares the authority that it needs. */
const insurers: EventType[] = [
  'UNDERWRITING_REFERRED',
  'UNDERWRITING_APPROVED',
  'UNDERWRITING_DECLINED',
  'UNDERWRITING_INFORMATION_REQUESTED',
  'UNDERWRITING_INFORMATION_PROVIDED',
  'UNDERWRITING_OFFERED',
  'UNDERWRITING_OFFER_ACCEPTED',
  'UNDERWRITING_OFFER_DECLINED',
  'DUE_DATE_MOVE',
  'PAYMENT_REFUND',
  'STATEMENT_CREATED',
  'PAYMENT_REMINDER',
  'POLICY_CREATED',
  'POLICY_DOCUMENTS_UPLOADED',
  'POLICY_DOC_GENERATED',
  'ENDORSEMENT_ACTIVATED',
  'PRE_CANCELLATION_ISSUED',
  'CANCELLATION_REQUESTED',
  'POLICY_CANCELED',
  'POLICY_REINSTATED',
  'CUSTOMER_RENEWAL_90_DAYS_OUT',
  'POLICY_RENEWED',
  'POLICY_RENEWAL_REFERRED',
  'POLICY_RENEWAL_FAILED',
  'POLICY_RENEWAL_QUOTING_FAILED',
];

/** What each grant alone allows. */
const allowed: { [grant: string]: EventType[] } = {
  quote: [
    ...(['INTAKE_COMPLETE', 'CREATE_OR_UPDATE_CLIENT', 'CLIENT_VALIDATION'] as const),
    ...(['CLIENT_VALIDATION_FAILED', 'CLIENT_STATUS_UPDATED', 'GET_QUOTES', 'SELECT_QUOTE'] as const),
    'QUOTE_SEND',
    ...(['POLICYHOLDER_QUOTE_ACCEPTED', 'POLICYHOLDER_QUOTE_DECLINED'] as const),
    ...(['CONFIGURATION_FORM_EVALUATION', 'PAYMENT_SETUP', 'PAYMENT_VERIFICATION'] as const),
    'PAYMENT_COLLECT_SETUP',
  ],
  bindPaid: ['POLICY_CREATE', 'POLICY_REWRITE'],
  bindUnpaid: ['POLICY_CREATE', 'POLICY_REWRITE'],
  recordPayments: ['PAYMENT_COLLECT', 'PAYMENT_RECEIVED', 'PAYMENT_REVERSED'],
  endorse: ['POLICY_ENDORSEMENT_QUOTING', 'POLICY_ENDORSE', 'POLICY_TRUE_UP_QUOTING'],
  reinstate: ['POLICY_REINSTATE'],
  renew: ['POLICY_RENEWAL_QUOTING', 'RENEWAL_QUOTE_SELECTED', 'CANCEL_RENEWAL', 'RENEWAL_CANCELLED'],
  report: ['POLICY_EVENT_RECORD', 'UPLOAD_POLICY_DOCUMENTS', 'POLICY_LIMIT_CHANGED', 'CLAIM_NOTIFICATION'],
};
const canceling: EventType[] = ['PRE_POLICY_CANCELLATION', 'POLICY_CANCEL'];

describe('the events of a seller', () => {
  it('are none without a grant, and with every grant all but those of the insurer', () => {
    expect(eventsOfSeller(authority.parse({}))).toEqual([]);
    expect(eventsOfSeller(fullAuthority)).toEqual(eventTypes.filter((type) => !insurers.includes(type)));
  });

  it.each(Object.keys(allowed))('are those of the grant %s', (grant) => {
    expect(eventsOfSeller(authority.parse({ [grant]: true })).toSorted()).toEqual(allowed[grant]?.toSorted());
  });

  it.each(['PRO_RATA', 'SHORT_RATE', 'FLAT'])('are cancellations where %s is granted', (method) => {
    expect(eventsOfSeller(authority.parse({ cancel: { [method]: 'MAKE' } }))).toEqual(canceling);
  });

  it('leave what the insurer decides to the insurer', () => {
    const fields = eventTypes.flatMap((type) =>
      eventCatalog[type].examples.flatMap((example) => {
        const field = eventCatalog[type].issuersField?.(example);
        return field === undefined ? [] : [`${type} ${field}`];
      }),
    );
    expect(fields).toEqual(['POLICY_ENDORSE premium']);
    const { issuersField } = eventCatalog.POLICY_EVENT_RECORD;
    expect(['CLOSE', 'ENDORSEMENT_ISSUED', 'NOTE'].map((type) => issuersField?.({ type }))).toEqual([
      'type',
      'type',
      undefined,
    ]);
  });
});
