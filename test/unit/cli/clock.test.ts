import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClockEvent, ClockObject } from '../../../cli/clocks/service-clocks.js';
import { addClockCommands } from '../../../cli/commands/clock.js';

/** The commands on a service of the test, which answers what it is told to. */
const clockId = '5b0b7c7e-3a55-4a51-9c0e-2d8f7f3a9c11';
const policyId = '0b7a3df2-55f0-4a0a-8a57-0d4f6f2e8c22';
const aClock: ClockObject = {
  id: clockId,
  name: 'A year',
  businessTime: '2027-01-31T12:00:00.000Z',
  state: 'READY',
  waitsTimeOut: false,
  clients: 1,
  policies: 1,
};

let server: Server;
let asked: { request: string; body: unknown }[];
/** What `GET /clock/{id}` answers, one after the other, the last one for ever. */
let clocks: ClockObject[];
/** What the list of events has from the nth reading on. */
let events: ClockEvent[][];
let status: number;
let copyAnswer: unknown;

beforeEach(async () => {
  asked = [];
  clocks = [aClock];
  events = [[]];
  status = 200;
  server = createServer(async (req, res) => {
    let text = '';
    for await (const piece of req) text += String(piece);
    const request = `${req.method} ${req.url}`;
    asked.push({ request, body: text === '' ? undefined : JSON.parse(text) });
    const answer = (body: unknown) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (status >= 400) return answer({ status, detail: 'the clock is advancing', code: 'CLOCK_ADVANCING' });
    if (req.method === 'DELETE') return res.writeHead(204).end();
    return answer(answerTo(req.method, req.url ?? ''));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('IOI_API_KEY', 'key');
  vi.stubEnv('IOI_API_SECRET', 'secret');
  vi.stubEnv('IOI_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answerTo(method: string | undefined, url: string): unknown {
  if (/\/(copy|comparison)/.test(url)) return copyAnswer;
  if (url.startsWith('/ioi/v3/event')) {
    return { content: events.length > 1 ? events.shift() : events[0], last: true };
  }
  if (url.startsWith('/ioi/v3/clock?')) return { content: [aClock], last: true };
  if (url.startsWith('/ioi/v3/policy/')) return { policy: { policyNumber: 'GL-000001' } };
  return clocks.length > 1 && method === 'GET' ? clocks.shift() : clocks[0];
}

async function run(...line: string[]): Promise<string[]> {
  const printed: string[] = [];
  const command = new Command('clock').exitOverride();
  addClockCommands(command, {
    withDatabase: async () => expect.unreachable('no database'),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => {} });
  await command.parseAsync(line, { from: 'user' });
  return printed;
}

const bodyOf = (request: string) =>
  asked.find((each) => each.request === `POST /ioi/v3/clock${request}`)?.body;

const anEvent = (type: string, businessTimestamp: string, more: Partial<ClockEvent> = {}): ClockEvent => ({
  triggerRequestId: `${type} ${businessTimestamp}`,
  type,
  state: 'COMPLETED',
  lineName: 'General Liability',
  policyId,
  failedActionCount: 0,
  createdTimestamp: new Date().toISOString(),
  businessTimestamp,
  ...more,
});

describe('clock', () => {
  it('makes a clock at the noon of a day', async () => {
    expect(await run('create', 'A year', '--at', '2027-01-31')).toEqual([
      `A year  clock ${clockId}`,
      '  shows 2027-01-31 12:00 UTC, ready',
      '  clients: 1, policies: 1',
    ]);
    expect(bodyOf('')).toEqual({ name: 'A year', businessTime: '2027-01-31T12:00:00Z' });
  });

  it('lists clocks and shows one', async () => {
    expect(await run('list')).toEqual([
      'Name    Shows                 State  Clock',
      `A year  2027-01-31 12:00 UTC  ready  ${clockId}`,
    ]);
    clocks = [{ ...aClock, nextDueTimestamp: '2027-02-15T05:00:00.000Z', problem: 'an action failed' }];
    expect(await run('show', clockId)).toContain('  next due 2027-02-15 05:00 UTC');
    expect(await run('show', clockId)).toContain('  held up: an action failed');
  });

  it.each([
    [['--to', '2027-03-01'], '2027-03-01T12:00:00Z'],
    [['--to', '2027-03-01T09:00:00-05:00'], '2027-03-01T14:00:00.000Z'],
    [['--days', '7'], '2027-02-07T12:00:00.000Z'],
    [['--months', '1'], '2027-02-28T12:00:00.000Z'],
    [['--next'], '2027-02-15T05:00:00.000Z'],
  ])('advances %j to %s', async (options, to) => {
    clocks = [{ ...aClock, nextDueTimestamp: '2027-02-15T05:00:00.000Z' }];
    await run('advance', clockId, ...options, '--no-follow');
    expect(bodyOf(`/${clockId}/advance`)).toEqual({ to });
  });

  it('refuses to advance to nothing, to two times, or to a day that is none', async () => {
    await expect(run('advance', clockId)).rejects.toThrow('Give one of');
    await expect(run('advance', clockId, '--days', '1', '--next')).rejects.toThrow('Give one of');
    await expect(run('advance', clockId, '--next')).rejects.toThrow(
      'Nothing is due under the clock "A year".',
    );
    await expect(run('advance', clockId, '--to', '2027-02-30')).rejects.toThrow('It must be a day');
    expect(asked.some(({ request }) => request.startsWith('POST'))).toBe(false);
  });

  it('prints each event once, when it has ended and in the order of business time, until the clock is ready', async () => {
    const earlier = anEvent('GET_QUOTES', '2027-01-31T12:00:00.000Z', {
      createdTimestamp: '2026-01-01T00:00:00.000Z',
    });
    const notice = anEvent('PRE_POLICY_CANCELLATION', '2027-03-05T05:00:00.000Z');
    const bill = anEvent('STATEMENT_CREATED', '2027-02-15T05:00:00.000Z');
    const failed = anEvent('POLICY_CANCEL', '2027-03-20T05:00:00.000Z', { failedActionCount: 2 });
    const advancing: ClockObject = { ...aClock, state: 'ADVANCING' };
    const ready = { ...aClock, businessTime: '2027-04-01T12:00:00.000Z' };
    clocks = [aClock, advancing, { ...advancing, problem: 'slow' }, { ...advancing, problem: 'slow' }, ready];
    const running = { ...notice, state: 'RUNNING' };
    events = [[earlier], [running, bill, earlier], [notice, bill, earlier], [failed, notice, bill, earlier]];

    expect(await run('advance', clockId, '--to', '2027-04-01')).toEqual([
      '2027-02-15  STATEMENT_CREATED  GL-000001',
      '2027-03-05  PRE_POLICY_CANCELLATION  GL-000001',
      'Held up: slow',
      '2027-03-20  POLICY_CANCEL  GL-000001  2 failed actions',
      'The clock "A year" shows 2027-04-01 12:00 UTC',
    ]);
    expect(asked.filter(({ request }) => request.includes('/policy/'))).toHaveLength(1);
  });

  it('says where an advance was stopped', async () => {
    clocks = [{ ...aClock, businessTime: '2027-02-10T12:00:00.000Z' }];
    const printed = await run('advance', clockId, '--to', '2027-04-01');
    expect(printed).toEqual(['The clock "A year" was stopped at 2027-02-10 12:00 UTC']);
  });

  it('copies policies by id or by filters, and compares them', async () => {
    const copies = [{ policyId, policyNumber: 'GL-000001-C1', originalPolicyNumber: 'GL-000001' }];
    copyAnswer = { policies: 1, copies };
    const otherId = '11111111-1111-4111-8111-111111111111';
    expect(await run('copy', clockId, '--policy', policyId, otherId, '--payment-plan', 'monthly')).toEqual([
      'Copied policies: 1',
      'Original   Copy          Policy',
      `GL-000001  GL-000001-C1  ${policyId}`,
    ]);
    expect(bodyOf(`/${clockId}/copy`)).toEqual({ policyIds: [policyId, otherId], paymentPlan: 'MONTHLY' });
    asked = [];
    await run('copy', clockId, '--filter', 'effectiveDateFrom=2027-01-01', 'insuredName=A=B');
    expect(bodyOf(`/${clockId}/copy`)).toEqual({
      filter: { effectiveDateFrom: '2027-01-01', insuredName: 'A=B' },
    });
    await expect(run('copy', clockId, '--filter', 'nothing')).rejects.toThrow('It must be such as');

    const base = { active: 1, canceled: 0, lapsed: 0, expired: 0, renewals: 1, late: 0 };
    const money = { premium: 1000, billed: 1200.5, paid: 0, balance: 1200.5, pastDue: 0 };
    const totals = { ...base, ...money };
    copyAnswer = {
      totals: [{ currency: 'USD', policies: 1, base: totals, copy: { ...totals, active: 0, canceled: 1 } }],
      unpaired: 1,
    };
    const compared = await run('compare', clockId, '--with', otherId);
    expect(asked.at(-1)?.request).toBe(`GET /ioi/v3/clock/${clockId}/comparison?size=1&with=${otherId}`);
    expect(compared.slice(0, 4)).toEqual([
      'USD, policies: 1',
      '          Originals   Copies',
      'active            1        0',
      'canceled          0        1',
    ]);
    expect(compared).toContain('billed      1200.50  1200.50');
    expect(compared.at(-1)).toBe('Left out, as their originals are gone: 1');
  });

  it('stops and deletes a clock, the latter only with --yes', async () => {
    await run('stop', clockId);
    expect(asked.at(-1)?.request).toBe(`POST /ioi/v3/clock/${clockId}/stop`);
    await expect(run('delete', clockId)).rejects.toThrow('--yes');
    expect(await run('delete', clockId, '--yes')).toEqual([`Deleted clock ${clockId}`]);
    expect(asked.at(-1)?.request).toBe(`DELETE /ioi/v3/clock/${clockId}`);
  });

  it('says in a sentence what the service refuses, and that it needs one', async () => {
    status = 409;
    await expect(run('stop', clockId)).rejects.toThrow('The clock is advancing.');
    vi.stubEnv('IOI_URL', '');
    await expect(run('list')).rejects.toThrow('Name the running service');
  });
});
