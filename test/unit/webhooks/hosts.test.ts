import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../activities/outbound/public-address.js';
import {
  anyPublicHost,
  InvalidWebhookUrl,
  webhookHosts,
  webhookTarget,
} from '../../../domain/webhooks/hosts.js';
import { standardRetries } from '../../../domain/webhooks/retries.js';

const targetOf = (url: string, hosts = anyPublicHost) => webhookTarget(url, hosts, isPublicAddress);

describe('where notifications may go to', () => {
  it.each([
    'https://hooks.example.com/ioi',
    'https://hooks.example.com:8443/ioi/?key=1',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
  ])('takes %s as it stands', (url) => {
    const target = targetOf(url);
    expect(target.url.href).toBe(url);
    expect(target.private).toBe(false);
  });

  it.each([
    'http://hooks.example.com',
    'ftp://hooks.example.com',
    'hooks.example.com',
    '//hooks.example.com',
    'https://user:secret@hooks.example.com',
    'https://hooks.example.com/#part',
    'https://localhost',
    'https://localhost.',
    'https://LOCALHOST:8443',
    'https://a.localhost',
    'https://postgres',
    'https://temporal:7233',
    'https://printer.local',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://router.home.arpa',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.0.0.1',
    'https://0177.0.0.1',
    'https://0',
    'https://10.1.2.3',
    'https://100.64.0.1',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:8.8.8.8]',
    'https://[fd12:3456::1]',
    'https://[fe80::1]',
    'https://[64:ff9b::7f00:1]',
    'https://①②⑦.0.0.1',
  ])('refuses %s', (url) => {
    expect(() => targetOf(url)).toThrow(InvalidWebhookUrl);
  });

  it('keeps to the hosts that the operator lists', () => {
    const hosts = webhookHosts.parse(['*.example.com', 'api.partner.example:8443']);
    expect(targetOf('https://a.b.Example.com', hosts).private).toBe(false);
    expect(targetOf('https://api.partner.example:8443/x', hosts).private).toBe(false);
    for (const url of [
      'https://example.com',
      'https://badexample.com',
      'https://example.com.evil.example',
      'https://api.partner.example/x',
      'http://a.example.com',
    ]) {
      expect(() => targetOf(url, hosts), url).toThrow(InvalidWebhookUrl);
    }
    expect(() => targetOf('https://hooks.example.com', [])).toThrow('that this installation allows');
  });

  it('lets a listed host be private and without TLS, and no other', () => {
    const hosts = webhookHosts.parse(['*', { host: 'localhost:4000', private: true }]);
    expect(targetOf('http://localhost:4000/hook', hosts).private).toBe(true);
    expect(targetOf('https://hooks.example.com', hosts).private).toBe(false);
    expect(() => targetOf('http://localhost:4001/hook', hosts)).toThrow(InvalidWebhookUrl);
    expect(() => targetOf('http://hooks.example.com', hosts)).toThrow(InvalidWebhookUrl);
  });

  it.each([
    [[{ host: '*', private: true }], 'would open every address'],
    [[{ host: '*:443', private: true }], 'would open every address'],
    [['https://hooks.example.com'], 'must be a host'],
    [['hooks.*.com'], 'must be a host'],
    [[7], 'must be a host'],
  ])('refuses %j as a setting', (hosts, words) => {
    expect(JSON.stringify(webhookHosts.safeParse(hosts).error?.issues)).toContain(words);
  });
});

it('tries for three days, ever more seldom', () => {
  expect(standardRetries.slice(0, 8)).toEqual([5, 30, 120, 600, 3600, 10_800, 21_600, 21_600]);
  const total = standardRetries.reduce((sum, seconds) => sum + seconds, 0);
  expect(total).toBeLessThanOrEqual(3 * 86_400);
  expect(total).toBeGreaterThan(3 * 86_400 - 21_600);
});
