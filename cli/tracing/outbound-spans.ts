import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { type OutboundCall, outboundCalls } from '../../activities/outbound/post-json.js';
import { fail, traceparentOf } from './trace-context.js';

/**
 * A span for each call of a carrier, an external system or a webhook, which gets the span's `traceparent`. Of an address
 * the span has the host only: the paths of webhooks may be secret. Returns how to end it.
 */
export function tracedOutboundCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<OutboundCall, Span>();
  const subscribers = {
    start: (call: OutboundCall) => {
      if (trace.getActiveSpan() === undefined) return;
      const { method, url, headers } = call;
      const span = tracer.startSpan(`${method} ${url.hostname}`, {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': method,
          'server.address': url.hostname,
          'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
          ...(headers['webhook-id'] !== undefined && { 'ioi.message_id': headers['webhook-id'] }),
        },
      });
      spans.set(call, span);
      call.headers = { ...headers, traceparent: traceparentOf(span.spanContext()) };
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (call: OutboundCall) => {
      const span = spans.get(call);
      const status = call.result?.status;
      if (status !== undefined) span?.setAttribute('http.response.status_code', status);
      if (status !== undefined && status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    error: (call: OutboundCall) => {
      const span = spans.get(call);
      if (span !== undefined) fail(span, call.error);
    },
  };
  outboundCalls.subscribe(subscribers);
  return () => outboundCalls.unsubscribe(subscribers);
}
