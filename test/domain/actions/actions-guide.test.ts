import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { shopProduct } from '../../support/shop-product.js';

const page = await readFile(new URL('../../../docs/reference/actions.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml actions (\w+)\n([\s\S]*?)```/g)].map(
  ([, event = '', text = '']) => ({ event, text }),
);

/** The shop, with these actions attached to an event. */
function withActions(event: string, actions: unknown) {
  const shop = structuredClone(shopProduct()) as unknown as {
    configurations: { events: Record<string, unknown> }[];
  };
  shop.configurations[0]!.events[event] = actions;
  return productDefinition.parse(shop);
}

const errorsOf = (event: string, actions: unknown) =>
  lintDefinition(withActions(event, actions)).filter(({ severity }) => severity === 'ERROR');

it('has an example', () => {
  expect(examples).not.toEqual([]);
});

it.each(examples)('shows actions of $event that can be imported', ({ event, text }) => {
  expect(errorsOf(event, parse(text))).toEqual([]);
});

describe('actions that cannot work', () => {
  const common = { id: '5b0a3f0e-7a50-4b43-9f7e-2d9b4a1c0101', name: 'It' };
  const call = { ...common, type: 'HTTP_REQUEST', endpoint: 'screening' };
  const wait = { ...common, type: 'INBOUND_WAIT', waitsFor: 'somebody' };
  const path = (last: string) => ['configurations', 0, 'events', 'CLIENT_VALIDATION', 0, last];
  it.each([
    ['a place that is none', { ...call, body: '{{secrets.key}}' }, 'body'],
    ['a question that nobody asks', { ...call, body: ['{{answer:nobody.asks}}'] }, 'body'],
    ['a wait that is none', { ...call, body: { to: `{{requestIds.${common.id}}}` } }, 'body'],
    ['a condition on nothing', { ...call, when: { '==': [{ value: 'nothing.at.all' }, 1] } }, 'when'],
    ['a broken schema', { ...wait, payloadSchema: { type: 'thing' } }, 'payloadSchema'],
    [
      'an event that fires itself',
      { ...common, type: 'FIRE_EVENT', eventType: 'CLIENT_VALIDATION', payload: {} },
      'eventType',
    ],
    ['a rating of something else', { ...common, type: 'IOI_RATING', plan: 'standard' }, 'type'],
  ])('finds %s', (_what, action, place) => {
    expect(errorsOf('CLIENT_VALIDATION', [action]).map((issue) => issue.path)).toContainEqual(path(place));
  });
});
