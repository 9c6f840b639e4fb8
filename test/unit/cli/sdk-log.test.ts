import { ApplicationFailure } from '@temporalio/common';
import type { LogEntry } from '@temporalio/worker';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { refused } from '../../../activities/ground/failures.js';
import { errorSerializer } from '../../../api/telemetry/logger.js';
import { sdkLog } from '../../../cli/parts/sdk-log.js';

/** What is written of an activity that failed, at the usual level. */
function written(error: unknown): Record<string, unknown> | undefined {
  const lines: string[] = [];
  const logger = pino(
    { level: 'info', serializers: { err: errorSerializer } },
    { write: (line) => lines.push(line) },
  );
  const meta = { workflowId: 'event-1', error };
  sdkLog(logger)({ level: 'WARN', message: 'Activity failed', meta } as unknown as LogEntry);
  return lines[0] === undefined ? undefined : JSON.parse(lines[0]);
}

it('says why an activity failed', () => {
  expect(written(new TypeError('x is not iterable'))).toMatchObject({
    level: 40,
    msg: 'Activity failed',
    workflowId: 'event-1',
    err: { type: 'TypeError', message: 'x is not iterable' },
  });
  expect(written(ApplicationFailure.nonRetryable('gone', 'MISSING_RECORD'))).toMatchObject({
    err: { message: 'gone' },
  });
});

it('keeps the data of a database error to itself', () => {
  const native = { severity: 'ERROR', code: '40P01', table: 'quotes', detail: 'Key (name)=(Ada Baker)' };
  const line = written(Object.assign(new Error('update "quotes" set … - deadlock'), native));
  expect(line).toMatchObject({ err: { code: '40P01', table: 'quotes' } });
  expect(JSON.stringify(line)).not.toMatch(/Ada|update/);
});

it('does not warn where the business says no', () => {
  expect(written(refused('the quote has expired'))).toBeUndefined();
});

it('writes what is no error as it is', () => {
  expect(written('lost')).toMatchObject({ error: 'lost' });
});
