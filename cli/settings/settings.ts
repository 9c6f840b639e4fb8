import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import { z } from 'zod';
import type { MailSettings } from '../../activities/ground/mail-settings.js';
import type { WebhookSettings } from '../../activities/ground/webhook-settings.js';
import { type OutboundEndpoints, outboundEndpoints } from '../../activities/outbound/endpoints.js';
import type { SessionSettings } from '../../api/auth/sessions/session-settings.js';
import type { IdentityProviders } from '../../api/auth/single-sign-on/provider-settings.js';
import type { RateLimits } from '../../api/http/rate-limit.js';
import type { RetentionDays } from '../../api/retention/retention-sweep.js';
import type { PasswordsOff } from '../../db/identity/passwords-off.js';
import type { S3Access } from '../../documents/stores/s3-client.js';
import type { S3Settings } from '../../documents/stores/s3-store.js';
import {
  anyPublicHost,
  anyPublicOrOwnHost,
  type WebhookHosts,
  webhookHosts,
} from '../../domain/webhooks/hosts.js';
import { standardRetries } from '../../domain/webhooks/retries.js';
import { json } from './json-setting.js';
import { checkMailSettings, mailSettings, mailSettingsOf } from './mail-settings.js';
import {
  checkPaymentSettings,
  type PaymentSettings,
  paymentSettings,
  paymentSettingsOf,
} from './payment-settings.js';
import { retentionOf, retentionSettings } from './retention-settings.js';
import { checkS3Settings, s3AccessOf, s3Settings, s3SettingsOf } from './s3-settings.js';
import { secretFileOf, withSecretFiles } from './secret-files.js';
import { checkSignInSettings, sessionsOf, signInSettings, signOnOf } from './sign-in-settings.js';
import {
  checkTemporalSecurity,
  type TemporalSecurity,
  temporalSecurityOf,
  temporalSecuritySettings,
} from './temporal-security.js';
import { type TraceSettings, traceSettingsOf, tracingSettings } from './tracing-settings.js';

const port = (least: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `must be a whole number from ${least} to 65535`)
    .transform(Number)
    .refine((value) => value >= least && value <= 65_535, `must be from ${least} to 65535`);

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL such as ${example}`,
    );

const name = z
  .string()
  .regex(/^[\w.-]{1,200}$/, 'must be made of letters, digits, dots, dashes and underscores');

const endpoints = json(
  outboundEndpoints,
  '{"acme": {"url": "https://rating.acme.example", "organizationId": "…"}}',
);
const hosts = json(webhookHosts, '["*.example.com", {"host": "localhost", "private": true}]');

const seconds = z
  .string()
  .regex(
    /^\d{1,6}(\.\d+)?(,\d{1,6}(\.\d+)?){0,99}$/,
    'must be up to 100 numbers of seconds, such as 5,30,120',
  )
  .transform((text) => text.split(',').map(Number));

const requests = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a number of requests a minute, or 0 for no limit')
  .transform(Number);

const origins = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (all) =>
      all.every((each) => /^https?:/.test(each) && URL.canParse(each) && new URL(each).origin === each),
    'must be origins such as https://quotes.example.com, without a path, with commas between',
  );

/**
 * Every setting, with its words in the table of `docs/operations/operating.md`: `unset` where its default is no plain value. A
 * `secret` can be given as a file, too.
 */
export const plainSettings = z.object({
  PORT: port(0).default(3000).meta({ description: 'where the API listens; `0` picks a free port' }),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1')
    .meta({ description: 'the address it listens on; `0.0.0.0` for all' }),
  PUBLIC_URL: url(['http:', 'https:'], 'https://quotes.example.com').optional().meta({
    unset: 'from `HOST` and `PORT`',
    description: 'the address for clients; stated in the OpenAPI document',
  }),
  DATA_DIR: z
    .string()
    .default('.data')
    .meta({ description: 'data, logs and the lock of the embedded servers, and `demo.json`' }),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
    .optional()
    .meta({
      secret: true,
      unset: 'the embedded server',
      description: '`postgres://user:password@host:5432/database`',
    }),
  OWNER_DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://owner:password@host:5432/database')
    .optional()
    .meta({
      secret: true,
      unset: '`DATABASE_URL`',
      description: 'the same database as [the owner of its schema](#postgresql), for migrations and commands',
    }),
  LISTEN_DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
    .optional()
    .meta({
      secret: true,
      unset: '`DATABASE_URL`',
      description: 'the same database without [a pooler](deploying.md#poolers), for notifications',
    }),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s/:]+:\d{1,5}$/, 'must be host:port, such as 127.0.0.1:7233')
    .optional()
    .meta({ unset: 'the embedded server', description: '`host:port`' }),
  TEMPORAL_NAMESPACE: name.default('default').meta({ description: 'the namespace there' }),
  TEMPORAL_TASK_QUEUE: name.default('ioi').meta({ description: 'the same for the API and its workers' }),
  TEMPORAL_DEPLOYMENT_NAME: name.optional().meta({
    description:
      'for workers: their deployment, with a build id, turns on [Worker Versioning](upgrading.md#worker-versioning)',
  }),
  TEMPORAL_WORKER_BUILD_ID: name
    .optional()
    .meta({ description: "for workers: the version of the deployment, such as the image's tag" }),
  TEMPORAL_UI_URL: url(['http:', 'https:'], 'https://temporal.example.com').optional().meta({
    unset: "the embedded server's",
    description: "the UI's address for people; linked from [events](../reference/inspecting-events.md)",
  }),
  ...temporalSecuritySettings,
  TRUST_PROXY: z
    .string()
    .regex(/^\d{1,2}$/, 'must be the number of proxies before the API, from 0 to 99')
    .transform(Number)
    .default(0)
    .meta({ description: 'the number of proxies in front of the API that add to `X-Forwarded-For`' }),
  RATE_LIMIT_PER_CALLER: requests.default(300_000).meta({
    description:
      'requests a minute of an API key or person ([rate limits](security.md#rate-limits)); 0 for no limit',
  }),
  RATE_LIMIT_PER_ORGANIZATION: requests
    .default(600_000)
    .meta({ description: 'the same for all keys and persons of an organization together' }),
  CORS_ORIGINS: origins.default([]).meta({
    unset: 'none',
    description:
      'origins whose scripts may call the service, such as `https://quotes.example.com`; several with commas between ([browsers](security.md#browsers))',
  }),
  COMPRESSION: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .meta({ description: 'whether answers are compressed; `off` where a proxy does' }),
  CONSOLE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .meta({ description: 'whether the API serves the [console](../guides/console.md) at `/console`' }),
  ...signInSettings,
  EVENTS_BESIDE_OTHERS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of events from 1 to 9999')
    .transform(Number)
    .default(1)
    .meta({
      description:
        'events of an organization that an API process runs at once [beside others](security.md#noisy-neighbors)',
    }),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of seconds, from 0 to 300')
    .transform(Number)
    .refine((value) => value <= 300, 'must be from 0 to 300')
    .optional()
    .meta({
      unset: '`5`; `npm start`: `0`',
      description:
        'how long a stopping API goes on serving while `/readyz` is 503, from 0 to 300 ([stopping](#stopping))',
    }),
  ENVIRONMENT: z
    .enum(['DEV', 'UAT', 'PROD'], 'must be DEV, UAT or PROD')
    .default('DEV')
    .meta({ description: '`DEV`, `UAT` or `PROD`: selects the deployment timeline of products' }),
  OUTBOUND_ENDPOINTS: endpoints.default({}).meta({
    unset: 'none',
    description:
      'addresses of the endpoints that products name, each of one organization, as JSON ([third-party rating](../guides/third-party-rating.md))',
  }),
  WEBHOOK_HOSTS: hosts.optional().meta({
    unset: '`["*"]`; `npm start` with its own database in `DEV`: also this machine',
    description:
      'the allowed hosts of [webhooks](../guides/webhooks.md#for-operators), as JSON; `*` is any public host, over https',
  }),
  WEBHOOK_RETRY_SECONDS: seconds
    .default([...standardRetries])
    .meta({ unset: 'three days in all', description: "seconds between a webhook's attempts" }),
  WEBHOOK_DISABLE_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of days from 1 to 999')
    .transform(Number)
    .default(5)
    .meta({
      description:
        'a webhook endpoint that accepted nothing for so many days is [disabled](../guides/webhooks.md#an-endpoint-that-fails)',
    }),
  POLICY_RETENTION_YEARS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of years from 0 to 99')
    .transform(Number)
    .default(10)
    .meta({
      description:
        'how long policies of an [erased client](security.md#personal-data) are kept after their last day with coverage',
    }),
  ...retentionSettings,
  ...paymentSettings,
  ...mailSettings,
  ...s3Settings,
  METRICS_PORT: port(1).optional().meta({
    description:
      'the port of `/metrics`, `/healthz` and `/readyz` of every process ([monitoring](monitoring.md))',
  }),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info')
    .meta({ description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`' }),
  ...tracingSettings,
  // Of the system, not of the service.
  PATH: z.string().default(''),
  XDG_CACHE_HOME: z.string().optional(),
});

/** The names of the settings that can be given as files. */
export const secretSettings: readonly string[] = Object.entries(plainSettings.shape).flatMap(
  ([name, schema]) => (schema.meta()?.secret === true ? [name] : []),
);

const settingsSchema = plainSettings
  .superRefine(({ DATABASE_URL, OWNER_DATABASE_URL }, context) => {
    if (OWNER_DATABASE_URL === undefined || (DATABASE_URL && new URL(DATABASE_URL).username)) return;
    const message = 'needs the user of the service if OWNER_DATABASE_URL is set';
    context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
  })
  .superRefine(({ TEMPORAL_DEPLOYMENT_NAME, TEMPORAL_WORKER_BUILD_ID }, context) => {
    if ((TEMPORAL_DEPLOYMENT_NAME === undefined) === (TEMPORAL_WORKER_BUILD_ID === undefined)) return;
    const message = 'must be set if TEMPORAL_DEPLOYMENT_NAME is, and only then';
    context.addIssue({ code: 'custom', path: ['TEMPORAL_WORKER_BUILD_ID'], message });
  })
  .superRefine(checkTemporalSecurity)
  .superRefine(checkPaymentSettings)
  .superRefine(checkMailSettings)
  .superRefine(checkSignInSettings)
  .superRefine(checkS3Settings);

/** The settings of the service; every value is validated. */
export interface Settings {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded server under `dataDir`. */
  databaseUrl: string | undefined;
  /** The owner of the schema, if it is not the user of `databaseUrl`. */
  ownerDatabaseUrl: string | undefined;
  /** The same database without a pooler. Undefined: `databaseUrl` has none. */
  listenDatabaseUrl: string | undefined;
  /** `host:port`. Undefined: the embedded server under `dataDir`. */
  temporalAddress: string | undefined;
  temporalNamespace: string;
  temporalTaskQueue: string;
  /** The version of the workers. Undefined: they have none. */
  workerVersion: WorkerDeploymentVersion | undefined;
  /** The Temporal UI, without a trailing slash. Undefined: that of the embedded server, if it runs. */
  temporalUiUrl: string | undefined;
  /** For the server at `temporalAddress`. Undefined: a plain connection. */
  temporalSecurity: TemporalSecurity | undefined;
  /** Without a trailing slash. Undefined: built from `host` and `port`. */
  publicUrl: string | undefined;
  /** The number of proxies before the API that add to `X-Forwarded-For`. */
  trustedProxies: number;
  /** The origins whose scripts may call the service. */
  corsOrigins: string[];
  /** Whether answers are compressed. */
  compression: boolean;
  /** Whether the API serves the console. */
  console: boolean;
  sessions: SessionSettings;
  /** By their names. */
  identityProviders: IdentityProviders;
  passwordsOff: PasswordsOff;
  /** Events of an organization that an API process runs at once while others fire events, too. */
  eventsBesideOthers: number;
  /** Requests a minute; 0: any number. */
  rateLimits: RateLimits;
  /** How long a stopping API goes on serving while `/readyz` is 503. Undefined: the program's own default. */
  drainSeconds: number | undefined;
  environment: 'DEV' | 'UAT' | 'PROD';
  /** Undefined: no metrics are served. */
  metricsPort: number | undefined;
  /** The external endpoints that products may name; no other address is called. */
  outboundEndpoints: OutboundEndpoints;
  payments: PaymentSettings;
  mail: MailSettings;
  /** Undefined: documents are stored in the database. */
  s3: S3Settings | undefined;
  /** How a bucket of the warehouse is reached. */
  s3Access: S3Access;
  /** The hosts that notifications may be sent to, the times between attempts, and when an endpoint is disabled. */
  webhooks: WebhookSettings;
  /** How long policies of an erased client are kept after their last day with coverage. */
  policyYears: number;
  /** How many days records are kept; absent: for good. */
  retention: RetentionDays;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Undefined: no traces are sent. */
  traces: TraceSettings | undefined;
  /** Folders of programs, as in `PATH`. */
  searchPath: string;
  /** The user's cache folder for this project. */
  cacheDir: string;
}

/** An invalid setting; the message names it. */
export class WrongSettings extends Error {
  override name = 'WrongSettings';
}

const wrongSettings = (problems: readonly string[]) =>
  new WrongSettings(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);

/** Reads the settings from the environment; an empty value counts as unset. Throws `WrongSettings`. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { given, problems } = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    secretSettings,
  );
  if (problems.length > 0) throw wrongSettings(problems);
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw wrongSettings(
      parsed.error.issues.map(({ path: [setting], message }) => `${String(setting)} ${message}`),
    );
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    ownerDatabaseUrl: value.OWNER_DATABASE_URL,
    listenDatabaseUrl: value.LISTEN_DATABASE_URL,
    temporalAddress: value.TEMPORAL_ADDRESS,
    temporalNamespace: value.TEMPORAL_NAMESPACE,
    temporalTaskQueue: value.TEMPORAL_TASK_QUEUE,
    workerVersion: workerVersionOf(value),
    temporalUiUrl: value.TEMPORAL_UI_URL?.replace(/\/+$/, ''),
    temporalSecurity: temporalSecurityOf(value),
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: value.TRUST_PROXY,
    corsOrigins: value.CORS_ORIGINS,
    compression: value.COMPRESSION === 'on',
    console: value.CONSOLE === 'on',
    sessions: sessionsOf(value),
    ...signOnOf(value),
    eventsBesideOthers: value.EVENTS_BESIDE_OTHERS,
    rateLimits: {
      perCaller: value.RATE_LIMIT_PER_CALLER,
      perOrganization: value.RATE_LIMIT_PER_ORGANIZATION,
    },
    drainSeconds: value.DRAIN_SECONDS,
    environment: value.ENVIRONMENT,
    metricsPort: value.METRICS_PORT,
    outboundEndpoints: value.OUTBOUND_ENDPOINTS,
    payments: paymentSettingsOf(value),
    mail: mailSettingsOf(value),
    s3: s3SettingsOf(value),
    s3Access: s3AccessOf(value),
    webhooks: {
      hosts: value.WEBHOOK_HOSTS ?? webhookHostsOf(value),
      retrySeconds: value.WEBHOOK_RETRY_SECONDS,
      disableAfterDays: value.WEBHOOK_DISABLE_DAYS,
    },
    policyYears: value.POLICY_RETENTION_YEARS,
    retention: retentionOf(value),
    logLevel: value.LOG_LEVEL,
    traces: traceSettingsOf(value),
    searchPath: value.PATH,
    cacheDir: path.join(value.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'ioi'),
  };
}

/** Who develops on this machine receives on it: its own database says that nobody else is served. */
const webhookHostsOf = ({ ENVIRONMENT, DATABASE_URL, HOST }: z.infer<typeof plainSettings>): WebhookHosts =>
  ENVIRONMENT === 'DEV' && DATABASE_URL === undefined && ownHosts.has(HOST)
    ? anyPublicOrOwnHost
    : anyPublicHost;

/** Nobody else reaches a service on these. */
const ownHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function workerVersionOf({
  TEMPORAL_DEPLOYMENT_NAME: deploymentName,
  TEMPORAL_WORKER_BUILD_ID: buildId,
}: z.infer<typeof plainSettings>): WorkerDeploymentVersion | undefined {
  return deploymentName === undefined || buildId === undefined ? undefined : { deploymentName, buildId };
}

/** The settings of this process: its environment and an optional `.env` file in the working folder. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** This process's environment with changes, for a child process. */
export function environmentWith(changes: Record<string, string>): NodeJS.ProcessEnv {
  const files = Object.keys(changes).map((name) => [secretFileOf(name), undefined]);
  return { ...process.env, ...Object.fromEntries(files), ...changes };
}
