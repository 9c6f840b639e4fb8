import { z } from 'zod';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const client = z.object({ client_id: uuid });

export const exportClient = endpoint({
  method: 'get',
  path: '/client/:client_id/export',
  operationId: 'exportClient',
  summary: 'Export everything about a client',
  description:
    'One JSON object with what the organization reads about the client by `GET`, with the same fields: the client and its ' +
    'earlier answers, and a list each of events, quotes, reviews, policies, their timelines, ledgers and payments, and ' +
    'documents, which `GET /file` downloads. An erased client is null, with what is kept of its records.',
  tags: ['Client data'],
  params: client,
  responses: {
    200: {
      description: 'The export.',
      schema: z.looseObject({ exportedTimestamp: instant, clientId: uuid }).meta({ id: 'ClientExport' }),
    },
    404: { description: 'No such client of the organization.' },
  },
  permission: 'clients:export',
  share: 'reports',
});

const clientErasure = z
  .object({
    clientId: uuid,
    erasedTimestamp: instant,
    keptUntil: calendarDate.nullable().meta({
      description: 'The last day until which policies are kept; null if none are kept.',
    }),
    keptPolicies: z.array(
      z
        .object({ policyId: uuid, policyNumber: z.string(), keptUntil: calendarDate })
        .meta({ id: 'KeptPolicy' }),
    ),
  })
  .meta({ id: 'ClientErasure' });

export const eraseClient = endpoint({
  method: 'post',
  path: '/client/:client_id/erase',
  operationId: 'eraseClient',
  summary: 'Erase a client',
  description:
    'Erases the profile, all answers, the contents of events, quotes that were never bound and documents, for good. ' +
    'Policies are kept with their quotes, documents and money for the time that the installation sets, and are erased ' +
    'after it. Afterwards the client is found by nothing but this endpoint and its export. To erase it again is safe.',
  tags: ['Client data'],
  params: client,
  responses: {
    200: {
      description: 'The client is erased.',
      schema: clientErasure,
    },
    404: { description: 'No such client of the organization.' },
    409: {
      description:
        'A policy of the client is not closed, an event is running, or money was received that no policy has.',
    },
  },
  permission: 'clients:erase',
});
