import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, type ConnectionLike } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { withoutActionNames } from '../../api/telemetry/activity-names.js';
import type { Logger } from '../../api/telemetry/logger.js';
import type { Metrics } from '../../api/telemetry/metrics.js';
import { searchAttributeKeys } from '../../workflows/contracts/search-attributes.js';
import { freePort } from '../embedded/free-port.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { TemporalSecurity } from '../settings/temporal-security.js';
import type { Tracing } from '../tracing/tracing.js';
import { sdkLog } from './sdk-log.js';

const connectPatienceMs = 15_000;
const clientPatienceMs = 2_000;
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const metricNames = {
  countersTotalSuffix: true,
  unitSuffix: true,
  useSecondsForDurations: true,
  histogramBucketOverrides: Object.fromEntries(
    [
      ...['request_latency', 'workflow_endtoend_latency', 'workflow_task_schedule_to_start_latency'],
      ...['workflow_task_execution_latency', 'workflow_task_replay_latency'],
      ...['activity_schedule_to_start_latency', 'activity_execution_latency'],
      ...['local_activity_execution_latency', 'local_activity_succeed_endtoend_latency'],
    ].map((name) => [name, buckets]),
  ),
};

export interface TemporalServer {
  /** `host:port`. */
  address: string;
  /** Undefined: a plain connection. */
  security: TemporalSecurity | undefined;
}

/** A server without TLS is near: compressing messages costs more than it saves. */
const plainly = { grpcCompression: { codec: 'none' } } as const;

/**
 * Forwards the SDK's messages to the service's log. The process keeps its own signal handlers. The SDK serves its metrics
 * on a port of this machine only, from where they join the metrics of the process.
 */
export async function installTemporalRuntime(logger: Logger, metrics: Metrics | undefined): Promise<void> {
  const logging = { filter: { core: 'WARN', other: 'WARN' }, forward: {} } as const;
  const bindAddress = metrics && `127.0.0.1:${await freePort()}`;
  Runtime.install({
    logger: new DefaultLogger('INFO', sdkLog(logger)),
    telemetryOptions: {
      logging,
      ...(bindAddress !== undefined && {
        metrics: { prometheus: { bindAddress, ...metricNames }, attachServiceName: false },
      }),
    },
    shutdownSignals: [],
  });
  metrics?.include(async () => {
    const signal = AbortSignal.timeout(clientPatienceMs);
    const answer = await fetch(`http://${bindAddress}/metrics`, { signal }).catch(() => undefined);
    return withoutActionNames((await answer?.text()) ?? '');
  });
}

/** The connection for a worker, which a client may share. Throws if the server does not respond in time. */
export async function connectToTemporal(
  { address, security }: TemporalServer,
  patienceMs = connectPatienceMs,
): Promise<NativeConnection> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await NativeConnection.connect({ address, ...(security ?? plainly) });
    } catch (error) {
      if (Date.now() > deadline) throw noAnswer({ address, security }, error);
      await sleep(300);
    }
  }
}

/**
 * A client for a process without a worker. It is on the SDK's native connection, whose calls cost the main thread a
 * quarter less; if the server does not respond at once, on one that connects on first use, so that an API can start
 * while Temporal is unavailable.
 */
export async function connectTemporalClient(
  server: TemporalServer,
  namespace: string,
  tracing?: Tracing,
): Promise<{ client: Client; close(): Promise<void> }> {
  const connecting = connectToTemporal(server, 0);
  const patience = sleep(clientPatienceMs, undefined, { ref: false });
  const connection = await Promise.race([connecting, patience]).catch(() => undefined);
  if (connection !== undefined) {
    return { client: clientOn(connection, namespace, tracing), close: () => connection.close() };
  }
  void connecting.then((late) => late.close()).catch(() => undefined);
  return lazyTemporalClient(server, namespace, tracing);
}

/** A client on a connection, whose calls are traced if the process sends traces. */
export function clientOn(connection: ConnectionLike, namespace: string, tracing?: Tracing): Client {
  const interceptors = tracing && { workflow: [tracing.callers] };
  return new Client({ connection, namespace, ...(interceptors && { interceptors }) });
}

/** A client that connects on first use. */
export function lazyTemporalClient(
  { address, security }: TemporalServer,
  namespace: string,
  tracing?: Tracing,
): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy({ address, ...security });
  return { client: clientOn(connection, namespace, tracing), close: () => connection.close() };
}

/**
 * gRPC's PERMISSION_DENIED and UNIMPLEMENTED: a secured server's answers to requests reserved to its
 * operators.
 */
const refusals: readonly unknown[] = [7, 12];

/**
 * Registers the search attributes of runs; existing ones are left unchanged. A server that refuses is assumed
 * to have them, because its operators register them in other ways.
 */
export async function registerSearchAttributes(
  connection: Pick<Connection, 'operatorService'>,
  namespace: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    await registerMissing(connection, namespace);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && refusals.includes(error.code))) throw error;
    const names = searchAttributeKeys.map(({ name }) => name);
    logger?.warn({ names }, 'Temporal refuses to register search attributes; these must exist');
  }
}

async function registerMissing(
  { operatorService }: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<void> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = searchAttributeKeys.filter(({ name }) => !(name in customAttributes));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(
    missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type) ?? 0]),
  );
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
}

function noAnswer({ address, security }: TemporalServer, error: unknown): CommandFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const others = security ? ', the settings TEMPORAL_TLS_... and TEMPORAL_API_KEY' : ', and TEMPORAL_TLS';
  return new CommandFailure(
    `Temporal does not respond at ${address}: ${reason}\nCheck TEMPORAL_ADDRESS${others}.`,
  );
}
