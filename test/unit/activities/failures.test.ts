import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { asActivity } from '../../../activities/ground/failures.js';

/** How an activity's attempt ends that throws this: retried, or not, with the type of its failure. */
async function endOf(error: unknown, attempt = 1): Promise<string> {
  const environment = new MockActivityEnvironment({ attempt });
  const failing = () =>
    asActivity(async () => {
      throw error;
    });
  const thrown = await environment.run(failing).catch((failure: unknown) => failure);
  return thrown instanceof ApplicationFailure && thrown.nonRetryable ? String(thrown.type) : 'retried';
}

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

describe('a failed attempt', () => {
  it.each([
    ['23505', 'DATABASE_REFUSED'],
    ['22P02', 'DATABASE_REFUSED'],
    ['08006', 'retried'],
    ['57P01', 'retried'],
    ['25006', 'retried'],
    ['25P03', 'retried'],
    ['53300', 'retried'],
    ['40P01', 'retried'],
    ['57014', 'retried'],
    ['ECONNREFUSED', 'retried'],
  ])('of the database with code %s is %s', async (code, end) => {
    expect(await endOf(withCode(code))).toBe(end);
    expect(await endOf(Object.assign(new Error('Knex'), { nativeError: withCode(code) }))).toBe(end);
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'x')"),
    new RangeError('Invalid string length'),
    new SyntaxError('Unexpected token'),
  ])('by a defect is not repeated: %s', async (error) => {
    expect(await endOf(error)).toBe('DEFECT');
  });

  it.each([
    new TypeError('fetch failed'),
    new Error('Connection terminated unexpectedly'),
    new Error('Knex: Timeout acquiring a connection. The pool is probably full.'),
    withCode('08006'),
    withCode('ECONNRESET'),
  ])('by an outage is repeated until that is over: %s', async (error) => {
    expect(await endOf(error, 500)).toBe('retried');
  });

  it.each([new Error('not today'), withCode('25P03'), withCode('40P01'), withCode('57014')])(
    'for another reason is repeated a dozen times: %s',
    async (error) => {
      expect(await endOf(error, 11)).toBe('retried');
      expect(await endOf(error, 12)).toBe('FAILED_AGAIN');
    },
  );

  it('that says itself whether to repeat it decides', async () => {
    expect(await endOf(ApplicationFailure.create({ message: 'busy', type: 'RENDERER_BUSY' }), 500)).toBe(
      'retried',
    );
    expect(await endOf(ApplicationFailure.nonRetryable('no', 'MISSING_RECORD'))).toBe('MISSING_RECORD');
  });
});
