import type { RequestListener } from 'node:http';
import { type Attributes, context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Request } from 'express';
import { contextOf } from './trace-context.js';

const untraced: readonly unknown[] = ['/healthz', '/readyz'];
const knownMethods: readonly unknown[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A span for each request, below the caller's if it sends a `traceparent`. Paths, queries and bodies stay out of it. */
export const tracedRequests =
  (tracer: Tracer) =>
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    if (untraced.includes(req.url)) return listener(req, res);
    const method = knownMethods.includes(req.method) ? String(req.method) : 'HTTP';
    const parent = contextOf(req.headers.traceparent);
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    const { traceId, spanId } = span.spanContext();
    const request = Object.assign(req as Partial<Request>, { ids: { traceId, spanId } });
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 499;
      const attributes = { 'http.request.method': method, ...attributesOf(request) };
      const route = attributes['http.route'];
      if (route !== undefined) span.updateName(`${method} ${route}`);
      span.setAttributes({ ...attributes, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), listener, undefined, req, res);
  };

function attributesOf({ ids, user, route }: Partial<Request>): Attributes & { 'http.route'?: string } {
  return {
    ...(typeof route?.path === 'string' && { 'http.route': route.path }),
    ...(user && { 'ioi.organization_id': user.organizationId }),
    ...(ids?.requestId && { 'ioi.request_id': ids.requestId }),
    ...(ids?.triggerRequestId && { 'ioi.trigger_request_id': ids.triggerRequestId }),
  };
}
