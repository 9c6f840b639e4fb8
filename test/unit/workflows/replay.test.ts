import { readdir, readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { historyIn } from '../../support/histories.js';
import { workflowBundle } from '../../support/workflow-bundle.js';

const folder = new URL('../../histories/', import.meta.url);
const recorded = (await readdir(folder)).filter((name) => name.endsWith('.json'));

it('has a recorded history of every workflow', () => {
  const types = new Set(recorded.map((name) => name.split('.')[1]));
  expect([...types]).toEqual(
    expect.arrayContaining(['GET_QUOTES', 'policy', 'clock', 'job', 'book', 'webhookQueue']),
  );
});

it.each(recorded)('replays %s', async (name) => {
  const history = historyIn(await readFile(new URL(name, folder), 'utf8'));
  const codePath = await workflowBundle();
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, history, name);
});
