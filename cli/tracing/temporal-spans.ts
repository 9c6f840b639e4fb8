import { type Attributes, context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { type Headers, type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import { eventOfWorkflowId } from '../../domain/runs/workflow-ids.js';
import {
  eventTypeAttribute,
  organizationAttribute,
  productAttribute,
} from '../../workflows/contracts/search-attributes.js';
import { contextIn, headerOf, type TraceSinks } from '../../workflows/contracts/tracing.js';
import type { SpanIds } from './span-ids.js';
import { contextOf, inSpan, linksTo, spanContextOf, traceparentOf } from './trace-context.js';

interface Started {
  workflowId: string;
  typedSearchAttributes?: SearchAttributePair[] | TypedSearchAttributes;
}

/**
 * A span for each start of a workflow, and for each message that a request sends to one. The workflow gets its place in
 * the trace. The request's own span gets what the run is about.
 */
export function tracedCallers(tracer: Tracer): WorkflowClientInterceptor {
  const traced = <Result>(
    name: string,
    attributes: Attributes,
    call: (headers: Headers) => Promise<Result>,
  ) => {
    trace.getActiveSpan()?.setAttributes(attributes);
    return inSpan(tracer, name, { kind: SpanKind.CLIENT, attributes }, context.active(), (span) =>
      call(headerOf({ traceparent: traceparentOf(span.spanContext()) })),
    );
  };
  const signaled = <Result>(name: string, id: string, call: (headers: Headers) => Promise<Result>) =>
    trace.getActiveSpan() === undefined ? call({}) : traced(`Signal ${name}`, workflowAttributes(id), call);
  return {
    startWithDetails: (input, next) =>
      traced(`Start ${input.workflowType}`, attributesOf(input.options), (headers) =>
        next({ ...input, headers: { ...input.headers, ...headers } }),
      ),
    startUpdateWithStart: (input, next) =>
      traced(`Start ${input.workflowType}`, attributesOf(input.workflowStartOptions), (headers) =>
        next({ ...input, workflowStartHeaders: { ...input.workflowStartHeaders, ...headers } }),
      ),
    signal: (input, next) =>
      signaled(input.signalName, input.workflowExecution.workflowId, (headers) =>
        next({ ...input, headers: { ...input.headers, ...headers } }),
      ),
    signalWithStart: (input, next) =>
      signaled(input.signalName, input.options.workflowId, (headers) =>
        next({ ...input, headers: { ...input.headers, ...headers } }),
      ),
  };
}

/** A span for each attempt of an activity, named by its title, below its run's. */
export function tracedActivities(tracer: Tracer): ActivityInterceptorsFactory {
  return ({ info }) => {
    const { activityType, attempt, workflowExecution } = info;
    let ids = {};
    return {
      inbound: {
        execute: (input, next) => {
          const { traceparent, link } = contextIn(input.headers);
          const attributes = {
            'ioi.attempt': attempt,
            ...(workflowExecution &&
              workflowAttributes(workflowExecution.workflowId, workflowExecution.runId)),
          };
          const options = { attributes, links: linksTo(link) };
          return inSpan(tracer, activityType, options, contextOf(traceparent), (span) => {
            const { traceId, spanId } = span.spanContext();
            ids = { traceId, spanId };
            return next(input);
          });
        },
      },
      outbound: { getLogAttributes: (input, next) => next({ ...input, ...ids }) },
    };
  };
}

/** A span for each run, written when it ends. */
export function tracedRuns(tracer: Tracer, ids: SpanIds): InjectedSinks<TraceSinks> {
  return {
    traces: {
      runEnded: {
        fn: ({ workflowType, workflowId, runId, runStartTime, searchAttributes }, run) => {
          const own = spanContextOf(run.own);
          if (own === undefined) return;
          const options = {
            startTime: runStartTime,
            links: linksTo(run.link),
            attributes: {
              ...workflowAttributes(workflowId, runId),
              ...eventAttributes(({ name }) => searchAttributes?.[name]?.[0]),
            },
          };
          const span = ids.give(own, () =>
            tracer.startSpan(workflowType, options, contextOf(run.traceparent)),
          );
          if (run.failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      },
    },
  };
}

function attributesOf({ workflowId, typedSearchAttributes = [] }: Started): Attributes {
  const found = Array.isArray(typedSearchAttributes)
    ? new TypedSearchAttributes(typedSearchAttributes)
    : typedSearchAttributes;
  return { ...workflowAttributes(workflowId), ...eventAttributes((key) => found.get(key)) };
}

type TextKey = typeof organizationAttribute | typeof eventTypeAttribute | typeof productAttribute;

function eventAttributes(textOf: (key: TextKey) => unknown): Attributes {
  const values = {
    'ioi.organization_id': textOf(organizationAttribute),
    'ioi.event_type': textOf(eventTypeAttribute),
    'ioi.product': textOf(productAttribute),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function workflowAttributes(workflowId: string, runId?: string): Attributes {
  const event = eventOfWorkflowId(workflowId);
  return {
    'temporal.workflow_id': workflowId,
    ...(runId !== undefined && { 'temporal.run_id': runId }),
    ...(event !== undefined && { 'ioi.trigger_request_id': event.key }),
  };
}
