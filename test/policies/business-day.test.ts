import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeOrganization } from '../../db/identity/organizations.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { productDefinition } from '../../domain/product/definition.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopProduct } from '../support/shop-product.js';

/** Half past two in the afternoon of the first of March in Honolulu, and half past nine in the morning of the second in Tokyo. */
const now = () => new Date('2039-03-02T00:30:00Z');

describe.each([
  ["its owner's time zone", 'Pacific/Honolulu', undefined, '2039-03-01', '2039-03-02'],
  ['its own time zone', 'Pacific/Honolulu', 'Asia/Tokyo', '2039-03-02', '2039-03-03'],
] as const)('a policy of a product in %s', (_, ofOwner, ofProduct, today, tomorrow) => {
  let world: EventWorld;
  let desk: PolicyDesk;

  beforeAll(async () => {
    const definition = productDefinition.parse({ ...shopProduct(), timeZone: ofProduct });
    world = await anEventWorld(definition, { now });
    const { organizationId } = world.carrier;
    await changeOrganization(world.db, { organizationId, timeZone: ofOwner });
    const zone = async () => (await world.catalog.version(world.versionId))?.timeZone;
    await vi.waitFor(async () => expect(await zone()).toBe(ofProduct ?? ofOwner));
    desk = new PolicyDesk(world, now);
  });
  afterAll(() => world?.close());

  const issue = () => desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });
  const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound();

  it('is billed, and what happens to it is dated, on the day there', async () => {
    const policyId = await issue();
    const [statement] = await Statement.query(world.db).where({ policy_id: policyId });
    expect(statement?.billedOn).toBe(today);
    await desk.done('POLICY_EVENT_RECORD', { policyId, type: 'NOTE', label: 'Called' });
    const [note] = await PolicyEvent.query(world.db).where({ policy_id: policyId, type: 'NOTE' });
    expect(note?.effectiveDate).toBe(today);
  });

  it('is canceled tomorrow when tomorrow comes there', async () => {
    const [policyId, other] = [await issue(), await issue()];
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: tomorrow });
    await desk.done('POLICY_CANCEL', { policyId: other, effectiveDate: today });
    expect((await policyOf(policyId)).policyState).toBe('ACTIVE');
    expect((await policyOf(other)).policyState).not.toBe('ACTIVE');
  });
});
