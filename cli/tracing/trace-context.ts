import {
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ApplicationFailure } from '@temporalio/common';
import { refusalType } from '../../domain/events/refusal.js';

const format = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** The place in a trace that a `traceparent` names; undefined if it is malformed or absent. */
export function spanContextOf(traceparent: unknown): SpanContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.startsWith('ff')) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = format.exec(traceparent) ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.isSpanContextValid(found) ? found : undefined;
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** The context of work that another process began; without a `traceparent`, that of a new trace. */
export function contextOf(traceparent: unknown): Context {
  const parent = spanContextOf(traceparent);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

export function linksTo(traceparent: unknown): Link[] {
  const linked = spanContextOf(traceparent);
  return linked === undefined ? [] : [{ context: linked }];
}

/** Does the work within a span of its own. */
export async function inSpan<Result>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  parent: Context,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. Messages of errors may have personal data: only the type is kept. */
export function fail(span: Span, error: unknown): void {
  const type = typeOf(error);
  span.setAttribute('error.type', type);
  // A refusal by the business is a normal result.
  if (type !== refusalType) span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (error instanceof ApplicationFailure && error.type) return error.type;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
