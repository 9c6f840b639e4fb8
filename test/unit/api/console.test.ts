import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import request from 'supertest';
import { afterAll, expect, it } from 'vitest';
import { consoleSite } from '../../../api/console/routes.js';

const folder = mkdtempSync(path.join(tmpdir(), 'ioi-console-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Console</title>');
writeFileSync(path.join(folder, 'assets/index-abc123.js'), 'export {};');
afterAll(() => rmSync(folder, { recursive: true }));

const served = (built: string) => express().use('/console', consoleSite({ folder: built }));

it.each(['/console', '/console/', '/console/clients/1?tab=quotes'])(
  'serves the page at %s',
  async (place) => {
    const { headers, text } = await request(served(folder)).get(place).expect(200);
    expect(text).toContain('<title>Console</title>');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
    });
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  },
);

it('lets browsers keep its files, whose names have the hash of their contents', async () => {
  const { headers } = await request(served(folder)).get('/console/assets/index-abc123.js').expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

it.each(['index-other.js', '..%2findex.html', '%2e%2e%2fassets', '__proto__'])(
  'has no file %s',
  async (name) => {
    await request(served(folder)).get(`/console/assets/${name}`).expect(404);
  },
);

it('serves nothing where the console was not built, and takes reads only', async () => {
  await request(served(path.join(folder, 'nowhere')))
    .get('/console')
    .expect(404);
  await request(served(folder)).post('/console').expect(404);
});
