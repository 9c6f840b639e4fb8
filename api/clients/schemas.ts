import { z } from 'zod';
import { asOfText } from '../../domain/client/as-of.js';
import { clientProfile, clientSave, clientWithData } from '../../domain/client/client.js';
import { answering } from '../../domain/events/declarations/example-records.js';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const clientOfProduct = {
  client_id: uuid,
  product_id: uuid.meta({ description: 'A product, or a line below its root.' }),
};

const wholeMap =
  'The product must be visible to the caller. The answers are the whole map of the client, not only those ' +
  'to the questions of that product: a form shows and saves the map that it is given, and saving replaces it.';

export const putClient = endpoint({
  method: 'put',
  path: '/client',
  checksTag: true,
  operationId: 'saveClient',
  summary: 'Create or update a client',
  description:
    'Without `clientId` a client of the authenticated organization is created, by default a `COMMERCIAL` `LEAD` ' +
    'without name, location code or answers. With the `clientId` of an existing client each field in the request ' +
    'replaces the stored one, and a missing field stays; `clientData` replaces the whole map; then the loop ' +
    'iterations in `intakeLoopIterationIdsToDelete` are removed. Every change of answers keeps the previous version.',
  tags: ['Client data'],
  body: clientSave,
  bodyExample: {
    clientName: 'Harbor Bakery LLC',
    clientType: 'COMMERCIAL',
    clientData: answering('client.name', 'Harbor Bakery LLC'),
  },
  responses: {
    200: {
      description: 'The saved client, without answers.',
      schema: clientProfile,
    },
    404: { description: '`clientId` matches no client of the organization; nothing is created.' },
  },
  permission: 'clients:write',
  spec: '4.2',
});

export const getClient = endpoint({
  method: 'get',
  path: '/client/:client_id/product/:product_id',
  tagged: true,
  operationId: 'getClient',
  summary: 'Read a client and its latest answers',
  description: wholeMap,
  tags: ['Client data'],
  params: z.object(clientOfProduct),
  responses: {
    200: { description: 'The client.', schema: clientWithData },
    404: { description: 'No such client or product, or not visible to the caller.' },
  },
  permission: 'clients:read',
  spec: '4.2',
});

export const getClientAsOf = endpoint({
  method: 'get',
  path: '/client/:client_id/product/:product_id/datetime/:date',
  tagged: true,
  operationId: 'getClientAsOf',
  summary: 'Read a client with its answers as of a time',
  description:
    'Only the answers are as of `date`; the other fields are those of the current profile. A future time gives the ' +
    `latest answers. ${wholeMap}`,
  tags: ['Client data'],
  params: z.object({ ...clientOfProduct, date: asOfText }),
  responses: {
    200: { description: 'The client.', schema: clientWithData },
    404: { description: 'No such client or product, or the client did not exist at that time.' },
  },
  permission: 'clients:read',
  spec: '4.2',
});
