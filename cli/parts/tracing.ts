import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../api/telemetry/logger.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Lifecycle } from './lifecycle.js';

/** How long a stopping process waits for its last spans to be sent. */
const flushMs = 3_000;

/**
 * Sends traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined if there is none. Only then is OpenTelemetry
 * loaded. Call it before other parts are started, so that it stops last.
 *
 * @param serviceName The default of `OTEL_SERVICE_NAME`.
 */
export async function startTracing(
  { traces }: Settings,
  serviceName: string,
  { lifecycle, logger }: { lifecycle: Lifecycle; logger: Logger },
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined;
  const { openTelemetry } = await import('../tracing/open-telemetry.js');
  const tracing = openTelemetry(serviceName, traces, logger);
  const tooLate = () => sleep(flushMs, undefined, { ref: false });
  lifecycle.onStop('the traces', () => Promise.race([tracing.stop(), tooLate()]));
  return tracing;
}
