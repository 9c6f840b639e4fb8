import { z } from 'zod';
import { assistantAccesses } from '../../../domain/assistants/consent.js';
import { assistantTerms } from '../../../domain/assistants/terms.js';
import { instant, uuid } from '../../../domain/ground/primitives.js';
import { endpoint } from '../../http/endpoint.js';
import { exampleRequest } from './example-request.js';

const { actsPerDay, moneyPerDay } = assistantTerms.shape;
const name = z.string().meta({
  description: 'As the program calls itself. Anybody can choose any name: `redirectUri` tells more.',
});
const redirectUri = z.string().meta({ description: 'Where the browser was or is sent back.' });
const access = z.enum(assistantAccesses).meta({
  id: 'AssistantAccess',
  description:
    '`READ_ONLY`: what the user may read. `EACH_RELEASED`: it may prepare what the user may do; each act waits until a person releases it. `WITHIN_LIMITS`: it may act by itself, up to the limits of a day.',
});

const grant = z
  .object({
    grantId: uuid,
    name,
    redirectUri,
    access,
    actsPerDay,
    moneyPerDay,
    createdTimestamp: instant,
    lastUsedTimestamp: instant.meta({ description: 'Exact to a quarter of an hour.' }),
    endsTimestamp: instant.meta({
      description: 'Unless it is used before; later at most 90 days after the consent.',
    }),
  })
  .meta({ id: 'ConnectedAssistant' });
export type AssistantGrantView = z.output<typeof grant>;

const grants = z
  .object({ assistants: z.array(grant).meta({ description: 'The latest first; 50 at most.' }) })
  .meta({ id: 'ConnectedAssistants' });

const request = z
  .string()
  .min(1)
  .max(8_000)
  .meta({ description: 'The query with which the program sent the browser, as it is.' });
const wrong = {
  400: { description: 'The request of the program is not valid; it is not answered.' },
} as const;
const ofKey = { 409: { description: 'The caller is an API key or a token.' } } as const;

const asked = z
  .object({
    name,
    redirectUri,
    acts: z.boolean().meta({ description: 'Whether it asks to act, not only to read.' }),
    refusedTo: z.string().meta({ description: 'Where the browser goes if the user refuses.' }),
  })
  .meta({ id: 'AssistantRequest' });
export type AssistantRequestView = z.output<typeof asked>;

const consent = z.object({ request, access, actsPerDay, moneyPerDay }).meta({ id: 'AssistantConsent' });
export type AssistantConsent = z.output<typeof consent>;

export const readAssistantRequest = endpoint({
  method: 'post',
  path: '/me/assistant/request',
  operationId: 'readAssistantRequest',
  summary: 'Read what an assistant asks for',
  description:
    'For the page on which a user allows an assistant to work for them, by OAuth 2.1. An extension.',
  tags: ['Authentication'],
  body: z.object({ request }).meta({ id: 'AssistantRequestToRead' }),
  bodyExample: { request: exampleRequest },
  responses: { 200: { description: 'What it asks for.', schema: asked }, ...wrong },
  readsOnly: true,
});

export const allowAssistant = endpoint({
  method: 'post',
  path: '/me/assistant',
  operationId: 'allowAssistant',
  summary: 'Allow an assistant to work for you',
  description:
    'Only with the session of a browser. It may do no more than you, ends with all your sessions and when you are disabled, and is refused what you may no longer do. An extension.',
  tags: ['Authentication'],
  body: consent,
  bodyExample: {
    request: exampleRequest,
    access: 'WITHIN_LIMITS',
    actsPerDay: 20,
    moneyPerDay: { amount: '5000.00', currency: 'USD' },
  },
  responses: {
    200: {
      description: 'Where the browser goes on.',
      schema: z.object({ redirectTo: z.string() }).meta({ id: 'AssistantAllowed' }),
    },
    ...wrong,
    ...ofKey,
  },
});

export const listMyAssistants = endpoint({
  method: 'get',
  path: '/me/assistant',
  operationId: 'listMyAssistants',
  summary: 'List your assistants',
  description: 'The assistants that you allow to work for you. An extension.',
  tags: ['Authentication'],
  responses: {
    200: { description: 'The assistants.', schema: grants },
    409: { description: 'The caller is an API key, which connects no assistants.' },
  },
});

const params = z.object({ grantId: uuid });

export const endMyAssistant = endpoint({
  method: 'delete',
  path: '/me/assistant/:grantId',
  operationId: 'endMyAssistant',
  summary: 'Disconnect one of your assistants',
  description:
    'Within moments. What it did stays; its acts that wait for a release are refused. An extension.',
  tags: ['Authentication'],
  params,
  responses: {
    204: { description: 'It has ended.' },
    404: { description: 'You have no such assistant.' },
    409: { description: 'The caller is an API key, which connects no assistants.' },
  },
});

export const listUserAssistants = endpoint({
  method: 'get',
  path: '/user/:personId/assistant',
  operationId: 'listUserAssistants',
  summary: 'List the assistants of a user',
  description: 'The assistants that the user allows to work for them. An extension.',
  tags: ['Administration'],
  params: z.object({ personId: uuid }),
  responses: {
    200: { description: 'The assistants.', schema: grants },
    404: { description: 'The organization has no such user.' },
  },
  permission: 'administration:read',
});

export const endUserAssistant = endpoint({
  method: 'delete',
  path: '/user/:personId/assistant/:grantId',
  operationId: 'endUserAssistant',
  summary: 'Disconnect an assistant of a user',
  description: 'Within moments. An extension.',
  tags: ['Administration'],
  params: params.extend({ personId: uuid }),
  responses: {
    204: { description: 'It has ended.' },
    403: { description: 'The caller lacks a permission that the user has.' },
    404: { description: 'The organization has no such user, or the user no such assistant.' },
  },
  permission: 'administration:write',
});
