import { z } from 'zod';
import { paymentKind, paymentMethod } from '../../../domain/billing/payment-kind.js';
import { calendarDate, instant, jsonObject, uuid } from '../../../domain/ground/primitives.js';
import { endpoint } from '../../http/endpoint.js';
import { pageFields, pageQuery } from '../../http/page.js';
import { versionFields } from '../../http/versioned.js';

const appliedTo = z
  .object({
    statementId: uuid,
    termNumber: z.number().int(),
    number: z.number().int(),
    dueDate: calendarDate,
    amount: z.number(),
  })
  .meta({ id: 'PaymentOfStatement' });

export const payment = z
  .object({
    id: uuid,
    kind: paymentKind.meta({ description: 'A reversal takes back a payment or a refund.' }),
    amount: z.number().meta({ description: 'Received; below zero for money paid back.' }),
    paymentDate: calendarDate.meta({ description: 'As reported, else the day on which it was recorded.' }),
    receivedTimestamp: instant.meta({ description: 'When it was recorded.' }),
    paymentMethod: paymentMethod.nullable().meta({ description: 'As reported.' }),
    paymentProcessor: z.string().meta({ description: '`OFFLINE`: by hand or by invoice.' }),
    reference: z.string(),
    payer: z.string().nullable().meta({ description: 'As reported.' }),
    description: z.string().nullable().meta({ description: 'As reported; of a refund, its reason.' }),
    reversedPaymentId: uuid.nullable(),
    statements: z.array(appliedTo).meta({ description: 'The statements that it was applied to.' }),
    unappliedAmount: z.number().meta({ description: 'The part that is applied to no statement.' }),
    triggerRequestId: uuid.nullable().meta({ description: 'The event that recorded it.' }),
    createdBy: jsonObject
      .nullable()
      .meta({ description: 'The person, the key or the service that recorded it. Null for old payments.' }),
    ...versionFields,
  })
  .meta({ id: 'PolicyPayment' });

export type PolicyPayment = z.infer<typeof payment>;

export const getPayments = endpoint({
  method: 'get',
  path: '/policy/:policyId/payments',
  operationId: 'listPolicyPayments',
  summary: "List a policy's payments",
  description: 'An extension of the interface. Receipts, refunds and reversals, the latest first.',
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of payments.',
      schema: z.object(pageFields(payment)).meta({ id: 'PolicyPaymentPage' }),
    },
    404: { description: "No such policy, or neither sold nor issued by the caller's organization." },
  },
  permission: 'policies:read',
});
