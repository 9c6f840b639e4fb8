import { z } from 'zod';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const payload = jsonObject
  .refine((value) => Object.keys(value).length > 0, 'must not be empty')
  .meta({ description: 'The data of the external system; its fields depend on the integration.' });

export const receiveInbound = endpoint({
  method: 'post',
  path: '/inbound',
  operationId: 'sendInbound',
  summary: 'Send data that a run waits for',
  description:
    'A carrier that answered a quote request with 202 sends its answer here, under the `requestId` of the request, ' +
    'which is the `requestId` of the quote. Only the organization that the request went to can answer it: the quoting ' +
    'organization, for a wait the owner of the product or whom its `answeredBy` names. The first payload for a ' +
    'request counts; sending the same one again is safe. A payload that cannot be used is 400 and does not count: send a corrected one.',
  tags: ['Inbound'],
  body: z
    .object({
      requestId: uuid.meta({ description: 'The originating request.' }),
      payload,
    })
    .meta({ id: 'InboundMessage' }),
  bodyLimit: 1024 * 1024,
  bodyExample: {
    requestId: '8c8f2d0e-3a54-8f0b-9d64-1f0c1c5f7a10',
    payload: { outcome: 'QUOTED', premium: '1250.00', carrierQuoteId: 'Q-1042' },
  },
  responses: {
    204: { description: 'Accepted, now or before.' },
    404: { description: 'There is no such request, or it did not go to this organization.' },
    409: {
      description:
        'A different payload was accepted, the wait is over, or its answers cannot be saved with a client.',
    },
    503: { description: 'It is kept, but the run could not be notified yet: send it again.' },
  },
  permission: 'inbound:send',
  spec: '4.11',
});
