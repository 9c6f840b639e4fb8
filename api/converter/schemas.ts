import { z } from 'zod';
import { answer } from '../../domain/intake/answers.js';
import { endpoint } from '../http/endpoint.js';

export const convertKeyPairs = endpoint({
  method: 'post',
  path: '/converter/key-pairs/intake-structure',
  operationId: 'convertKeyPairs',
  readsOnly: true,
  summary: 'Convert question ids and answers to the intake structure',
  description: 'Only text can be converted: a value that is not a string is refused with its key.',
  tags: ['Utilities'],
  body: z.record(z.string().min(1, 'a question id cannot be empty'), z.string()).meta({ id: 'KeyPairs' }),
  bodyExample: { 'client.name': 'Harbor Bakery LLC', 'client.state': 'NY' },
  responses: {
    200: {
      description: 'Answers keyed by question id.',
      schema: z.record(z.string(), answer).meta({ id: 'ConvertedAnswers' }),
    },
  },
  spec: '4.10',
});
