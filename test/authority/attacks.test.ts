import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyPreviews } from '../../api/policies/previews/service.js';
import { Event } from '../../db/models/event.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { EventType } from '../../domain/events/catalog.js';
import { addDays } from '../../domain/ground/calendar.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today, usual } from '../support/authority-world.js';
import { fullAuthority } from '../support/full-authority.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

describe('a licensed seller on the paper of the insurer', () => {
  it('binds nothing that is not paid', async () => {
    await world.grant(usual);
    const quote = await world.aQuote({ effectiveDate: today });
    const before = await world.rows();
    const refused = await world.fire('POLICY_CREATE', binding(quote, { paymentRequired: false }));
    expect(refused).toMatchObject({ status: 403, lacks: 'bindUnpaid' });
    expect(await world.rows()).toEqual(before);
    // By invoice, nobody has said so, and nothing is paid.
    const unpaid = await world.fire('POLICY_CREATE', binding(quote));
    expect(unpaid).toMatchObject({
      status: 409,
      detail: expect.stringContaining('the authority bindUnpaid is needed'),
    });
    expect((await world.rows()).policies).toBe(before.policies);
  });

  it('binds what the insurer has received on the payment that the seller opened', async () => {
    await world.grant(usual);
    const quote = await world.aQuote({ effectiveDate: today });
    const paymentTriggerRequestId = await world.openPayment(quote);
    expect(await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId })).toMatchObject({
      status: 403,
      lacks: 'recordPayments',
    });
    expect(
      (await world.fire('PAYMENT_VERIFICATION', { paymentTriggerRequestId }, world.carrier)).status,
    ).toBe(200);
    expect((await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId }, world.carrier)).status).toBe(
      200,
    );
    const issued = await world.fire('POLICY_CREATE', binding(quote, { paymentRequired: true }));
    expect(issued).toMatchObject({ status: 200, metadata: { POLICY_CREATE: { paymentVerified: true } } });
    expect((await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId }, world.stranger)).status).toBe(
      404,
    );
  });

  it('records payments itself where it bills', async () => {
    await world.grant({ ...usual, recordPayments: true });
    const quote = await world.aQuote({ effectiveDate: today });
    const paymentTriggerRequestId = await world.openPayment(quote);
    expect((await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId })).status).toBe(200);
    expect((await world.fire('POLICY_CREATE', binding(quote))).status).toBe(200);
  });

  it.each([11, 300])('does not give cover from %i days ago', async (days) => {
    await world.grant({ ...usual, bindUnpaid: true, backDateDays: 10 });
    const quote = await world.aQuote({ effectiveDate: addDays(today, -days) });
    expect(await world.fire('POLICY_CREATE', binding(quote))).toMatchObject({
      status: 403,
      lacks: 'backDateDays',
    });
    const recent = await world.aQuote({ effectiveDate: addDays(today, -10) });
    expect((await world.fire('POLICY_CREATE', binding(recent))).status).toBe(200);
  });

  const attacks: [
    string,
    object,
    EventType,
    (policy: { id: string; clientId: string | null }) => object,
    string,
  ][] = [
    [
      'report a payment',
      usual,
      'PAYMENT_RECEIVED',
      ({ id }) => ({ policyId: id, amount: 1260, reference: 'X' }),
      'recordPayments',
    ],
    [
      'take a payment back',
      usual,
      'PAYMENT_REVERSED',
      ({ id }) => ({ policyId: id, reference: 'X', reason: 'x' }),
      'recordPayments',
    ],
    ['pay back', { ...fullAuthority }, 'PAYMENT_REFUND', ({ id }) => ({ policyId: id }), 'INSURER'],
    [
      'state a premium',
      fullAuthority,
      'POLICY_ENDORSE',
      ({ id }) => ({ policyId: id, premium: -1, effectiveDate: addDays(today, 40) }),
      'INSURER',
    ],
    ['close', fullAuthority, 'POLICY_EVENT_RECORD', ({ id }) => ({ policyId: id, type: 'CLOSE' }), 'INSURER'],
    [
      'record an endorsement as made',
      fullAuthority,
      'POLICY_EVENT_RECORD',
      ({ id }) => ({ policyId: id, type: 'ENDORSEMENT_ISSUED' }),
      'INSURER',
    ],
    [
      'announce a cancellation',
      fullAuthority,
      'POLICY_REINSTATED',
      ({ id }) => ({ policyId: id }),
      'INSURER',
    ],
    [
      'cancel flat',
      { ...usual, cancel: { PRO_RATA: 'MAKE' } },
      'POLICY_CANCEL',
      ({ id }) => ({ policyId: id, effectiveDate: addDays(today, 30) }),
      'cancel.FLAT',
    ],
    [
      'cancel',
      usual,
      'POLICY_CANCEL',
      ({ id }) => ({ policyId: id, effectiveDate: addDays(today, 40) }),
      'cancel',
    ],
    [
      'give notice where it may only ask',
      { ...usual, cancel: { PRO_RATA: 'REQUEST' } },
      'PRE_POLICY_CANCELLATION',
      ({ id }) => ({ policyId: id, effectiveDate: addDays(today, 40) }),
      'cancel.PRO_RATA: MAKE',
    ],
    ['reinstate', usual, 'POLICY_REINSTATE', ({ id }) => ({ policyId: id }), 'reinstate'],
  ];

  it.each(attacks)(
    'cannot %s without the authority, and nothing is written',
    async (_, granted, type, payloadOf, lacks) => {
      const policy = await world.sold();
      await world.grant(granted);
      const before = await world.rows();
      expect(await world.fire(type, payloadOf(policy))).toMatchObject({ status: 403, lacks });
      // Without its default actions it would still be an event of the insurer's product.
      expect(await world.fire(type, payloadOf(policy), world.agency, { batchMode: true })).toMatchObject({
        status: 403,
      });
      expect(await world.rows()).toEqual(before);
    },
  );

  it('cannot move a due date', async () => {
    const policy = await world.sold();
    const [statement] = await world.statements(policy.id);
    const move = {
      policyId: policy.id,
      statementId: statement?.id,
      dueDate: addDays(today, 60),
      reason: 'x',
    };
    expect(await world.fire('DUE_DATE_MOVE', move)).toMatchObject({ status: 403, lacks: 'INSURER' });
  });

  it('asks for a cancellation that it may only request, which the insurer makes', async () => {
    const { id } = await world.sold();
    await world.grant({ ...usual, cancel: { FLAT: 'REQUEST' } });
    const cancellation = { policyId: id, effectiveDate: addDays(today, 30), label: 'Not taken' };
    const previews = new PolicyPreviews({ ...world, now: () => new Date() });
    const { effectiveDate } = cancellation;
    for (const [caller, requestsOnly] of [[world.agency, true] as const, [world.carrier, false] as const]) {
      const preview = await previews.cancellation(caller, id, { effectiveDate });
      expect(preview).toMatchObject({ method: 'FLAT', requestsOnly });
    }
    expect(await world.fire('POLICY_CANCEL', cancellation)).toMatchObject({
      status: 200,
      metadata: { requested: true, policyState: 'ACTIVE' },
    });
    const [requested] = await PolicyEvent.query(world.db).where({
      policy_id: id,
      type: 'CANCELLATION_REQUESTED',
    });
    expect(requested).toMatchObject({ label: 'Not taken', data: { method: 'FLAT' } });
    expect((await world.policy(id)).cancelledOn).toBeNull();
    const announced = await Event.query(world.db).findOne({ policy_id: id, type: 'CANCELLATION_REQUESTED' });
    expect(announced).toMatchObject({
      ...{ byService: true, organizationId: world.agency.organizationId },
      sharedOrganizationId: world.carrier.organizationId,
      envelope: { payload: { event: { eventId: requested?.id, label: 'Not taken' } } },
    });
    expect((await world.fire('POLICY_CANCEL', cancellation, world.carrier)).status).toBe(200);
    expect((await world.policy(id)).cancelledOn).toBe(cancellation.effectiveDate);
  });
});
