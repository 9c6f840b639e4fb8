import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, WrongSettings } from '../../cli/settings.js';

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
    environment: 'DEV',
    metricsPort: undefined,
    logLevel: 'info',
  });
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
