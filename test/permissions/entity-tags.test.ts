import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredEndpoints } from '../support/endpoints.js';
import { operations } from '../support/operations.js';
import { aPermissionWorld, type PermissionWorld } from '../support/permission-world.js';

const endpoints = await declaredEndpoints();
const tagged = endpoints.filter((endpoint) => endpoint.tagged).map(({ path }) => `GET ${path}`);
const reads = (await operations()).filter(({ name }) => tagged.includes(name));

let world: PermissionWorld;
let by: string;
beforeAll(async () => {
  world = await aPermissionWorld();
  by = world.as('insurer', 'admin');
});
afterAll(() => world?.close());

const tagOf = async (path: string) => (await world.call(by, 'get', path).expect(200)).headers.etag ?? '';

describe('a read of a record', () => {
  it('has a tag wherever the contract says so', () => {
    expect(tagged.length).toBeGreaterThanOrEqual(12);
    expect(reads).toHaveLength(tagged.length);
  });

  it.each(reads)('$name is 304 until it changes', async ({ seenBy, request }) => {
    const { path } = request(world.records);
    const reader = world.as(seenBy[0] ?? 'seller', 'admin');
    const first = await world.call(reader, 'get', path).expect(200);
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[\w+/]{10,}"$/);
    const again = await world.call(reader, 'get', path).set('If-None-Match', `"x", W/${etag}`).expect(304);
    expect([again.text, again.headers.etag]).toEqual(['', etag]);
    const other = await world.call(reader, 'get', path).set('If-None-Match', '"other"').expect(200);
    expect(other.text).toBe(first.text);
  });

  it('of a quote has another tag once it changes', async () => {
    const { db, records } = world;
    await db('quotes').where('request_id', records.quoteId).update({ bindable: false });
    const before = await tagOf(`/quote/${records.quoteId}`);
    await db('quotes').where('request_id', records.quoteId).update({ bindable: true });
    expect(await tagOf(`/quote/${records.quoteId}`)).not.toBe(before);
  });
});

describe('If-Match', () => {
  it('lets one of two changes of an endpoint through', async () => {
    const created = await world.call(by, 'post', '/webhook/endpoint', { url: 'https://hooks.example/a' });
    const path = `/webhook/endpoint/${created.body.endpointId}`;
    const tag = await tagOf(path);
    const change = (description: string) =>
      world
        .call(by, 'put', path, { description })
        .set('If-Match', tag)
        .then(({ status }) => status);
    expect((await Promise.all([change('one'), change('two')])).sort()).toEqual([200, 412]);
  });

  it('keeps a ledger entry from a change by somebody who has not seen it', async () => {
    const { policyId } = world.records;
    const recorded = await world
      .call(by, 'post', '/policy/ledger/entry/record', {
        ...{ parentPolicyId: policyId, effectiveDate: '2026-01-01', premium: 10 },
      })
      .expect(200);
    const id = recorded.body.newLedgerEntryId;
    const tag = await tagOf(`/policy/${policyId}/ledger`);
    const edit = (premium: number, condition: string) =>
      world
        .call(by, 'post', '/policy/ledger/entry/edit', {
          ...{ id, parentPolicyId: policyId, effectiveDate: '2026-01-01', premium },
        })
        .set('If-Match', condition);
    await edit(20, tag).expect(200);
    const { body } = await edit(30, tag).expect(412);
    expect(body).toMatchObject({ code: 'PRECONDITION_FAILED', errors: [{ header: 'If-Match' }] });
    const remove = (condition: string) =>
      world.call(by, 'delete', `/policy/ledger/entry/${id}/delete`).set('If-Match', condition);
    await remove(tag).expect(412);
    await remove(await tagOf(`/policy/${policyId}/ledger`)).expect(200);
  });
});
