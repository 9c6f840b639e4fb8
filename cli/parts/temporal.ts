import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from '../../api/health/logger.js';
import { searchAttributeKeys } from '../../workflows/contracts/search-attributes.js';
import { CommandFailure } from '../command-failure.js';

const connectPatienceMs = 15_000;

/** Sends the SDK's own messages to our log; whoever runs the process handles its signals. */
export function installTemporalRuntime(logger: Logger): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) =>
      logger[levels[level]]({ ...meta }, message),
    ),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
    shutdownSignals: [],
  });
}

/** The connection that a worker needs, and that a client may share. Throws once the server stays silent. */
export async function connectToTemporal(address: string): Promise<NativeConnection> {
  const deadline = Date.now() + connectPatienceMs;
  for (;;) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (Date.now() > deadline) throw noAnswer(address, error);
      await sleep(300);
    }
  }
}

/** A client that connects when it is used first, so that an API starts while Temporal is away. */
export function lazyTemporalClient(
  address: string,
  namespace: string,
): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy({ address });
  return { client: new Client({ connection, namespace }), close: () => connection.close() };
}

/** Registers what runs are found by in the Temporal UI; what is there already is left as it is. */
export async function registerSearchAttributes(
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

function noAnswer(address: string, error: unknown): CommandFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandFailure(`Temporal does not answer at ${address}: ${reason}\nCheck TEMPORAL_ADDRESS.`);
}
