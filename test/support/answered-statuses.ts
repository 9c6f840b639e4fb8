import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, expect } from 'vitest';

/** What services of this test file answered, such as `GET /ioi/v3/quote 200`. */
const answered = new Set<string>();

interface Answered {
  request: IncomingMessage & { route?: { path: string } };
  response: ServerResponse;
}

const channel = 'http.server.response.finish';

function note(message: unknown): void {
  const { request, response } = message as Answered;
  if (request.route === undefined) return;
  answered.add(`${request.method} ${request.route.path} ${response.statusCode}`);
}

subscribe(channel, note);

/** A failure of the service is described by `default`. */
const isDefect = (status: string) => status === '500';

afterAll(async () => {
  // The next file of this process subscribes anew.
  unsubscribe(channel, note);
  if (answered.size === 0) return;
  const { describedStatuses } = await import('./described-statuses.js');
  const described = await describedStatuses();
  const undescribed = [...answered].filter((each) => {
    const [method = '', path = '', status = ''] = each.split(' ');
    const statuses = described.get(`${method} ${path}`);
    return statuses !== undefined && !statuses.has(status) && !isDefect(status);
  });
  expect(undescribed, 'the contract does not describe these answers').toEqual([]);
});
