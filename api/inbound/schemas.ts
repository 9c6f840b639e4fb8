import { z } from 'zod';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const payload = jsonObject
  .refine((value) => Object.keys(value).length > 0, 'must not be empty')
  .meta({ description: 'What the external system has to say; its fields depend on the integration.' });

export const receiveInbound = endpoint({
  method: 'post',
  path: '/inbound',
  summary: 'Send data that a run waits for',
  description:
    'A carrier that answered a quote request with 202 sends its answer here, under the `requestId` that it was ' +
    'given, which is the `requestId` of the quote. The first payload for a request counts; sending the same one ' +
    'again is safe.',
  tags: ['Inbound'],
  body: z.object({
    requestId: uuid.meta({ description: 'The originating request.' }),
    payload,
  }),
  bodyLimit: 1024 * 1024,
  bodyExample: {
    requestId: '8c8f2d0e-3a54-8f0b-9d64-1f0c1c5f7a10',
    payload: { outcome: 'QUOTED', premium: '1250.00', carrierQuoteId: 'Q-1042' },
  },
  responses: {
    204: { description: 'Taken, now or before.' },
    404: { description: 'There is no such request, or it is not for this organization to answer.' },
    409: { description: 'Another payload was taken, or nothing waits for one any more.' },
    503: { description: 'It is kept, but the run could not be told yet: send it again.' },
  },
  permission: 'inbound:send',
  spec: '4.11',
});
