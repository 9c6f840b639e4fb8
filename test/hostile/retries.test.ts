import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asActivity } from '../../activities/ground/failures.js';
import type { Activities } from '../../activities/index.js';
import { titledActivities } from '../../activities/titled.js';
import type { FiredEvent } from '../../domain/runs/fired-event.js';
import { quietRuntime } from '../support/quiet-runtime.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';

const taskQueue = `test-${randomUUID()}`;
let connection: NativeConnection;
let client: Client;
let attempts = 0;
let recorded: string[] = [];

beforeAll(async () => {
  quietRuntime();
  connection = await NativeConnection.connect({ address: temporalAddress() });
  client = new Client({ connection: await Connection.connect({ address: temporalAddress() }) });
});

afterAll(async () => {
  await client?.connection.close();
  await connection?.close();
});

/** The run of an event with one default action, which fails like this. */
async function withFailing<T>(fail: () => unknown, work: () => Promise<T>): Promise<T> {
  attempts = 0;
  recorded = [];
  const note = (what: string) => async () => {
    recorded.push(what);
    return { quoteIds: [], fired: [] };
  };
  const activities: Partial<Record<keyof Activities, (...args: never[]) => Promise<unknown>>> = {
    runDefaultAction: () =>
      asActivity(async () => {
        attempts += 1;
        throw fail();
      }),
    recordFailure: async (_id: string, _action: object, reason: string) => {
      recorded.push(`failure: ${reason}`);
      return { quoteIds: [], fired: [] };
    },
    recordOutcome: note('outcome'),
    recordCancellation: note('cancellation'),
  };
  const bundle = { codePath: await workflowBundle() };
  const worker = await Worker.create({
    ...{ connection, taskQueue, workflowBundle: bundle },
    activities: titledActivities(activities as Activities),
  });
  return worker.runUntil(work());
}

function started() {
  const fired: FiredEvent = {
    triggerRequestId: randomUUID(),
    type: 'CLIENT_VALIDATION',
    waitForRating: false,
    defaultActions: [{ actionId: randomUUID(), type: 'SAVE_CLIENT', name: 'Save the client' }],
    actions: [],
  };
  return client.workflow.start(fired.type, {
    taskQueue,
    workflowId: `event-${fired.triggerRequestId}`,
    args: [fired],
  });
}

describe('an action that always fails', () => {
  it('by a defect ends at once', async () => {
    await withFailing(
      () => new RangeError('Invalid string length'),
      async () => (await started()).result(),
    );
    expect(attempts).toBe(1);
    expect(recorded).toEqual(['failure: Invalid string length', 'outcome']);
  });

  it('because another system is away can be canceled between its attempts', async () => {
    const outage = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    await withFailing(
      () => outage,
      async () => {
        const run = await started();
        await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(3);
        const asked = performance.now();
        await run.cancel();
        await expect(run.result()).rejects.toThrow(/cancel/i);
        expect(performance.now() - asked).toBeLessThan(15_000);
        expect(recorded).toEqual(['cancellation']);
      },
    );
  });
});
