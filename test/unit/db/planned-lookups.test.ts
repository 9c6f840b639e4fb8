import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newEvent } from '../../../db/events/new-event.js';
import type { CatalogVersion } from '../../../db/products/catalog.js';
import { eventEnvelope } from '../../../domain/events/envelope.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { lookupIds, lookupLine, lookupProduct, shopLookups } from '../../support/lookup-product.js';

function versionWith(lookups: ReturnType<typeof shopLookups>): CatalogVersion {
  const definition = lookupProduct(lookups);
  const compiled = compileProduct(definition);
  return { definition, compiled, versionId: randomUUID(), timeZone: 'UTC' } as CatalogVersion;
}

it("plans for an endorsement the lookups of the version of the policy's term", () => {
  const termVersion = versionWith(shopLookups());
  const [score, vehicle] = shopLookups();
  const version = versionWith([
    { ...score, id: randomUUID() },
    { ...vehicle!, id: randomUUID() },
  ]);
  const policyId = randomUUID();
  const { plan } = newEvent({
    organization: { id: randomUUID(), name: 'Agency' },
    product: { id: lookupLine, key: 'shop', name: 'Shop', ownerOrganizationId: randomUUID() } as never,
    ...{ version, termVersion, asConfiguredAt: new Date(0), triggerRequestId: randomUUID() },
    envelope: eventEnvelope.parse({
      type: 'POLICY_ENDORSEMENT_QUOTING',
      lineId: lookupLine,
      payload: { policyId, effectiveDate: '2040-04-01', intake: {} },
    }),
    subject: { policyId },
    firedBy: { organizationId: randomUUID() } as never,
  });
  expect(plan.fired.lookups?.map(({ actionId }) => actionId)).toEqual(Object.values(lookupIds));
});
