import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { policyTermStatusQuery } from '../../workflows/contracts/policy-term.js';
import type { EventWorld } from './event-world.js';
import { termOf } from './workflow-handles.js';

/** What is still to be done after an event was fired: empty once it and all that followed from it is over. */
export async function stillOpen(world: EventWorld, firedId: string): Promise<string[]> {
  const { db } = world;
  const events = await Event.query(db);
  if (!events.some(({ triggerRequestId }) => triggerRequestId === firedId)) return ['nothing was fired'];
  const open = events.filter(({ state }) => state !== 'COMPLETED' && state !== 'FAILED');
  const ended = await WebhookDelivery.query(db).where('state', '<>', 'PENDING').resultSize();
  const toTell = events.reduce((sum, event) => sum + (event.plan.fired?.notify ?? []).length, 0);
  const policies = await Policy.query(db).select('id');
  const looked = await Promise.all(policies.map(({ id }) => hasLooked(world, id)));
  return [
    ...open.map(({ type, state }) => `${type} ${state}`),
    ...(ended < toTell ? ['a delivery'] : []),
    ...looked.filter((has) => !has).map(() => 'a policy that nobody looked after'),
  ];
}

/** Whether the policy's workflow has done what was due at first. */
async function hasLooked(world: EventWorld, policyId: string): Promise<boolean> {
  try {
    const handle = await termOf(world, policyId);
    return (
      (await world.client.withDeadline(Date.now() + 2_000, () => handle.query(policyTermStatusQuery))) !==
      null
    );
  } catch {
    return false;
  }
}
