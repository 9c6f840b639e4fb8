import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unavailable } from '../../api/errors/app-error.js';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { authority } from '../../domain/authority/authority.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { addDays } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { productDefinition } from '../../domain/product/definition.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today, usual } from '../support/authority-world.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

describe('in the transaction', () => {
  it('an event is refused if its license was changed after it was accepted', async () => {
    const waiting = await anAuthorityWorld({ worker: false });
    try {
      const quote = await waiting.aQuote({ effectiveDate: today });
      const triggerRequestId = randomUUID();
      const payload = binding(quote, { paymentRequired: false });
      const envelope = eventEnvelope.parse({
        type: 'POLICY_CREATE',
        lineId: shopIds.line,
        payload,
        triggerRequestId,
      });
      await expect(waiting.events.fire(waiting.agency, envelope)).rejects.toThrow(Unavailable);
      const { organizationId } = waiting.agency;
      const license = authority.parse(usual);
      await licenseProduct(waiting.db, { productId: shopIds.line, organizationId, authority: license });
      const stop = await waiting.startWorker();
      const event = () => Event.query(waiting.db).findById(triggerRequestId);
      await expect.poll(async () => (await event())?.state, { timeout: 20_000 }).toBe('FAILED');
      await stop();
      expect((await event())?.triggerResult?.refusal).toEqual({
        detail: "the authority bindUnpaid is needed, which the insurer's license does not grant",
        field: 'payload.paymentRequired',
      });
      expect(await Policy.query(waiting.db).resultSize()).toBe(0);
    } finally {
      await waiting.close();
    }
  });
});

describe("a product of the seller's own", () => {
  it('does not lend its actions authority over policies of the insurer', async () => {
    const policy = await world.sold();
    await world.grant(usual);
    const own = { line: randomUUID(), action: randomUUID() };
    const definition = productDefinition.parse({
      ...{ key: 'own', version: '1', product: { id: own.line, title: 'Own', clientType: 'COMMERCIAL' } },
      configurations: [
        {
          ...{ id: randomUUID(), title: 'Own' },
          events: {
            INTAKE_COMPLETE: [
              {
                ...{ id: own.action, type: 'FIRE_EVENT', name: 'Cancel', order: 1 },
                ...{ lineId: shopIds.line, eventType: 'POLICY_CANCEL' },
                payload: { policyId: policy.id, effectiveDate: addDays(today, 40) },
              },
            ],
          },
        },
      ],
    });
    const { versionId } = await importVersion(world.db, {
      ...{ definition, sha256: contentHash(definition), createdBy: { name: 'tests' } },
      ownerOrganizationId: world.agency.organizationId,
    });
    await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
    const triggerRequestId = randomUUID();
    const envelope = { type: 'INTAKE_COMPLETE', lineId: own.line, payload: { intake: {} }, triggerRequestId };
    await world.events.fire(world.agency, eventEnvelope.parse(envelope));
    const ended = async () => {
      const [run] = await world.db('action_runs').where({ action_id: own.action });
      return [run?.state, run?.last_error];
    };
    await expect
      .poll(ended)
      .toEqual([
        'FAILED',
        'the owner of the product may not fire POLICY_CANCEL: ' +
          "the authority cancel is needed, which the insurer's license does not grant",
      ]);
    expect((await world.policy(policy.id)).cancelledOn).toBeNull();
  });
});
