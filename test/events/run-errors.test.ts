import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { isUnanswered } from '../../api/runs/run-errors.js';
import { temporalAddress } from '../support/temporal.js';

it('a call that the SDK drops, as its deadline is weeks away after the clock went back, is unanswered', async () => {
  const connection = await NativeConnection.connect({ address: temporalAddress() });
  const client = new Client({ connection });
  const weeksAway = Date.now() + 40 * 24 * 3_600_000;
  try {
    const call = client.withDeadline(weeksAway, () => connection.workflowService.getSystemInfo({}));
    expect(isUnanswered(await call.catch((error: unknown) => error))).toBe(true);
    // The connection works on.
    await connection.workflowService.getSystemInfo({});
  } finally {
    await connection.close();
  }
});
