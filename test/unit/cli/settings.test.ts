import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretFileOf } from '../../../cli/settings/secret-files.js';
import { readSettings, secretSettings, WrongSettings } from '../../../cli/settings/settings.js';
import { settingNames, withSettings } from '../../support/settings-table.js';

it('are in the table of docs/operations/operating.md as they are declared', async () => {
  const file = path.resolve('docs/operations/operating.md');
  await expect(withSettings(await readFile(file, 'utf8'))).toMatchFileSnapshot(file);
});

it('are those that the Helm chart knows', async () => {
  const file = path.resolve('temporal-docker/helm/ioi/values.schema.json');
  const schema = JSON.parse(await readFile(file, 'utf8'));
  const setting = { enum: [...settingNames(), ...secretSettings.map(secretFileOf)] };
  const $defs = { setting, secret: { enum: secretSettings } };
  await expect(`${JSON.stringify({ ...schema, $defs }, null, 2)}\n`).toMatchFileSnapshot(file);
});

it('scan files by a command or by ICAP, and by no other address', () => {
  expect(readSettings({ FILE_SCANNER: 'icap://scanner.internal/avscan' })).toMatchObject({});
  expect(() => readSettings({ FILE_SCANNER: 'icaps://scanner.internal/avscan' })).toThrow(WrongSettings);
});

it('has a value for everything that a newcomer does not set', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    temporalAddress: undefined,
    temporalNamespace: 'default',
    temporalTaskQueue: 'ioi',
    publicUrl: undefined,
    trustedProxies: 0,
    eventsBesideOthers: 1,
    rateLimits: { perCaller: 300_000, perOrganization: 600_000 },
    environment: 'DEV',
    metricsPort: undefined,
    logLevel: 'info',
  });
});

it('reads the version of the workers, whole or not at all', () => {
  const version = { TEMPORAL_DEPLOYMENT_NAME: 'ioi', TEMPORAL_WORKER_BUILD_ID: '0.2.0' };
  expect(readSettings(version).workerVersion).toEqual({ deploymentName: 'ioi', buildId: '0.2.0' });
  expect(readSettings({}).workerVersion).toBeUndefined();
  for (const [name, value] of Object.entries(version)) {
    expect(() => readSettings({ [name]: value })).toThrow(
      'TEMPORAL_WORKER_BUILD_ID must be set if TEMPORAL_DEPLOYMENT_NAME is, and only then',
    );
  }
});

it('reads endpoints of others, and says what is wrong with one', () => {
  const organizationId = '6f0b3c9e-52d4-4a0b-9f6e-0d1c7a8e4b21';
  const { outboundEndpoints } = readSettings({
    OUTBOUND_ENDPOINTS: JSON.stringify({
      acme: { url: 'https://acme.example/v2', organizationId },
      lab: { url: 'http://10.0.0.1', private: true, organizationId },
    }),
  });
  expect(outboundEndpoints.acme).toMatchObject({ private: false });
  expect(outboundEndpoints.acme?.url.href).toBe('https://acme.example/v2');
  expect(outboundEndpoints.lab).toMatchObject({ private: true });
  for (const [text, words] of [
    ['acme', 'must be JSON such as'],
    ['{"acme": "https://acme.example"}', 'OUTBOUND_ENDPOINTS acme'],
    [
      `{"acme": {"url": "http://acme.example", "organizationId": "${organizationId}"}}`,
      'acme.url must be https unless',
    ],
    ['{"acme": {"url": "https://acme.example"}}', 'acme.organizationId must be the id of the organization'],
    ['{"acme": {"url": "nowhere"}}', 'acme.url must be an http or https URL'],
    ['{"Acme Inc": {"url": "https://acme.example"}}', 'Acme Inc'],
  ] as const) {
    expect(() => readSettings({ OUTBOUND_ENDPOINTS: text })).toThrow(words);
  }
});

it('reads where webhooks may go and when they are tried again, and says what is wrong with it', () => {
  const { webhooks } = readSettings({});
  const any = { host: '*', private: false };
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => ({ host, private: true }));
  expect(webhooks.hosts).toEqual([any, ...own]);
  // Whoever serves others allows nothing of their own network by default.
  for (const served of [
    { ENVIRONMENT: 'PROD' },
    { ENVIRONMENT: 'UAT' },
    { DATABASE_URL: 'postgres://db.example.com/ioi' },
  ])
    expect(readSettings(served).webhooks.hosts, JSON.stringify(served)).toEqual([any]);
  expect(webhooks.retrySeconds[0]).toBe(5);
  expect(
    readSettings({
      WEBHOOK_HOSTS: '["*.Example.com", {"host": "localhost:4000", "private": true}]',
      WEBHOOK_RETRY_SECONDS: '0.5,60',
      WEBHOOK_DISABLE_DAYS: '7',
    }).webhooks,
  ).toEqual({
    hosts: [
      { host: '*.example.com', private: false },
      { host: 'localhost:4000', private: true },
    ],
    retrySeconds: [0.5, 60],
    disableAfterDays: 7,
  });
  for (const [setting, text, words] of [
    ['WEBHOOK_HOSTS', '*', 'WEBHOOK_HOSTS must be JSON such as'],
    ['WEBHOOK_HOSTS', '["https://hooks.example.com"]', 'WEBHOOK_HOSTS 0 must be a host'],
    ['WEBHOOK_RETRY_SECONDS', 'often', 'WEBHOOK_RETRY_SECONDS must be up to 100 numbers'],
    ['WEBHOOK_DISABLE_DAYS', '0', 'WEBHOOK_DISABLE_DAYS must be a number of days from 1 to 999'],
  ] as const) {
    expect(() => readSettings({ [setting]: text })).toThrow(words);
  }
});

it('takes an empty value for none', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', ENVIRONMENT: '' })).toEqual(readSettings({}));
});

it('reads what is set', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '::1',
    DATA_DIR: '/var/lib/ioi',
    DATABASE_URL: 'postgres://ioi:secret@db:5432/ioi',
    TEMPORAL_ADDRESS: 'temporal:7233',
    PUBLIC_URL: 'https://quotes.example.com/',
    ENVIRONMENT: 'PROD',
    METRICS_PORT: '9464',
  });
  expect(settings).toMatchObject({
    port: 8080,
    host: '::1',
    dataDir: '/var/lib/ioi',
    databaseUrl: 'postgres://ioi:secret@db:5432/ioi',
    temporalAddress: 'temporal:7233',
    publicUrl: 'https://quotes.example.com',
    environment: 'PROD',
    metricsPort: 9464,
  });
});

it.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://db/ioi'],
  ['DATABASE_URL', 'localhost:5432'],
  ['TEMPORAL_ADDRESS', 'http://temporal:7233'],
  ['TEMPORAL_ADDRESS', 'temporal'],
  ['TEMPORAL_NAMESPACE', 'a b'],
  ['TEMPORAL_TASK_QUEUE', 'a/b'],
  ['PUBLIC_URL', 'quotes.example.com'],
  ['TRUST_PROXY', 'true'],
  ['RATE_LIMIT_PER_CALLER', 'off'],
  ['EVENTS_BESIDE_OTHERS', '0'],
  ['DRAIN_SECONDS', '1.5'],
  ['DRAIN_SECONDS', '301'],
  ['ENVIRONMENT', 'prod'],
  ['METRICS_PORT', '0'],
  ['LOG_LEVEL', 'loud'],
])('names %s when it is %j', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(WrongSettings);
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^ {2}${name} must be`, 'm'));
});

it('names everything that is wrong at once', () => {
  expect(() => readSettings({ PORT: 'x', ENVIRONMENT: 'y' })).toThrow(/PORT must.*\n.*ENVIRONMENT must/);
});

it('reads a secret from a file, and says what is wrong with it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ioi-settings-'));
  const fileWith = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const url = fileWith('url', 'postgres://ioi:secret@db:5432/ioi\n');
  const missing = path.join(folder, 'missing');
  expect(readSettings({ DATABASE_URL_FILE: url }).databaseUrl).toBe('postgres://ioi:secret@db:5432/ioi');
  expect(readSettings({ DATABASE_URL_FILE: '' }).databaseUrl).toBeUndefined();
  for (const [given, words] of [
    [
      { DATABASE_URL_FILE: url, DATABASE_URL: 'postgres://db/ioi' },
      'DATABASE_URL_FILE must not be set if DATABASE_URL is',
    ],
    [{ STRIPE_SECRET_KEY_FILE: missing }, `STRIPE_SECRET_KEY_FILE must be a readable file: ENOENT`],
    [{ S3_SECRET_ACCESS_KEY_FILE: fileWith('empty', '\n') }, 'S3_SECRET_ACCESS_KEY_FILE must be a file with'],
    [{ TEMPORAL_API_KEY_FILE: fileWith('key', 'two words') }, 'TEMPORAL_API_KEY must be made of visible'],
  ] as const) {
    expect(() => readSettings(given)).toThrow(words);
  }
  rmSync(folder, { recursive: true });
});

it('reads where traces go', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const headers = 'authorization=Bearer%20a=b, x-team=policies';
  expect(readSettings({ OTEL_EXPORTER_OTLP_HEADERS: headers }).traces).toBeUndefined();
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined();
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers }).traces).toEqual({
    headers: { authorization: 'Bearer a=b', 'x-team': 'policies' },
  });
  for (const [setting, text, words] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=50%', 'OTEL_EXPORTER_OTLP_HEADERS must be headers'],
    ['OTEL_TRACES_SAMPLER', 'some', 'OTEL_TRACES_SAMPLER must be always_on'],
    ['OTEL_TRACES_SAMPLER_ARG', '5', 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1'],
  ] as const) {
    expect(() => readSettings({ [setting]: text })).toThrow(words);
  }
});

it('reads who collects payments, and says what is wrong with it', () => {
  expect(readSettings({}).payments).toEqual({
    provider: 'OFFLINE',
    stripe: undefined,
    stripeWebhookSecret: undefined,
  });
  const stripe = {
    PAYMENT_PROVIDER: 'STRIPE',
    STRIPE_SECRET_KEY: 'rk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(readSettings(stripe).payments).toEqual({
    provider: 'STRIPE',
    stripe: { secretKey: 'rk_live_1', apiBase: undefined },
    stripeWebhookSecret: 'whsec_1',
  });
  for (const [setting, text, words] of [
    ['PAYMENT_PROVIDER', 'CASH', 'PAYMENT_PROVIDER must be OFFLINE or STRIPE'],
    ['PAYMENT_PROVIDER', 'STRIPE', 'STRIPE_SECRET_KEY is needed if PAYMENT_PROVIDER is STRIPE'],
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'STRIPE_SECRET_KEY must be a secret or restricted key'],
    ['STRIPE_WEBHOOK_SECRET', 'secret', 'STRIPE_WEBHOOK_SECRET must be the signing secret'],
    ['STRIPE_API_BASE', 'https://api.stripe.com/v1', 'STRIPE_API_BASE must be a URL without a path'],
  ] as const) {
    expect(() => readSettings({ [setting]: text })).toThrow(words);
  }
});

describe('who signs in without a password', () => {
  const id = 'abcdef11-1111-4111-8111-11111111111a';
  const providers = (organizationId: string) =>
    JSON.stringify({
      acme: {
        ...{ issuer: 'https://login.acme.example', label: 'Acme', clientId: 'ioi', clientSecret: 's' },
        ...{ organizationId, roles: { claim: 'groups', gives: { UW: ['underwriter'] } } },
      },
    });

  it('is named as the database does, however it is written', () => {
    const { passwordsOff, identityProviders } = readSettings({
      PASSWORDS_OFF: id.toUpperCase(),
      SINGLE_SIGN_ON: providers(id.toUpperCase()),
    });
    expect(passwordsOff).toEqual(new Set([id]));
    expect(identityProviders.acme!.organizationId).toBe(id);
  });

  it('has a provider, or the service does not start', () => {
    const other = '11111111-1111-4111-8111-111111111111';
    expect(() => readSettings({ PASSWORDS_OFF: id, SINGLE_SIGN_ON: providers(other) })).toThrow(
      'which no provider of SINGLE_SIGN_ON serves',
    );
    expect(() => readSettings({ PASSWORDS_OFF: id })).toThrow('nobody could sign in');
  });
});
