import type { Headers } from '@temporalio/common';
import { proxySinks, type WorkflowInternalsInterceptor, workflowInfo } from '@temporalio/workflow';
import { mailQueueType } from './contracts/mail-queue.js';
import { policyType } from './contracts/policy-term.js';
import { contextIn, headerOf, type TraceContext, type TraceSinks } from './contracts/tracing.js';
import { webhookQueueType } from './contracts/webhook-queue.js';

type InputOf<Hook extends 'activate' | 'concludeActivation'> = Parameters<
  NonNullable<WorkflowInternalsInterceptor[Hook]>
>[0];

const { traces } = proxySinks<TraceSinks>();

/**
 * The place of a run in a trace, which headers bring and pass on; without a header, nothing is done. The id of a run's
 * span is the end of the run's id, so that it is known before the span is written. Policies and queues outlive
 * every trace: each of their activities begins a trace of its own, with a link to what caused it.
 */
export class RunTrace {
  #caller: TraceContext = {};
  /** The run's span; undefined in a long-lived workflow. */
  #own: string | undefined;
  /** The trace that began a long-lived workflow. */
  #origin: string | undefined;
  /** The next activity is linked to it. */
  #link: string | undefined;

  /** Reads the headers of the run's start and of messages. */
  receive({ activation: { jobs } }: InputOf<'activate'>): void {
    for (const { initializeWorkflow, signalWorkflow } of jobs ?? []) {
      if (initializeWorkflow?.headers) this.#begin(contextIn(initializeWorkflow.headers));
      if (signalWorkflow?.headers) this.#link = contextIn(signalWorkflow.headers).traceparent ?? this.#link;
    }
  }

  #begin(caller: TraceContext): void {
    const { workflowType, runId } = workflowInfo();
    const { traceparent, link } = caller;
    if ([policyType, webhookQueueType, mailQueueType].includes(workflowType)) {
      this.#origin = traceparent ?? link;
      this.#link = this.#origin;
      return;
    }
    const from = traceparent ?? link;
    if (from === undefined) return;
    this.#caller = caller;
    const [version, traceId, , flags] = from.split('-');
    const id = runId.replaceAll('-', '');
    this.#own = [version, traceparent === undefined ? id : traceId, id.slice(-16), flags].join('-');
  }

  /** Passes the trace on to an activity. */
  toActivity<Input extends { readonly headers: Headers }>(input: Input): Input {
    const link = this.#link;
    this.#link = undefined;
    return withContext(input, { traceparent: this.#own, link });
  }

  /** Passes the trace on to another workflow. */
  toWorkflow<Input extends { readonly headers: Headers }>(input: Input): Input {
    return withContext(input, { traceparent: this.#own, link: this.#origin });
  }

  /** Reports the run's span when the run ends. */
  conclude({ commands }: InputOf<'concludeActivation'>): void {
    const own = this.#own;
    if (own === undefined) return;
    const failed = commands.some((each) => each.failWorkflowExecution);
    if (failed || commands.some((each) => each.completeWorkflowExecution || each.cancelWorkflowExecution))
      traces.runEnded({ ...this.#caller, own, failed });
  }

  /** What the run's log lines have. */
  logIds(): { traceId?: string | undefined } {
    return this.#own === undefined ? {} : { traceId: this.#own.split('-')[1] };
  }
}

function withContext<Input extends { readonly headers: Headers }>(
  input: Input,
  context: TraceContext,
): Input {
  if (context.traceparent === undefined && context.link === undefined) return input;
  return { ...input, headers: { ...input.headers, ...headerOf(context) } };
}
