import type { RequestListener } from 'node:http';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { ClientBase } from 'pg';
import type { TraceSinks } from '../../workflows/contracts/tracing.js';

/** Where spans are made. Calls of external systems need nothing: they are found through `outboundCalls`. */
export interface Tracing {
  requests(listener: RequestListener): RequestListener;
  /** The statements of a new connection. */
  statements(connection: ClientBase): void;
  /** Starts of workflows and signals to them. */
  callers: WorkflowClientInterceptor;
  activities: ActivityInterceptorsFactory;
  runs: InjectedSinks<TraceSinks>;
  /** Sends the last spans. */
  stop(): Promise<void>;
}
