import { afterAll, beforeAll, expect, it } from 'vitest';
import { RetentionSweep } from '../../api/retention/retention-sweep.js';
import type { Database } from '../../db/database.js';
import type { Verdict } from '../../documents/scanning/scanner.js';
import type { ByteRange, StoredAt } from '../../documents/stores/store.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { aFileWorld, type FileWorld } from '../support/file-world.js';

/** A bucket in memory. */
const objects = new Map<string, Buffer>();

class StoresWithBucket extends DocumentStores {
  override async bucket() {
    return {
      keyOf: (id: string) => `test/${id}`,
      put: async (key: string, pieces: AsyncIterable<Uint8Array>) => {
        const all: Uint8Array[] = [];
        for await (const piece of pieces) all.push(piece);
        beforePut();
        objects.set(key, Buffer.concat(all));
      },
    };
  }

  override async *read(id: string, at: StoredAt, range: ByteRange) {
    if (at.store === 'POSTGRES') yield* super.read(id, at, range);
    else yield objects.get(at.objectKey ?? '')!.subarray(range.start, range.end + 1);
  }

  override async remove(key: string) {
    objects.delete(key);
  }
}

let verdict: () => Promise<Verdict>;
let beforePut: () => void = () => undefined;
let world: FileWorld;
beforeAll(async () => {
  world = await aFileWorld({
    scanner: {
      scan: async ({ pieces }) => {
        for await (const piece of pieces)
          if (Buffer.from(piece).includes('EICAR')) return { isClean: false, finding: 'Eicar' };
        return verdict();
      },
    },
    stores: (db: Database) => new StoresWithBucket(db),
  });
  verdict = async () => ({ isClean: true });
});
afterAll(() => world?.close());

const aFile = async (text: string) => {
  const answer = await world.upload({ fileName: 'a.txt', clientId: world.clientId }, text);
  return (await answer.json()) as { fileId: string; state: string; version: number };
};
const read = async (fileId: string) => (await world.call(`/file/${fileId}`)).json();
const content = (fileId: string) => world.call(`/file/${fileId}/content`);
const piecesOf = (fileId: string) => world.db('file_pieces').where('file_id', fileId);
const becameOf = (fileId: string) =>
  world.db('changes').where('record_id', fileId).orderBy('id').pluck('became');

it('serves a file once it is scanned, out of the bucket', async () => {
  const { fileId, state } = await aFile('a letter');
  expect(state).toBe('QUARANTINED');
  const early = await content(fileId);
  expect([early.status, (await early.json()).code]).toEqual([409, 'FILE_NOT_CLEAN']);
  expect(objects.size).toBe(0);
  await world.settle();
  expect(await read(fileId)).toMatchObject({ state: 'CLEAN', version: 2 });
  expect(await piecesOf(fileId)).toEqual([]);
  expect(await (await content(fileId)).text()).toBe('a letter');
  expect(await becameOf(fileId)).toEqual([['FILE_UPLOADED'], []]);
  await world.call(`/file/${fileId}`, { method: 'DELETE' });
  expect(objects.size).toBe(0);
});

it('never serves an infected file, and removes its bytes', async () => {
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');
  const { fileId } = await aFile(eicar);
  await world.settle();
  expect(await read(fileId)).toMatchObject({ state: 'INFECTED' });
  expect((await content(fileId)).status).toBe(409);
  expect(await piecesOf(fileId)).toEqual([]);
  expect(objects.size).toBe(0);
});

it('scans again what could not be scanned', async () => {
  verdict = async () => {
    throw new Error('the scanner is away');
  };
  const { fileId } = await aFile('a second letter');
  expect(await world.settle()).toBe(1);
  expect(await world.settle()).toBe(0);
  expect(await read(fileId)).toMatchObject({ state: 'QUARANTINED' });
  world.later(10_000);
  expect(await world.settle()).toBe(1);
  world.later(10_000);
  // The longer, the more often it has failed.
  expect(await world.settle()).toBe(0);
  verdict = async () => ({ isClean: true });
  world.later(10_000);
  expect(await world.settle()).toBe(1);
  expect(await read(fileId)).toMatchObject({ state: 'CLEAN' });
});

it('serves a clean file from the database until the bucket has it', async () => {
  const { fileId } = await aFile('a third letter');
  beforePut = () => {
    throw new Error('the bucket is away');
  };
  await world.settle();
  expect(await read(fileId)).toMatchObject({ state: 'CLEAN' });
  expect(await (await content(fileId)).text()).toBe('a third letter');
  beforePut = () => undefined;
  world.later(600_000);
  await world.settle();
  expect(await piecesOf(fileId)).toEqual([]);
  expect(await (await content(fileId)).text()).toBe('a third letter');
});

it('leaves no object of a file that is deleted while it is moved', async () => {
  const { fileId } = await aFile('a fourth letter');
  let deleted: Promise<unknown> | undefined;
  const key = `test/${fileId}`;
  beforePut = () => {
    deleted = world.call(`/file/${fileId}`, { method: 'DELETE' });
  };
  await world.settle();
  await deleted;
  beforePut = () => undefined;
  await new RetentionSweep({
    ...{ db: world.db, store: world.store, policyYears: 10, now: () => new Date() },
    log: { info: () => undefined } as never,
  }).sweep();
  expect(objects.has(key)).toBe(false);
  expect((await world.call(`/file/${fileId}`)).status).toBe(404);
});
