import { defaultPayloadConverter, type Headers, type Payload } from '@temporalio/common';
import type { Sinks } from '@temporalio/workflow';

/** The header that carries a trace to workflows and activities, named as in Temporal's own interceptors. */
const traceHeader = '_tracer-data';

/** Places in traces, in the form of the header `traceparent` of W3C Trace Context. */
export type TraceContext = {
  /** The span that causes the work. */
  traceparent?: string | undefined;
  /** A span of another trace that the work is linked to. */
  link?: string | undefined;
};

/** The place in a trace that a header brings; empty without one. */
export function contextIn(headers: { readonly [name: string]: Payload }): TraceContext {
  const header = headers[traceHeader];
  return header === undefined ? {} : defaultPayloadConverter.fromPayload<TraceContext>(header);
}

/** The header that passes a place in a trace on. */
export function headerOf(context: TraceContext): Headers {
  return { [traceHeader]: defaultPayloadConverter.toPayload(context) };
}

/** A traced run that has ended: its caller's place in the trace, and its own. */
export type EndedRun = TraceContext & { own: string; failed: boolean };

/** How workflows report to their worker; only traced runs do. */
export interface TraceSinks extends Sinks {
  traces: { runEnded(run: EndedRun): void };
}
