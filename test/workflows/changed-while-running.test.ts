import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietRuntime } from '../support/quiet-runtime.js';
import { temporalAddress } from '../support/temporal.js';

const taskQueue = `test-${randomUUID()}`;
let connection: NativeConnection;
let client: Client;
let notes: string[] = [];

beforeAll(async () => {
  quietRuntime();
  connection = await NativeConnection.connect({ address: temporalAddress() });
  client = new Client({ connection: await Connection.connect({ address: temporalAddress() }) });
});

afterAll(async () => {
  await client?.connection.close();
  await connection?.close();
});

const bundleOf = (version: 'first' | 'careless' | 'patched') =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(`changed-while-running/${version}.ts`, import.meta.url)),
  });

async function withWorker<T>(version: 'first' | 'patched', work: () => Promise<T>): Promise<T> {
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await bundleOf(version),
    activities: {
      note: async (text: string) => {
        notes.push(text);
      },
    },
  });
  return worker.runUntil(work());
}

it('lets a run that is in flight go on after its workflow was changed by the rule, and only then', async () => {
  const workflowId = `changing-${randomUUID()}`;
  const old = await withWorker('first', async () => {
    const handle = await client.workflow.start('changing', { workflowId, taskQueue });
    await expect.poll(() => notes, { timeout: 20_000 }).toEqual(['begun']);
    return handle;
  });
  const history = await old.fetchHistory();

  await expect(
    Worker.runReplayHistory({ workflowBundle: await bundleOf('careless') }, history),
  ).rejects.toThrow(/[Nn]ondeterminism|determinis/);
  await Worker.runReplayHistory({ workflowBundle: await bundleOf('patched') }, history);

  notes = [];
  await withWorker('patched', async () => {
    await old.signal('goOn');
    expect(await old.result()).toEqual(['begun', 'ended']);
    const fresh = await client.workflow.start('changing', { workflowId: `${workflowId}-new`, taskQueue });
    await fresh.signal('goOn');
    expect(await fresh.result()).toEqual(['begun', 'ended anew']);
  });
  expect(notes).toEqual(['ended', 'begun', 'ended anew']);
}, 120_000);
