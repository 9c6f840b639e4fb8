import { z } from 'zod';
import { hasCardNumber } from '../../domain/billing/card-number.js';
import { methodStates } from '../../domain/billing/saved-method.js';
import { collectionState } from '../../domain/events/fields/payment-results.js';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { exampleRows } from '../http/example-ids.js';

const ofClient = z.object({ client_id: uuid });
const ofMethod = z.object({ client_id: uuid, paymentMethodId: uuid });
const ofPolicy = z.object({ policyId: uuid });
const noClient = {
  description: 'No such client of the organization, or no such payment method of the client.',
};
const noPolicy = { description: "No such policy, or neither sold nor issued by the caller's organization." };
const noProvider = {
  description: 'The payment provider saves no methods (`PAYMENT_PROVIDER`), or refuses the request.',
};
const away = { description: 'The payment provider cannot be reached: send it again.' };

const shown = {
  id: uuid,
  clientId: uuid,
  state: z.enum(methodStates).meta({
    id: 'PaymentMethodState',
    description:
      '`PENDING`: the set-up is not completed. Only `ACTIVE` methods are charged. `DISPUTED`: until the dispute is closed.',
  }),
  paymentProcessor: z.string(),
  reason: z
    .string()
    .optional()
    .meta({ description: 'Why it is not charged, such as the code of a decline.' }),
  kind: z.string().optional().meta({ description: 'Such as `card` or `us_bank_account`.' }),
  brand: z.string().optional().meta({ description: "The card's brand, or the bank." }),
  lastFour: z.string().optional(),
  expiry: z.string().optional().meta({ description: 'The last month of a card, `YYYY-MM`.' }),
  mandate: z.string().optional().meta({ description: "The provider's mandate of a direct debit." }),
  createdTimestamp: instant,
  createdBy: jsonObject,
};
export const savedMethod = z.object(shown).meta({ id: 'SavedPaymentMethod' });
export type SavedMethodView = z.output<typeof savedMethod>;

export const openMethod = endpoint({
  method: 'post',
  path: '/client/:client_id/payment-method',
  operationId: 'openPaymentMethod',
  summary: "Open the set-up of a client's payment method",
  description:
    "The payer's browser completes it with the `clientSecret`, in the provider's form: the service sees no number. It is " +
    '`ACTIVE` once the provider says so, or `…/verify` has asked. An extension.',
  tags: ['Client data'],
  params: ofClient,
  body: z.strictObject({}).meta({ id: 'PaymentMethodSetup' }),
  bodyOptional: true,
  bodyExample: {},
  permission: 'collection:write',
  responses: {
    201: {
      description: 'The method, to be completed.',
      schema: savedMethod.extend({ clientSecret: z.string().nullable() }).meta({ id: 'OpenedPaymentMethod' }),
    },
    404: noClient,
    409: noProvider,
    503: away,
  },
});

export const listMethods = endpoint({
  method: 'get',
  path: '/client/:client_id/payment-method',
  operationId: 'listPaymentMethods',
  summary: "List a client's saved payment methods",
  description: 'The latest hundred, the newest first. An extension.',
  tags: ['Client data'],
  params: ofClient,
  permission: 'clients:read',
  responses: {
    200: {
      description: 'The methods.',
      schema: z.object({ paymentMethods: z.array(savedMethod) }).meta({ id: 'SavedPaymentMethods' }),
    },
    404: noClient,
  },
});

export const verifyMethod = endpoint({
  method: 'post',
  path: '/client/:client_id/payment-method/:paymentMethodId/verify',
  operationId: 'verifyPaymentMethod',
  summary: 'Ask the provider about a payment method',
  description: 'Takes over what the provider says of it: completed, detached, another expiry. An extension.',
  tags: ['Client data'],
  params: ofMethod,
  permission: 'collection:write',
  responses: {
    200: { description: 'The method.', schema: savedMethod },
    404: noClient,
    409: noProvider,
    503: away,
  },
});

export const removeMethod = endpoint({
  method: 'delete',
  path: '/client/:client_id/payment-method/:paymentMethodId',
  operationId: 'removePaymentMethod',
  summary: "Remove a client's payment method",
  description:
    'Detaches it at the provider, and ends the collection of policies that were charged to it. An extension.',
  tags: ['Client data'],
  params: ofMethod,
  permission: 'collection:write',
  responses: {
    200: { description: 'The method, `DETACHED`.', schema: savedMethod },
    404: noClient,
    409: noProvider,
    503: away,
  },
});

const source = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (text) => !hasCardNumber(text),
    'must not have the number of a card: it is neither kept nor logged',
  );

const consent = z
  .strictObject({
    at: instant.meta({ description: 'When the policyholder agreed; not in the future.' }),
    source: source.meta({ description: 'How, such as `signed form 12` or `checkout page`.' }),
  })
  .meta({ id: 'CollectionConsent' });

const charge = z
  .object({
    id: uuid,
    statementId: uuid,
    paymentMethodId: uuid,
    triggerRequestId: uuid,
    on: calendarDate,
    amount: z.number(),
    currency: z.string(),
    state: collectionState,
    code: z.string().optional(),
    reason: z.string().optional(),
    paymentIdentifier: z.string().optional(),
    paymentId: uuid.optional().meta({ description: 'Of `GET /policy/{policyId}/payments`.' }),
    createdTimestamp: instant,
  })
  .meta({ id: 'PolicyCharge' });
export type ChargeView = z.output<typeof charge>;

const policyCollection = z
  .object({
    policyId: uuid,
    agreement: z
      .object({
        paymentMethod: savedMethod,
        firstDay: calendarDate.meta({
          description: 'Statements that were due before are not charged by themselves.',
        }),
        consent,
        createdTimestamp: instant,
        createdBy: jsonObject,
        endedTimestamp: instant.optional(),
        endedBy: jsonObject.optional(),
        endReason: z.string().optional(),
      })
      .meta({ id: 'CollectionAgreement' })
      .optional()
      .meta({ description: 'Absent: there was none.' }),
    next: z
      .object({ statementId: uuid, on: calendarDate, amount: z.number() })
      .meta({ id: 'NextCharge' })
      .optional()
      .meta({ description: 'Of what is billed and scheduled; absent: nothing is charged by itself.' }),
    charges: z.array(charge).meta({ description: 'The latest hundred, the newest first.' }),
  })
  .meta({ id: 'PolicyCollection' });
export type PolicyCollectionView = z.output<typeof policyCollection>;

export const getCollection = endpoint({
  method: 'get',
  path: '/policy/:policyId/collection',
  operationId: 'getPolicyCollection',
  summary: "Read a policy's automatic collection",
  description: 'The agreement, the next charge, and the charges. An extension.',
  tags: ['Policies'],
  params: ofPolicy,
  permission: 'policies:read',
  responses: { 200: { description: 'The collection.', schema: policyCollection }, 404: noPolicy },
});

export const putCollection = endpoint({
  method: 'put',
  path: '/policy/:policyId/collection',
  operationId: 'putPolicyCollection',
  summary: 'Collect a policy by itself',
  description:
    'Its statements are charged to an `ACTIVE` payment method of its client on their due dates, from today on. Another method ' +
    'takes the place of the one before, and what is open is tried again. For the seller and the insurer. An extension.',
  tags: ['Policies'],
  params: ofPolicy,
  body: z.strictObject({ paymentMethodId: uuid, consent }).meta({ id: 'PolicyCollectionRequest' }),
  bodyExample: {
    paymentMethodId: exampleRows.paymentMethod,
    consent: { at: '2026-10-01T15:04:05Z', source: 'checkout page' },
  },
  permission: 'collection:write',
  responses: {
    200: { description: 'The collection.', schema: policyCollection },
    404: noPolicy,
    409: {
      description: "The policy has ended, or the method is not an `ACTIVE` one of the policy's client.",
    },
  },
});

export const endCollectionEndpoint = endpoint({
  method: 'delete',
  path: '/policy/:policyId/collection',
  operationId: 'endPolicyCollection',
  summary: 'End the automatic collection of a policy',
  description: 'Statements are paid by hand then. Safe to repeat. An extension.',
  tags: ['Policies'],
  params: ofPolicy,
  permission: 'collection:write',
  responses: { 200: { description: 'The collection.', schema: policyCollection }, 404: noPolicy },
});

export const postLink = endpoint({
  method: 'post',
  path: '/policy/:policyId/collection/link',
  operationId: 'makeCollectionLink',
  summary: 'Make a link for the policyholder',
  description:
    'A page without sign-in that shows the next charge and ends the collection, as in the mails about charges. The link is ' +
    'answered once: only a hash of it is kept. An extension.',
  tags: ['Policies'],
  params: ofPolicy,
  permission: 'collection:write',
  responses: {
    201: {
      description: 'The link.',
      schema: z.object({ url: z.string(), expiresTimestamp: instant }).meta({ id: 'CollectionLink' }),
    },
    404: noPolicy,
    409: { description: 'The policy is not collected by itself.' },
  },
});

/** Programs that carry mails add parameters of their own to links. */
const token = z.looseObject({ token: z.string().min(1).max(200).optional() });
const page = { description: 'The page.', contentType: 'text/html' };
const noLink = {
  description: 'The page says that the link is not valid: unknown, or over.',
  isEmpty: true,
} as const;
const often = { description: 'Too many requests from the address.' };

export const getLink = endpoint({
  method: 'get',
  path: '/collection-link',
  operationId: 'showCollectionLink',
  summary: "The policyholder's page",
  description:
    'Shows the number of the policy and its next charge, and ends the collection by a button. An extension.',
  tags: ['Payments'],
  query: token,
  unauthenticated: true,
  responses: { 200: page, 404: noLink, 429: often },
});

export const useLink = endpoint({
  method: 'post',
  path: '/collection-link',
  operationId: 'endCollectionByLink',
  summary: 'End the automatic collection by the policyholder',
  description: 'What the button of the page does. Safe to repeat. An extension.',
  tags: ['Payments'],
  query: token,
  unauthenticated: true,
  responses: { 200: page, 404: noLink, 429: often },
});
