import { describe, expect, it } from 'vitest';
import { check, type Model } from '../../linearizability/checker.js';
import type { Operation } from '../../linearizability/history.js';
import { models } from '../../linearizability/models.js';

/** `[called, returned, input, output]`; returned null: the output is unknown. */
type ObservedCall = [number, number | null, unknown, unknown?];

function verdict(model: string, told: readonly ObservedCall[]): boolean {
  const operations = told.map(([called, returned, input, output], caller): Operation => {
    return { caller, called, returned, input, output };
  });
  return check(models[model as keyof typeof models] as Model<unknown, unknown, unknown>, operations)
    .isLinearizable;
}

const write = (value: string, ifMatch?: string) => ({ do: 'write', value, ...(ifMatch && { ifMatch }) });
const read = { do: 'read' };
const bind = { do: 'bind' };
const pay = (reference: string, cents: number) => ({ do: 'pay', reference, cents });

describe.each<[string, string, readonly ObservedCall[]]>([
  [
    'register',
    'a read beside a write has either value',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, 40, write('b'), { tag: '2' }],
      [25, 30, read, { value: 'b', tag: '2' }],
      [22, 28, read, { value: 'a', tag: '1' }],
    ],
  ],
  [
    'register',
    'a write without an answer is seen much later',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, null, write('b')],
      [30, 40, read, { value: 'a', tag: '1' }],
      [50, 60, read, { value: 'b', tag: '2' }],
      [70, 80, write('c', '2'), { tag: '3' }],
    ],
  ],
  [
    'register',
    'a write without an answer is never seen',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, null, write('b')],
      [30, 40, write('c', '1'), { tag: '3' }],
      [50, 60, write('d', '1'), { refused: true }],
    ],
  ],
  [
    'issueOnce',
    'one of three issues, and an unknown one may have',
    [
      [0, null, bind],
      [0, 30, bind, { number: 'P1' }],
      [0, 20, bind, { number: 'P1' }],
      [40, 50, read, { number: 'P1' }],
    ],
  ],
  [
    'numbers',
    'concurrent policies have numbers in either order',
    [
      [0, 30, 'take', 2],
      [10, 20, 'take', 1],
      [40, null, 'take'],
      [50, 60, 'take', 4],
    ],
  ],
  [
    'account',
    'a payment that is reported twice',
    [
      [0, 10, pay('a', 5), { applied: true, paid: 5 }],
      [0, 20, pay('a', 5), { applied: false, paid: 5 }],
      [30, 40, pay('a', 7), { refused: true }],
      [50, 60, read, { paid: 5 }],
    ],
  ],
  [
    'ledger',
    'the past has what was recorded by then',
    [
      [0, 10, { do: 'record', cents: 5 }, { recorded: true }],
      [20, 30, { do: 'record', cents: 7 }, { recorded: true }],
      [15, 16, { do: 'total', before: 100 }, { total: 105 }],
      [40, 50, read, { entries: [5, 7] }],
    ],
  ],
  [
    'keyed',
    'one creation',
    [
      [0, 10, { do: 'create' }, { id: 'x' }],
      [0, 10, { do: 'create' }, { id: 'x' }],
      [20, 30, { do: 'count' }, { count: 1 }],
    ],
  ],
])('%s', (model, name, told) => {
  it(`allows: ${name}`, () => expect(verdict(model, told)).toBe(true));
});

describe.each<[string, string, readonly ObservedCall[]]>([
  [
    'register',
    'a lost update',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, 30, write('b', '1'), { tag: '2' }],
      [20, 30, write('c', '1'), { tag: '3' }],
    ],
  ],
  [
    'register',
    'a read of the past',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, 30, write('b'), { tag: '2' }],
      [40, 50, read, { value: 'a', tag: '1' }],
    ],
  ],
  [
    'register',
    'a value that comes and goes',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, 100, write('b'), { tag: '2' }],
      [30, 40, read, { value: 'b', tag: '2' }],
      [50, 60, read, { value: 'a', tag: '1' }],
    ],
  ],
  [
    'register',
    'a refusal of the present version',
    [
      [0, 10, write('a'), { tag: '1' }],
      [20, 30, write('b', '1'), { refused: true }],
    ],
  ],
  [
    'issueOnce',
    'two policies',
    [
      [0, 30, bind, { number: 'P1', isNew: true }],
      [0, 30, bind, { number: 'P2', isNew: true }],
    ],
  ],
  [
    'issueOnce',
    'a policy that is gone',
    [
      [0, 30, bind, { number: 'P1', isNew: true }],
      [40, 50, read, { number: null }],
    ],
  ],
  [
    'numbers',
    'a number twice',
    [
      [0, 30, 'take', 1],
      [0, 30, 'take', 1],
    ],
  ],
  [
    'numbers',
    'a gap',
    [
      [0, 30, 'take', 1],
      [40, 60, 'take', 3],
    ],
  ],
  [
    'numbers',
    'a later policy with a lower number',
    [
      [0, 30, 'take', 2],
      [40, 60, 'take', 1],
    ],
  ],
  [
    'account',
    'a payment that counts twice',
    [
      [0, 10, pay('a', 5), { applied: true, paid: 5 }],
      [0, 20, pay('a', 5), { applied: true, paid: 10 }],
    ],
  ],
  [
    'account',
    'a payment that is lost',
    [
      [0, 10, pay('a', 5), { applied: true, paid: 5 }],
      [0, 10, pay('b', 7), { applied: true, paid: 7 }],
    ],
  ],
  [
    'ledger',
    'a past that changes the order',
    [
      [0, 50, { do: 'record', cents: 5 }, { recorded: true }],
      [0, 20, { do: 'record', cents: 7 }, { recorded: true }],
      [30, 40, read, { entries: [7] }],
      [10, 11, { do: 'total', before: 0 }, { total: 5 }],
    ],
  ],
  [
    'keyed',
    'two creations',
    [
      [0, 10, { do: 'create' }, { id: 'x' }],
      [0, 10, { do: 'create' }, { id: 'y' }],
    ],
  ],
])('%s', (model, name, told) => {
  it(`finds: ${name}`, () => expect(verdict(model, told)).toBe(false));
});

it('checks a long history of many callers in a moment', () => {
  const told = Array.from(
    { length: 400 },
    (_, n): ObservedCall => [n, n + 8, write(`${n}`), { tag: `${n}` }],
  );
  expect(verdict('register', [...told, [500, 501, read, { value: '395', tag: '395' }]])).toBe(true);
  expect(verdict('register', [...told, [500, 501, read, { value: '380', tag: '380' }]])).toBe(false);
});
