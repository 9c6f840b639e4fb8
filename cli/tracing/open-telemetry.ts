import { context, DiagLogLevel, diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../../api/telemetry/logger.js';
import { packageVersion } from '../ground/package-info.js';
import type { TraceSettings } from '../settings/tracing-settings.js';
import { tracedOutboundCalls } from './outbound-spans.js';
import { tracedRequests } from './request-spans.js';
import { SpanIds } from './span-ids.js';
import { tracedStatements } from './statement-spans.js';
import { tracedActivities, tracedCallers, tracedRuns } from './temporal-spans.js';
import type { Tracing } from './tracing.js';

/**
 * The exporter, the sampler and the resource read their standard `OTEL_` settings themselves. Spans are sent in batches;
 * while the collector is away, they are dropped, and the log says so.
 */
export function openTelemetry(serviceName: string, { headers }: TraceSettings, logger: Logger): Tracing {
  const warn = (message: string) => logger.warn({ detail: message }, 'traces cannot be sent');
  const quiet = () => undefined;
  const diagnostics = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(diagnostics, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const ids = new SpanIds();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': packageVersion(),
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ headers }))],
    idGenerator: ids,
  });
  const tracer = provider.getTracer('ioi');
  const forget = tracedOutboundCalls(tracer);
  return {
    requests: tracedRequests(tracer),
    statements: tracedStatements(tracer),
    callers: tracedCallers(tracer),
    activities: tracedActivities(tracer),
    runs: tracedRuns(tracer, ids),
    stop: () => {
      forget();
      return provider.shutdown();
    },
  };
}
