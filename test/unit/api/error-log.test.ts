import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { Conflict, Unavailable } from '../../../api/errors/app-error.js';
import { errorHandler } from '../../../api/http/error-handler.js';
import { NoTurn } from '../../../documents/threads/fair-share.js';

/** What is logged where a request fails so. */
async function loggedFor(error: Error): Promise<object[]> {
  const lines: object[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = express();
  app.get('/', () => {
    throw error;
  });
  app.use(errorHandler(logger, '/docs/problems'));
  await request(app).get('/?secret=x');
  return lines;
}

const [warning, failure] = [40, 50];

describe('the log', () => {
  it('has what a request failed of', async () => {
    const [line] = await loggedFor(new Unavailable('later', { cause: new Error('the database is away') }));
    expect(line).toMatchObject({ level: failure, path: '/', err: { message: 'the database is away' } });
  });

  it('has the failure behind a refusal, and nothing of refusals that are the caller’s doing', async () => {
    const behind = new Error('a layout that breaks');
    const [line] = await loggedFor(new Conflict('cannot be laid out', { cause: behind }));
    expect(line).toMatchObject({ level: warning, path: '/', err: { message: 'a layout that breaks' } });
    expect(await loggedFor(new Conflict('issued already'))).toEqual([]);
  });

  it('has a line without a stack for what an organization has too much of', async () => {
    const all = await loggedFor(new NoTurn('20 reports of the organization are waiting already', 3_000));
    expect(all).toMatchObject([{ level: warning, path: '/', msg: expect.stringContaining('20 reports') }]);
    expect(all[0]).not.toHaveProperty('err');
  });
});
