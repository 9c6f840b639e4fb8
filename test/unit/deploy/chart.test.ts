import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { secretFileOf } from '../../../cli/settings/secret-files.js';
import { readSettings, secretSettings } from '../../../cli/settings/settings.js';
import { type GoProgram, goProgram, whyNoGoProgram } from '../../support/go-program.js';

const helm: GoProgram = { name: 'helm', module: 'helm.sh/helm/v3', folder: 'cmd/helm', version: 'v3.22.0' };
const kubeconform: GoProgram = {
  name: 'kubeconform',
  module: 'github.com/yannh/kubeconform',
  folder: 'cmd/kubeconform',
  version: 'v0.8.0',
};
const whyNot = (await whyNoGoProgram(helm)) ?? (await whyNoGoProgram(kubeconform));
const buildMs = 600_000;

const run = promisify(execFile);
const chart = path.resolve('temporal-docker/helm/ioi');
const schemas = path.resolve(
  'test/deploy/kubernetes-schemas/{{ .ResourceKind }}{{ .KindSuffix }}.schema.json',
);

interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds, whose fields the test compares.
  spec: any;
}

let folder: string;
let helmFile: string;
let kubeconformFile: string;

/** The manifests of the chart with values, each checked against the schemas of Kubernetes. */
async function manifests(values: object): Promise<Map<string, Manifest>> {
  const [valuesFile, manifestsFile] = ['values.yaml', 'manifests.yaml'].map((name) =>
    path.join(folder, name),
  );
  if (valuesFile === undefined || manifestsFile === undefined) throw new Error('unreachable');
  await writeFile(valuesFile, stringify(values));
  const { stdout } = await run(helmFile, [
    ...['template', 'ioi', chart, '--values', valuesFile],
    ...['--kube-version', 'v1.34.0'],
  ]);
  await run(helmFile, ['lint', '--strict', chart, '--values', valuesFile]);
  await writeFile(manifestsFile, stdout);
  // Custom resources: their schemas belong to KEDA and the Prometheus Operator.
  const skipped = 'ScaledObject,TriggerAuthentication,PodMonitor';
  await run(kubeconformFile, ['-strict', '-schema-location', schemas, '-skip', skipped, manifestsFile]);
  const all = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest | null);
  return new Map(
    all.flatMap((each) => (each === null ? [] : [[`${each.kind} ${each.metadata.name}`, each] as const])),
  );
}

const environmentOf = (manifest: Manifest | undefined): Record<string, string> =>
  Object.fromEntries(
    manifest?.spec.template.spec.containers[0].env.map(({ name, value }: Record<string, string>) => [
      name,
      value,
    ]),
  );

describe.skipIf(whyNot !== undefined)(`the Helm chart${whyNot ? `: ${whyNot}` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ioi-chart-'));
    helmFile = await goProgram(helm);
    kubeconformFile = await goProgram(kubeconform);
  }, buildMs);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has the processes, a service, disruption budgets and a migration by default', async () => {
    const all = await manifests({});

    expect([...all.keys()].sort()).toEqual([
      'Deployment ioi-api',
      'Deployment ioi-worker',
      'Job ioi-migrate',
      'PodDisruptionBudget ioi-api',
      'PodDisruptionBudget ioi-worker',
      'Service ioi-api',
    ]);
    const migration = all.get('Job ioi-migrate');
    expect(migration?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(environmentOf(migration)).toMatchObject({
      OWNER_DATABASE_URL_FILE: '/run/secrets/owner/OWNER_DATABASE_URL',
    });
    for (const name of ['api', 'worker']) {
      const deployment = all.get(`Deployment ioi-${name}`);
      expect(Object.keys(environmentOf(deployment))).not.toContain('OWNER_DATABASE_URL_FILE');
      expect(deployment?.spec).toMatchObject({
        replicas: 2,
        template: {
          spec: {
            automountServiceAccountToken: false,
            terminationGracePeriodSeconds: 50,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 1000,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                command: ['node', 'cli/run.mjs', name],
                securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
                livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' } },
                readinessProbe: { httpGet: { path: '/readyz' } },
              },
            ],
          },
        },
      });
    }
  });

  it('passes its settings to a process, which can read them', async () => {
    const all = await manifests({
      settings: { DRAIN_SECONDS: '20', TRUST_PROXY: '1', WEBHOOK_HOSTS: '["*.example.com"]' },
      secrets: { service: { keys: ['DATABASE_URL', 'STRIPE_SECRET_KEY'] } },
    });

    const worker = all.get('Deployment ioi-worker');
    expect(worker?.spec.template.spec.terminationGracePeriodSeconds).toBe(65);
    const environment = environmentOf(worker);
    expect(environment).toMatchObject({ STRIPE_SECRET_KEY_FILE: '/run/secrets/service/STRIPE_SECRET_KEY' });
    const files = secretSettings.map(secretFileOf);
    const plain = Object.fromEntries(Object.entries(environment).filter(([name]) => !files.includes(name)));
    expect(readSettings(plain)).toMatchObject({
      ...{ host: '0.0.0.0', metricsPort: 9464, environment: 'PROD', drainSeconds: 20, trustedProxies: 1 },
      ...{ temporalAddress: 'temporal-frontend.temporal.svc.cluster.local:7233' },
    });
  });

  it('scales APIs by CPU and workers by the tasks that wait, with the credentials of Temporal Cloud', async () => {
    const all = await manifests({
      settings: {
        TEMPORAL_ADDRESS: 'eu-central-1.aws.api.temporal.io:7233',
        TEMPORAL_NAMESPACE: 'ioi.a1b2c',
      },
      secrets: {
        service: { keys: ['DATABASE_URL', 'TEMPORAL_API_KEY'] },
        temporalTls: { name: 'temporal-tls' },
      },
      api: { autoscaling: { enabled: true } },
      worker: { autoscaling: { by: 'backlog' } },
    });

    expect(all.get('Deployment ioi-api')?.spec.replicas).toBeUndefined();
    expect(all.get('HorizontalPodAutoscaler ioi-api')?.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 10,
    });
    expect(all.get('ScaledObject ioi-worker')?.spec).toMatchObject({
      scaleTargetRef: { name: 'ioi-worker' },
      triggers: [
        {
          type: 'temporal',
          metadata: { namespace: 'ioi.a1b2c', taskQueue: 'ioi', targetQueueSize: '20' },
          authenticationRef: { name: 'ioi-worker' },
        },
      ],
    });
    expect(all.get('TriggerAuthentication ioi-worker')?.spec.secretTargetRef).toContainEqual({
      ...{ parameter: 'apiKey', name: 'ioi-service', key: 'TEMPORAL_API_KEY' },
    });
    expect(environmentOf(all.get('Deployment ioi-worker'))).toMatchObject({
      TEMPORAL_TLS_CERT_FILE: '/run/secrets/temporal/tls.crt',
    });
  });

  it('lets the workers of a build take over once they are up', async () => {
    const build = { TEMPORAL_DEPLOYMENT_NAME: 'ioi', TEMPORAL_WORKER_BUILD_ID: '2026-11-23' };
    const job = (await manifests({ settings: build })).get('Job ioi-make-current');

    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'post-install,post-upgrade' });
    expect(job?.spec.template.spec).toMatchObject({
      restartPolicy: 'Never',
      containers: [{ command: ['node', 'cli/run.mjs', 'make-current'] }],
    });
    expect(environmentOf(job)).toMatchObject(build);
    expect(Object.keys(environmentOf(job))).not.toContain('OWNER_DATABASE_URL_FILE');
  });

  it('has an ingress, network policies and a monitor where they are wanted', async () => {
    const all = await manifests({
      api: { ingress: { enabled: true, host: 'quotes.example.com', className: 'nginx', tlsSecret: 'tls' } },
      worker: { autoscaling: { by: 'cpu' } },
      networkPolicy: { enabled: true, clients: [{ namespaceSelector: {} }] },
      podMonitor: { enabled: true },
      extraVolumes: [{ name: 'ca', configMap: { name: 'postgres-ca' } }],
      extraVolumeMounts: [{ name: 'ca', mountPath: '/run/ca', readOnly: true }],
    });

    for (const name of [
      'HorizontalPodAutoscaler ioi-worker',
      'Ingress ioi-api',
      'NetworkPolicy ioi-api',
      'NetworkPolicy ioi-worker',
      'PodMonitor ioi',
    ]) {
      expect([...all.keys()]).toContain(name);
    }
  });

  it('refuses a setting that does not exist or is no text, and a secret that is none', async () => {
    await expect(manifests({ settings: { TRUST_PROXIES: '1' } })).rejects.toThrow('TRUST_PROXIES');
    await expect(manifests({ settings: { TRUST_PROXY: 1 } })).rejects.toThrow(/TRUST_PROXY.*string/s);
    await expect(manifests({ secrets: { service: { keys: ['PORT'] } } })).rejects.toThrow('keys');
  });
});
