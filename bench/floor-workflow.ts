import {
  condition,
  defineUpdate,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { FloorActivities } from './floor-temporal.js';

/** The least that an event run could be: its update completes after one local activity. */
export const floorResult = defineUpdate<string>('floorResult');

const { doNothing } = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: '10 seconds' });

export async function floorRun(): Promise<void> {
  let done = false;
  setHandler(floorResult, async () => {
    await condition(() => done);
    return workflowInfo().workflowId;
  });
  await doNothing();
  done = true;
}
