import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EventService } from '../../api/event-firing/service.js';
import { EventControl } from '../../api/events/control.js';
import type { EventRuns } from '../../api/runs/event-runs.js';
import { RunUnanswered } from '../../api/runs/run-errors.js';
import { aFire } from '../support/event-factory.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld } from './webhook-world.js';

it('tells of an event that was canceled before its run began', async () => {
  const world = await aWebhookWorld({ worker: localWebhooks() });
  const { db, catalog, quotes, runs } = world;
  const now = () => new Date();
  const cutOff = { fire: () => Promise.reject(new RunUnanswered('cut off')) } as unknown as EventRuns;
  await world.anEndpoint();
  const triggerRequestId = randomUUID();
  const events = new EventService({ db, catalog, quotes, now, runs: cutOff });
  await events.fire(world.agency, aFire({ triggerRequestId })).catch((error: unknown) => error);

  expect(await new EventControl({ db, catalog, runs, now }).cancel(world.agency, triggerRequestId)).toBe(
    true,
  );

  expect(await world.sweepWebhooks()).toBe(0);
  expect(await world.sweepWebhooks(30_000)).toBe(1);
  await world.delivered(triggerRequestId);
  expect(world.receiver.received).toHaveLength(1);
  expect(world.receiver.received[0]?.text).toContain('CANCELLED');
  await world.close();
}, 60_000);
