import { expect, it } from 'vitest';
import { TooManyRequests } from '../../api/errors/app-error.js';
import { type FairTurnLimits, FairTurns } from '../../api/http/fair-turns.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when it is told to; `begun` has whose is under way or over, in order. */
function aDesk(limits: Partial<FairTurnLimits> = {}) {
  let atMs = 1_000_000;
  const turns = new FairTurns({ most: 3, mostBesideOthers: 1, busyMs: 1_000, ...limits }, () => atMs);
  const begun: string[] = [];
  const open = new Map<string, { finish(): void; end(): void }>();
  return {
    begun,
    pass: (ms: number) => {
      atMs += ms;
    },
    ask: (name: string) =>
      turns.take(
        name.charAt(0),
        (end) =>
          new Promise<string>((resolve) => {
            begun.push(name);
            open.set(name, { finish: () => resolve(name), end });
          }),
      ),
    end: async (name: string) => {
      open.get(name)?.end();
      await settled();
    },
    finish: async (name: string) => {
      open.get(name)?.finish();
      await settled();
    },
  };
}

it('lets an organization alone have all turns, in order', async () => {
  const { ask, begun, finish } = aDesk();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map(ask);
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await finish('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  for (const name of ['a1', 'a3', 'a4', 'a5']) await finish(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

it('lets others begin at once after the first free turn, and holds the crowd back beside them', async () => {
  const { ask, begun, finish, pass } = aDesk();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) void ask(name);
  void ask('b1');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await finish('a1');
  expect(begun.slice(3)).toEqual(['b1']);
  await finish('a2');
  await finish('a3');
  expect(begun.slice(4)).toEqual(['a4']);
  await finish('b1');
  void ask('b2');
  await finish('a4');
  expect(begun.slice(5)).toEqual(['b2', 'a5']);
  await finish('b2');
  pass(2_000);
  await finish('a5');
  expect(begun.slice(7)).toEqual(['a6', 'a7', 'a8']);
});

it('holds the crowd back although a request beside it took long', async () => {
  const { ask, begun, finish, pass } = aDesk();
  void ask('b1');
  for (const name of ['a1', 'a2', 'a3']) void ask(name);
  pass(5_000);
  await finish('b1');
  await finish('a1');
  expect(begun).toEqual(['b1', 'a1', 'a2']);
  pass(2_000);
  await finish('a2');
  void ask('a4');
  expect(begun).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
});

it('gives waiting organizations their turns one after the other', async () => {
  const { ask, begun, finish } = aDesk({ most: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await finish(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('ends a turn early where the work only waits from then on', async () => {
  const { ask, begun, end, finish } = aDesk({ most: 1 });
  const first = ask('a1');
  void ask('a2');
  await end('a1');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  void ask('a3');
  await finish('a1');
  expect(await first).toBe('a1');
  expect(begun).toEqual(['a1', 'a2']);
});

it('refuses whoever waits too long, and passes the turn of work that fails', async () => {
  const turns = new FairTurns({ most: 1, patienceMs: 30 });
  let fail: (error: Error) => void = () => {};
  const failing = turns.take('a', () => new Promise((_resolve, reject) => (fail = reject)));
  await expect(turns.take('a', async () => 'never')).rejects.toThrow(TooManyRequests);
  fail(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  expect(await turns.take('a', async () => 'now')).toBe('now');
});

it('ends a turn whose work takes too long, such as while no worker answers', async () => {
  const { ask, begun, finish } = aDesk({ longestMs: 20 });
  void ask('b1');
  void ask('a1');
  const second = ask('a2');
  expect(begun).toEqual(['b1', 'a1']);
  await expect.poll(() => begun).toEqual(['b1', 'a1', 'a2']);
  await finish('a2');
  expect(await second).toBe('a2');
});
