import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unavailable } from '../../api/errors/app-error.js';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { deployVersion, withdrawVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { addDays } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today } from '../support/authority-world.js';
import { aFire } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

let builds = 1;
/** Another version of the shop, not deployed. */
async function aDraft(
  { db, definition: shop, carrier }: AuthorityWorld,
  settings: object = {},
): Promise<string> {
  builds += 1;
  const policy = policySettings.parse({ ...shop.policy, ...settings });
  const definition = { ...shop, version: `${builds}.0.0`, policy };
  const createdBy = { name: 'tests' };
  const owner = { ownerOrganizationId: carrier.organizationId };
  return (await importVersion(db, { definition, sha256: contentHash(definition), createdBy, ...owner }))
    .versionId;
}

const now = () => ({ effectiveDate: today, asConfiguredAt: new Date() });

/** Deploys a version for every date, and waits until the catalog knows. */
async function deploy({ db, catalog }: AuthorityWorld, versionId: string): Promise<void> {
  await deployVersion(db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  await expect.poll(() => catalog.versionFor(shopIds.line, now())).toBe(versionId);
}

/** Another version of the shop, deployed for days to come. */
async function aScheduledVersion(of: AuthorityWorld): Promise<string> {
  const versionId = await aDraft(of);
  await deployVersion(of.db, { versionId, environment: 'DEV', effectiveDate: '2999-01-01' });
  await expect.poll(async () => (await of.catalog.version(versionId))?.source).toBe('HOSTING');
  return versionId;
}

/** A quote of the seller's for today, as the envelope and payload choose. */
async function aRating(more: object = {}, payload: object = {}): Promise<Quote> {
  const { intake } = aFire().payload;
  const asked = { effectiveDate: today, intake, ...payload };
  const { quotes } = await world
    .fire('GET_QUOTES', asked, world.agency, { forceSync: true, ...more })
    .then(({ metadata }) => metadata as { quotes: { requestId: string }[] });
  return Quote.query(world.db).findById(quotes[0]!.requestId).throwIfNotFound();
}

const unpaid = (quote: Quote) => binding(quote, { paymentRequired: false });
const lastYear = `${addDays(today, -365)}T12:00:00Z`;

describe('a seller', () => {
  it.each(['GET_QUOTES', 'INTAKE_COMPLETE'] as const)(
    'fires %s by no draft, as if it were no version, and the insurer does',
    async (type) => {
      const { intake } = aFire().payload;
      const payload = type === 'GET_QUOTES' ? { effectiveDate: today, intake } : { intake };
      const before = await world.rows();
      for (const versionSystemSource of [undefined, 'BUILDER', 'HOSTING']) {
        for (const productVersionId of [await aDraft(world), randomUUID()]) {
          const more = { productVersionId, ...(versionSystemSource && { versionSystemSource }) };
          expect(await world.fire(type, payload, world.agency, more)).toMatchObject({
            ...{ status: 400, field: 'productVersionId', detail: expect.any(String) },
          });
        }
      }
      expect(await world.rows()).toEqual(before);
      const productVersionId = await aDraft(world);
      expect((await world.fire(type, payload, world.carrier, { productVersionId })).status).toBe(200);
    },
  );

  it('quotes by a version that is deployed for other days, and only the insurer binds that', async () => {
    const quote = await aRating({ productVersionId: await aScheduledVersion(world) });
    const before = await world.rows();
    expect(await world.fire('POLICY_CREATE', unpaid(quote))).toMatchObject({
      ...{ status: 403, lacks: 'INSURER', field: 'payload.quoteIds' },
      detail:
        `quote ${quote.requestId} was rated by a version of the product that was not deployed for ${today} when it ` +
        'was made: only the insurer may accept it; quote again without productVersionId and asConfiguredAtTimestamp',
    });
    expect(await world.rows()).toEqual(before);
    expect((await world.fire('POLICY_CREATE', unpaid(quote), world.carrier)).status).toBe(200);
  });

  it('binds what was quoted before another version was deployed, and not at the old rates afterwards', async () => {
    const old = String(await world.catalog.versionFor(shopIds.line, now()));
    const honest = await aRating();
    const before = new Date().toISOString();
    await deploy(world, await aDraft(world));
    expect((await world.fire('POLICY_CREATE', unpaid(honest))).status).toBe(200);
    const chosen = [
      await aRating({ productVersionId: old }),
      await aRating({ asConfiguredAtTimestamp: before }),
      await aRating({}, { asConfiguredAtTimestamp: before }),
    ];
    for (const quote of chosen) {
      expect(quote.productVersionId).toBe(old);
      expect(await world.fire('POLICY_CREATE', unpaid(quote))).toMatchObject({
        status: 403,
        lacks: 'INSURER',
      });
    }
    expect((await world.fire('POLICY_CREATE', unpaid(await aRating()))).status).toBe(200);
  });

  it('binds what was rated by a version that is deployed by now', async () => {
    const productVersionId = await aScheduledVersion(world);
    const quote = await aRating({ productVersionId });
    await deploy(world, productVersionId);
    expect((await world.fire('POLICY_CREATE', unpaid(quote))).status).toBe(200);
  });

  it('binds nothing that the deployed version rated as of another day', async () => {
    const productVersionId = String(await world.catalog.versionFor(shopIds.line, now()));
    const before = await aRating({ productVersionId, asConfiguredAtTimestamp: lastYear });
    expect(await world.fire('POLICY_CREATE', unpaid(before))).toMatchObject({
      ...{ status: 403, lacks: 'INSURER', field: 'payload.quoteIds' },
      detail: expect.stringContaining('not as of when it was made'),
    });
    // A time ahead is the present.
    for (const asConfiguredAtTimestamp of [today, '2090-01-01']) {
      const quote = await aRating({ productVersionId, asConfiguredAtTimestamp });
      expect(quote.asRatingConfiguredAt.getTime()).toBeLessThanOrEqual(Date.now());
      expect((await world.fire('POLICY_CREATE', unpaid(quote))).status).toBe(200);
    }
  });

  it('does not have a renewal held for the end of the term that it quoted as of another day', async () => {
    await deploy(world, await aDraft(world, { renewal: { automatic: true } }));
    const { id } = await world.bind(await aRating());
    const quoting = (by = world.agency, more = {}) =>
      world.fire('POLICY_RENEWAL_QUOTING', { policyId: id }, by, more);
    const productVersionId = String(await world.catalog.versionFor(shopIds.line, now()));
    const chosen = { productVersionId, asConfiguredAtTimestamp: addDays(today, -3) };
    expect((await quoting(world.agency, chosen)).metadata).toMatchObject({ outcome: 'QUOTED', held: false });
    expect((await quoting()).metadata).toMatchObject({ outcome: 'QUOTED', held: true });
    expect((await quoting(world.carrier, chosen)).metadata).toMatchObject({ held: true });
  });

  it.each([
    ['ENDORSEMENT', 'POLICY_ENDORSEMENT_QUOTING', 'POLICY_ENDORSE'],
    ['RENEWAL', 'POLICY_RENEWAL_QUOTING', 'RENEWAL_QUOTE_SELECTED'],
  ] as const)(
    'accepts a quote of type %s as of now, and not as of another day',
    async (type, quoting, accepting) => {
      const { id } = await world.bind(await aRating());
      const { intake } = aFire().payload;
      const asked = { policyId: id, effectiveDate: addDays(today, 30), intake };
      const accept = ({ quoteId }: { quoteId?: unknown }, by = world.agency) =>
        world.fire(accepting, { policyId: id, quoteId, effectiveDate: asked.effectiveDate }, by);
      const productVersionId = String(await world.catalog.versionFor(shopIds.line, now()));
      const chosen = { productVersionId, asConfiguredAtTimestamp: lastYear };
      const { metadata: old } = await world.fire(quoting, asked, world.agency, chosen);
      expect((await Quote.query(world.db).findById(String(old.quoteId)))?.type).toBe(type);
      expect(await accept(old)).toMatchObject({ status: 403, lacks: 'INSURER', field: 'payload.quoteId' });
      expect((await accept((await world.fire(quoting, asked)).metadata)).status).toBe(200);
      // What the insurer quotes so is its own decision.
      const { metadata: byInsurer } = await world.fire(quoting, asked, world.carrier, chosen);
      expect((await accept(byInsurer)).status).toBe(200);
    },
  );
});

it('refuses in the transaction a version that was withdrawn after the event was accepted', async () => {
  const waiting = await anAuthorityWorld({ worker: false });
  try {
    const versionId = await aDraft(waiting);
    const quote = await waiting.aQuote({ effectiveDate: today, productVersionId: versionId });
    await deploy(waiting, versionId);
    const triggerRequestId = randomUUID();
    const envelope = {
      type: 'POLICY_CREATE',
      lineId: shopIds.line,
      payload: unpaid(quote),
      triggerRequestId,
    };
    await expect(waiting.events.fire(waiting.agency, eventEnvelope.parse(envelope))).rejects.toThrow(
      Unavailable,
    );
    await withdrawVersion(waiting.db, { versionId, environment: 'DEV' });
    await expect.poll(() => waiting.catalog.versionFor(shopIds.line, now())).not.toBe(versionId);
    const stop = await waiting.startWorker();
    const event = () => Event.query(waiting.db).findById(triggerRequestId);
    await expect.poll(async () => (await event())?.state, { timeout: 20_000 }).toBe('FAILED');
    await stop();
    expect((await event())?.triggerResult?.refusal).toEqual({
      detail: expect.stringContaining('quote again without productVersionId'),
      field: 'payload.quoteIds',
    });
    expect(await Policy.query(waiting.db).resultSize()).toBe(0);
  } finally {
    await waiting.close();
  }
});
