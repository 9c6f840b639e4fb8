import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from '../../api/telemetry/logger.js';
import { searchAttributeKeys } from '../../workflows/contracts/search-attributes.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { TemporalSecurity } from '../settings/temporal-security.js';
import { sdkLog } from './sdk-log.js';

const connectPatienceMs = 15_000;

export interface TemporalServer {
  /** `host:port`. */
  address: string;
  /** Undefined: a plain connection. */
  security: TemporalSecurity | undefined;
}

/** Sends the SDK's own messages to our log; whoever runs the process handles its signals. */
export function installTemporalRuntime(logger: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', sdkLog(logger)),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
    shutdownSignals: [],
  });
}

/** The connection that a worker needs, and that a client may share. Throws once the server stays silent. */
export async function connectToTemporal(
  { address, security }: TemporalServer,
  patienceMs = connectPatienceMs,
): Promise<NativeConnection> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await NativeConnection.connect({ address, ...security });
    } catch (error) {
      if (Date.now() > deadline) throw noAnswer({ address, security }, error);
      await sleep(300);
    }
  }
}

/** A client that connects when it is used first, so that an API starts while Temporal is away. */
export function lazyTemporalClient(
  { address, security }: TemporalServer,
  namespace: string,
): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy({ address, ...security });
  return { client: new Client({ connection, namespace }), close: () => connection.close() };
}

/** gRPC's PERMISSION_DENIED and UNIMPLEMENTED: a secured server's answers to what only its operators may do. */
const refusals: readonly unknown[] = [7, 12];

/**
 * Registers what runs are found by in the Temporal UI; what is there already is left as it is. A server that
 * does not let us is taken to have them, because its operators register them by other ways.
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
    logger?.warn({ names }, 'Temporal does not let search attributes be registered; these must be there');
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
    `Temporal does not answer at ${address}: ${reason}\nCheck TEMPORAL_ADDRESS${others}.`,
  );
}
