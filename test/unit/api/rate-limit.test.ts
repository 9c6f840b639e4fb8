import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { TooManyRequests } from '../../../api/errors/app-error.js';
import { type RateLimits, rateLimit } from '../../../api/http/rate-limit.js';

/** Sends requests at given moments; answers their headers, or the refusal. */
function aLimit(limits: RateLimits) {
  let atMs = 0;
  const limit = rateLimit(limits, () => atMs);
  return (apiKey: string, organizationId = 'one', afterMs = 0) => {
    atMs += afterMs;
    const headers: Record<string, string> = {};
    const res = { setHeader: (name: string, value: string) => (headers[name] = value) };
    try {
      void limit({ user: { apiKey, organizationId } } as Request, res as unknown as Response, () => {});
      return { headers };
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return { headers: { ...headers, ...error.headers }, refused: error.message };
    }
  };
}

describe('the rate limit', () => {
  it('tells what is left of each quota', () => {
    const send = aLimit({ perCaller: 60, perOrganization: 120 });
    send('a');
    expect(send('b').headers).toEqual({
      'RateLimit-Policy': '"caller";q=60;w=60, "organization";q=120;w=60',
      RateLimit: '"caller";r=59;t=1, "organization";r=118;t=1',
    });
  });

  it('refuses a caller that sends more, and says when to come again', () => {
    const send = aLimit({ perCaller: 6, perOrganization: 0 });
    for (let sent = 0; sent < 6; sent += 1) expect(send('a').refused).toBeUndefined();
    const { headers, refused } = send('a');
    expect(refused).toBe('too many requests: the caller may send 6 a minute');
    expect(headers).toMatchObject({ 'Retry-After': '10', RateLimit: '"caller";r=0;t=60' });
    expect(send('b').refused).toBeUndefined();
    expect(send('a', 'one', 9_000).refused).toBeDefined();
    expect(send('a', 'one', 1_100).refused).toBeUndefined();
    expect(send('a').refused).toBeDefined();
  });

  it('counts all keys of an organization together', () => {
    const send = aLimit({ perCaller: 0, perOrganization: 3 });
    for (const key of ['a', 'b', 'c']) expect(send(key).refused).toBeUndefined();
    expect(send('d').refused).toBe('too many requests: the organization may send 3 a minute');
    expect(send('d', 'two').refused).toBeUndefined();
  });

  it('has no limit and no fields if it is off', () => {
    const send = aLimit({ perCaller: 0, perOrganization: 0 });
    for (let sent = 0; sent < 1_000; sent += 1) expect(send('a')).toEqual({ headers: {} });
  });

  it('takes microseconds', () => {
    const send = aLimit({ perCaller: 1_000_000, perOrganization: 1_000_000 });
    const start = performance.now();
    for (let sent = 0; sent < 100_000; sent += 1) send('a');
    expect((performance.now() - start) / 100_000).toBeLessThan(0.05);
  });
});
