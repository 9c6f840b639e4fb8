import { expect, it } from 'vitest';
import { takeNullInRequests } from '../../../api/openapi/null-in-requests.js';

const body = ($ref: string) => ({ content: { 'application/json': { schema: { $ref } } } });
const named = (name: string) => `#/components/schemas/${name}`;

it('says in requests alone that an optional field may be null', () => {
  const schema = () => ({
    type: 'object',
    properties: {
      needed: { type: 'string' },
      text: { type: 'string', maxLength: 3, description: 'A text.' },
      choice: { type: 'string', enum: ['A'] },
      other: { $ref: named('Other'), description: 'Another.', default: {} },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      cleared: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      fixed: { type: 'string', const: 'X' },
      kept: { type: 'string', refusesNull: true },
      anything: {},
    },
    required: ['needed'],
  });
  const other = () => ({ type: 'object', properties: { note: { type: 'string' } } });
  const document = {
    paths: {
      '/thing': {
        put: {
          requestBody: body(named('Sent')),
          responses: { 200: { $ref: '#/components/responses/Thing' } },
        },
      },
    },
    components: {
      responses: { Thing: body(named('Shared')) },
      schemas: {
        Sent: { ...schema(), allOf: [{ $ref: named('Shared') }] },
        Other: other(),
        Shared: other(),
      },
    },
  };
  const { Sent, Other, Shared } = takeNullInRequests(document).components.schemas;
  expect(Sent.properties).toEqual({
    needed: { type: 'string' },
    text: { type: ['string', 'null'], maxLength: 3, description: 'A text.' },
    choice: { type: ['string', 'null'], enum: ['A', null] },
    other: { anyOf: [{ $ref: named('Other') }, { type: 'null' }], description: 'Another.', default: {} },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    cleared: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    fixed: { anyOf: [{ type: 'string', const: 'X' }, { type: 'null' }] },
    kept: { type: 'string' },
    anything: {},
  });
  expect(Other.properties).toEqual({ note: { type: ['string', 'null'] } });
  expect(Shared.properties).toEqual({ note: { type: 'string' } });
});
