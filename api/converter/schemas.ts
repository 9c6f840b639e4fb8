import { z } from 'zod';
import {
  answerLimits,
  answerMap,
  answerText,
  questionId,
  tooManyAnswers,
} from '../../domain/intake/answers.js';
import { endpoint } from '../http/endpoint.js';

export const convertKeyPairs = endpoint({
  method: 'post',
  path: '/converter/key-pairs/intake-structure',
  operationId: 'convertKeyPairs',
  readsOnly: true,
  summary: 'Convert question ids and answers to the intake structure',
  description:
    'Only text can be converted: a value that is not a string is refused with its key. `PUT /client` takes what is converted. ' +
    'Pairs as in the format `KEY_VALUE` of a policy’s answers become loops: `locations[0].location.state` is an answer of the ' +
    'first iteration, and the text `drivers[0]` names an iteration. Iterations get new ids.',
  tags: ['Utilities'],
  body: z
    .record(questionId, answerText)
    .refine((pairs) => Object.keys(pairs).length <= answerLimits.answers, tooManyAnswers)
    .meta({ id: 'KeyPairs' }),
  bodyExample: { 'client.name': 'Harbor Bakery LLC', 'client.state': 'NY' },
  responses: {
    200: {
      description: 'Answers keyed by question id.',
      schema: answerMap,
    },
  },
  spec: '4.10',
});
