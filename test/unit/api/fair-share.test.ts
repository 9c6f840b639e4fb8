import { expect, it } from 'vitest';
import { BusyOrganizations } from '../../../documents/threads/busy-organizations.js';
import { FairShare, NoTurn, type ShareLimits } from '../../../documents/threads/fair-share.js';

/** What begins does so after the next look at what has arrived. */
const settled = async () => {
  for (let loop = 0; loop < 3; loop += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Work that ends when it is told to; `begun` has whose is under way or over, in order. */
function aDesk(limits: Partial<ShareLimits> = {}) {
  let atMs = 1_000_000;
  const usual = { what: 'jobs', most: 3, ofOne: 3, besideOthers: 1, waiting: 20, patienceMs: 60_000 };
  const share = new FairShare({ ...usual, ...limits }, new BusyOrganizations(() => atMs));
  const begun: string[] = [];
  const open = new Map<string, { finish(): void; fail(error: Error): void; end(): void }>();
  const desk = {
    begun,
    pass: (ms: number) => {
      atMs += ms;
    },
    /** The first letter is the organization. */
    ask: (name: string, signal?: AbortSignal) =>
      share.take(
        name.charAt(0),
        (end) =>
          new Promise<string>((resolve, fail) => {
            begun.push(name);
            open.set(name, { finish: () => resolve(name), fail, end });
          }),
        signal && (() => signal),
      ),
    all: (...names: string[]) => {
      for (const name of names) void desk.ask(name);
    },
    end: async (name: string) => {
      open.get(name)?.end();
      await settled();
    },
    finish: async (...names: string[]) => {
      for (const name of names) {
        open.get(name)?.finish();
        await settled();
      }
    },
    fail: async (name: string) => {
      open.get(name)?.fail(new Error(`${name} failed`));
      await settled();
    },
  };
  return desk;
}

it('lets an organization alone have all turns, in order', async () => {
  const { ask, begun, finish } = aDesk();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name));
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await finish('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  await finish('a1', 'a3', 'a4', 'a5');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

it('holds an organization back beside those that are busy with another share', async () => {
  const busy = new BusyOrganizations(() => 0);
  const usual = { what: 'jobs', most: 3, ofOne: 3, besideOthers: 1, waiting: 20, patienceMs: 60_000 };
  const [one, another] = [new FairShare(usual, busy), new FairShare(usual, busy)];
  await one.take('b', async () => undefined);
  const begun: string[] = [];
  for (const name of ['a1', 'a2']) void another.take('a', () => new Promise(() => begun.push(name)));
  await settled();
  expect(begun).toEqual(['a1']);
});

it('keeps a turn for the next organization where one may not have all', async () => {
  const { all, begun, finish } = aDesk({ ofOne: 2, besideOthers: 2 });
  all('a1', 'a2', 'a3', 'b1', 'b2');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await finish('a1');
  expect(begun.slice(3)).toEqual(['a3']);
  await finish('a2');
  expect(begun.slice(4)).toEqual(['b2']);
});

it('lets others begin at once after the first free turn, and holds the crowd back beside them', async () => {
  const { all, begun, finish, pass } = aDesk();
  all('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'b1');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await finish('a1');
  expect(begun.slice(3)).toEqual(['b1']);
  await finish('a2', 'a3');
  expect(begun.slice(4)).toEqual(['a4']);
  await finish('b1');
  all('b2');
  await finish('a4');
  expect(begun.slice(5)).toEqual(['b2', 'a5']);
  await finish('b2');
  pass(2_000);
  await finish('a5');
  expect(begun.slice(7)).toEqual(['a6', 'a7', 'a8']);
});

it('holds the crowd back although a request beside it took long', async () => {
  const { all, begun, finish, pass } = aDesk();
  all('b1', 'a1', 'a2', 'a3');
  pass(5_000);
  await finish('b1', 'a1');
  expect(begun).toEqual(['b1', 'a1', 'a2']);
  pass(2_000);
  await finish('a2');
  all('a4');
  expect(begun).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
});

it('gives waiting organizations their turns one after the other', async () => {
  const { all, begun, finish } = aDesk({ most: 1 });
  all('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  await finish('a1', 'b1', 'c1', 'a2', 'b2');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('ends a turn early where the work only waits from then on', async () => {
  const { ask, all, begun, end, finish } = aDesk({ most: 1 });
  const first = ask('a1');
  all('a2');
  await end('a1');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  all('a3');
  await finish('a1');
  expect(await first).toBe('a1');
  expect(begun).toEqual(['a1', 'a2']);
});

it('passes the turn of work that fails', async () => {
  const { ask, all, begun, fail } = aDesk({ most: 1 });
  const failing = expect(ask('a1')).rejects.toThrow('a1 failed');
  all('b1');
  await fail('a1');
  await failing;
  expect(begun).toEqual(['a1', 'b1']);
});

it('ends a turn whose work takes too long, such as while no worker answers', async () => {
  const { ask, all, begun, finish } = aDesk({ longestMs: 20 });
  all('b1', 'a1');
  const second = ask('a2');
  expect(begun).toEqual(['b1', 'a1']);
  await expect.poll(() => begun).toEqual(['b1', 'a1', 'a2']);
  await finish('a2');
  expect(await second).toBe('a2');
});

it('refuses an organization that has too much waiting, not others, and says when there is probably room', async () => {
  const { ask, all, begun, finish, pass } = aDesk({ most: 1, waiting: 2 });
  all('a1', 'a2', 'a3');
  pass(2_500);
  await expect(ask('a4')).rejects.toMatchObject({
    name: 'NoTurn',
    message: '2 jobs of the organization are waiting already',
    retryAfterSeconds: 3,
  });
  all('b1');
  await finish('a1', 'b1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

it('lets an organization rest as long as its turn took, beside others only', async () => {
  const { all, begun, finish, pass } = aDesk({ rests: 1 });
  all('b1', 'a1', 'a2');
  pass(20);
  await finish('a1');
  expect(begun).toEqual(['b1', 'a1']);
  await expect.poll(() => begun).toEqual(['b1', 'a1', 'a2']);

  const alone = aDesk({ rests: 1 });
  alone.all('a1', 'a2', 'a3', 'a4');
  alone.pass(500);
  await alone.finish('a1');
  expect(alone.begun).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('refuses work that waited too long', async () => {
  const { ask, all, begun, finish } = aDesk({ most: 1, patienceMs: 20 });
  all('a1');
  await expect(ask('a2')).rejects.toBeInstanceOf(NoTurn);
  await finish('a1');
  all('a3');
  expect(begun).toEqual(['a1', 'a3']);
});

it('forgets waiting work whose caller is gone', async () => {
  const { ask, all, begun, finish } = aDesk({ most: 1 });
  const caller = new AbortController();
  all('a1');
  const left = expect(ask('a2', caller.signal)).rejects.toBeInstanceOf(NoTurn);
  all('a3');
  caller.abort();
  await left;
  await finish('a1');
  expect(begun).toEqual(['a1', 'a3']);
  await expect(ask('a4', AbortSignal.abort())).rejects.toBeInstanceOf(NoTurn);
});
