import { z } from 'zod';
import { asOfText } from '../../domain/client/as-of.js';
import { clientProfile, clientSave, clientWithData } from '../../domain/client/client.js';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const exampleAnswers = {
  'client.name': { type: 'ANSWER', qid: 'client.name', answer: 'Harbor Bakery LLC' },
  'gl.locations': {
    type: 'LOOP',
    qid: 'gl.locations',
    iterations: [
      {
        iterationId: '5f6f3a52-6f0e-4b7e-9d0e-6f1f4f3d2b10',
        answers: { 'gl.location.state': { type: 'ANSWER', qid: 'gl.location.state', answer: 'NY' } },
      },
    ],
  },
};

const exampleProfile = {
  clientId: '0d4e3c59-3f0f-4f0c-9a34-5e0d6f0b7a11',
  clientType: 'COMMERCIAL',
  clientName: 'Harbor Bakery LLC',
  locationCode: null,
  clientStatus: 'LEAD',
};

const { clientStatus: _status, ...exampleWithoutStatus } = exampleProfile;
const exampleWithData = { ...exampleWithoutStatus, clientData: exampleAnswers };

const clientOfProduct = { client_id: uuid, product_id: uuid };

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
  bodyExample: { clientName: 'Harbor Bakery LLC', clientType: 'COMMERCIAL', clientData: exampleAnswers },
  responses: {
    200: {
      description: 'The saved client, without answers.',
      schema: clientProfile,
      example: exampleProfile,
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
    200: { description: 'The client.', schema: clientWithData, example: exampleWithData },
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
    200: { description: 'The client.', schema: clientWithData, example: exampleWithData },
    404: { description: 'No such client or product, or the client did not exist at that time.' },
  },
  permission: 'clients:read',
  spec: '4.2',
});
