import { Event } from '../../db/models/event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { aCarrierServer } from '../support/carrier-server.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { stillOpen } from '../support/runs-over.js';
import type { Shape } from '../support/shape.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aKillableWorker, type KillPoint } from './killable-worker.js';
import { snapshotOf } from './snapshot.js';

/** Runs a shape on servers of its own, with a worker that dies at the point and another one that takes over. */
export async function runOf(shape: Shape, killAt?: KillPoint) {
  const world = await anEventWorld(shape.product());
  const others = await aCarrierServer();
  if (shape.answers) others.answer(shape.answers);
  const endpoints = Object.fromEntries(
    ['carrier', 'screening'].map((name) => [
      name,
      { url: others.url, private: true, organizationId: world.carrier.organizationId },
    ]),
  );
  try {
    const envelope = await shape.fires(world, others);
    const first = await aKillableWorker(world, { endpoints, ...(killAt && { killAt }) });
    const second = killAt && first.gone.then(() => world.startWorker(endpoints, localWebhooks()));
    const fired = world.events.fire(world.agency, envelope).catch(() => undefined);
    await untilOver(world, shape, String(envelope.triggerRequestId));
    await fired;
    const left = { ...(await snapshotOf(world.db)), brokenTasks: await brokenTasksOf(world) };
    await first.stop();
    await (await second)?.();
    return { began: first.began, left };
  } finally {
    await others.stop();
    await world.close();
  }
}

async function untilOver(world: EventWorld, { meanwhile }: Shape, firedId: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    await meanwhile?.(world);
    const open = await stillOpen(world, firedId);
    if (open.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`still open: ${open.join(', ')}; ${(await brokenTasksOf(world)).join('; ')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * Why workers could not go on with runs that they took over, by their histories. That new things had happened when a
 * worker was about to end a run is no such reason.
 */
async function brokenTasksOf({ db, client }: EventWorld): Promise<string[]> {
  // Records of factories belong to events without a plan.
  const events = await Event.query(db).select('plan').whereRaw(`plan -> 'fired' is not null`);
  const histories = await Promise.all(
    events.map(({ plan }) =>
      client.workflow
        .getHandle(workflowIdOf(plan))
        .fetchHistory()
        .catch(() => ({ events: [] })),
    ),
  );
  return histories
    .flatMap((history) => history.events ?? [])
    .map((event) => event.workflowTaskFailedEventAttributes?.failure?.message ?? 'UnhandledCommand')
    .filter((message) => message !== 'UnhandledCommand');
}
