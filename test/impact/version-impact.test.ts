import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { mostRisks } from '../../api/impact/schemas.js';
import { VersionImpact } from '../../api/impact/service.js';
import { Quote } from '../../db/models/quote.js';
import { importVersion } from '../../db/products/import-version.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { addDays } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today } from '../support/authority-world.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
let impact: VersionImpact;
let candidate: string;

const threads = new ThreadPool();

beforeAll(async () => {
  world = await anAuthorityWorld();
  impact = new VersionImpact({ db: world.db, threads });
  for (const revenue of ['100000', '500000', '9500000']) await quoted(revenue);
  const { definition } = (await world.catalog.version(world.versionId))!;
  const dearer = structuredClone(definition) as ProductDefinition;
  dearer.version = '2.0.0';
  for (const plan of Object.values(dearer.ratingPlans)) {
    for (const step of plan.coverages[0]!.steps)
      if (step.name === 'Rate') Object.assign(step, { by: '0.012' });
  }
  ({ versionId: candidate } = await importVersion(world.db, {
    definition: dearer,
    sha256: contentHash(dearer),
    ownerOrganizationId: world.carrier.organizationId,
    createdBy: { name: 'tests' },
  }));
});
afterAll(async () => {
  await threads.stop();
  await world?.close();
});

async function quoted(revenue: string) {
  const payload = {
    effectiveDate: today,
    intake: intakeOf({ 'client.name': 'Shop', 'shop.revenue': revenue }),
  };
  await world.events.fire(world.agency, aFire({ forceSync: true, payload }));
}

const yesterday = addDays(today, -1);
const report = (by: Caller, changes: object = {}) =>
  impact.report(by, candidate, { against: world.versionId, from: yesterday, ...changes });

it('rates stored quotes with both versions, for the owner of the product', async () => {
  const said = await report(world.carrier, { by: 'shop.revenue@200000' });

  // Three times a standard and a preferred quote; the largest is declined by both versions.
  expect(said).toMatchObject({
    candidate: { versionId: candidate, version: '2.0.0' },
    against: { versionId: world.versionId },
    ...{ risks: 6, leftOut: 0, raised: 4, lowered: 0, unchanged: 0 },
    premium: { against: '10800.00', candidate: '14400.00' },
    noLongerQuoted: { quotes: 0, premium: '0.00' },
  });
  const explained = said.contributions.reduce((sum, { premium }) => sum + Number(premium), 0);
  expect(explained).toBe(3600);
  const [split] = said.splits;
  expect(split?.groups.map(({ premium }) => premium.candidate)).toEqual(['2400.00', '12000.00']);
  expect(await report(world.carrier, { from: addDays(today, 1) })).toMatchObject({ risks: 0, bins: [] });
});

it('ends when its caller leaves', async () => {
  const body = { against: world.versionId, from: yesterday };
  const left = impact.report(world.carrier, candidate, body, AbortSignal.abort());
  await expect(left).rejects.toThrow(/abort/);
});

it('rates policies in force', async () => {
  await world.grant(fullAuthority);
  const quote = await Quote.query(world.db).findOne({ premium: '1000', action_id: shopIds.standard });
  await world.fire('POLICY_CREATE', binding(quote!));
  expect(await report(world.carrier, { from: undefined, policies: today })).toMatchObject({
    risks: 1,
    premium: { against: '1000.00', candidate: '1200.00' },
  });
});

it('is of the caller’s own product and records only', async () => {
  await expect(report(world.agency)).rejects.toMatchObject({ status: 404 });
  const foreign = report(world.carrier, { against: randomUUID() });
  await expect(foreign).rejects.toMatchObject({ status: 404, errors: [{ field: 'against' }] });
  await Quote.query(world.db)
    .patch({ quotingOrganizationId: world.agency.organizationId })
    .where({ action_id: shopIds.preferred });
  expect(await report(world.carrier)).toMatchObject({ risks: 3 });
});

it('refuses names that the product lacks, and too many risks', async () => {
  await expect(report(world.carrier, { by: 'shop.revenues' })).rejects.toMatchObject({
    errors: [{ field: 'by', detail: expect.stringContaining('shop.revenue') }],
  });

  const [one] = await Quote.query(world.db).where({ action_id: shopIds.standard }).limit(1);
  await world.db.raw(
    `insert into quotes select made.* from quotes like_this, generate_series(1, ?) at,
       jsonb_populate_record(like_this, jsonb_build_object('request_id', md5(at::text)::uuid)) made
     where like_this.request_id = ?`,
    [mostRisks, one!.requestId],
  );
  await expect(report(world.carrier)).rejects.toMatchObject({ status: 400, errors: [{ field: 'from' }] });
});
