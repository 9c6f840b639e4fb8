import type { WorkflowExecutionInfo } from '@temporalio/client';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { eventOfWorkflowId, policyOfWorkflowId } from '../../domain/runs/workflow-ids.js';
import { clientAttribute, policyAttribute } from '../../workflows/contracts/search-attributes.js';
import { type Difference, type ReconcileDependencies, terminationReason } from './difference.js';
import { keepNumber, numberOfPolicy } from './lost-numbers.js';

const pageSize = 500;
/** A run goes on for a moment after it has closed its event. */
const graceMs = 60_000;

/** Runs since a time, in pages, whose event or policy is not in the database. */
export async function* recentRunDifferences(dependencies: ReconcileDependencies): AsyncGenerator<Difference> {
  const { client, taskQueue, since } = dependencies;
  const query = `TaskQueue = '${taskQueue}' AND StartTime >= '${since.toISOString()}'`;
  let page: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query, pageSize })) {
    page.push(run);
    if (page.length < pageSize) continue;
    yield* lostIn(dependencies, page);
    page = [];
  }
  yield* lostIn(dependencies, page);
}

async function* lostIn(
  dependencies: ReconcileDependencies,
  runs: readonly WorkflowExecutionInfo[],
): AsyncGenerator<Difference> {
  const { db, now } = dependencies;
  const named = runs.map((run) => ({
    run,
    eventId: eventOfWorkflowId(run.workflowId)?.key,
    policyId: policyOfWorkflowId(run.workflowId),
  }));
  const eventIds = named.flatMap(({ eventId }) => eventId ?? []);
  const policyIds = named.flatMap(({ policyId }) => policyId ?? []);
  // Read after the runs: the row of an event or a policy is written before its run is started.
  const events = new Map(
    (await Event.query(db).findByIds(eventIds).select('trigger_request_id', 'closed_at')).map(
      ({ triggerRequestId, closedAt }) => [triggerRequestId, closedAt],
    ),
  );
  const policies = new Set((await Policy.query(db).findByIds(policyIds).select('id')).map(({ id }) => id));
  for (const { run, eventId, policyId } of named) {
    if (policyId !== undefined && !policies.has(policyId)) yield lostPolicy(dependencies, run, policyId);
    if (eventId === undefined) continue;
    const closedAt = events.get(eventId);
    if (closedAt === undefined) yield lostEvent(dependencies, run, eventId);
    else if (isRunning(run) && closedAt !== null && closedAt.getTime() < now.getTime() - graceMs) {
      yield { kind: 'RUN_LEFT', id: eventId, about: run.type, mend: () => end(dependencies, run) };
    }
  }
}

function lostEvent(dependencies: ReconcileDependencies, run: WorkflowExecutionInfo, id: string): Difference {
  const { type, status, startTime, typedSearchAttributes } = run;
  const client = typedSearchAttributes.get(clientAttribute);
  const policy = typedSearchAttributes.get(policyAttribute);
  const about = [
    `${type} of ${startTime.toISOString()}, ${status.name}`,
    ...(client === undefined ? [] : [`client ${client}`]),
    ...(policy === undefined ? [] : [`policy ${policy}`]),
  ].join(', ');
  return { kind: 'EVENT_LOST', id, about, ...(isRunning(run) && { mend: () => end(dependencies, run) }) };
}

function lostPolicy(dependencies: ReconcileDependencies, run: WorkflowExecutionInfo, id: string): Difference {
  const about = `${run.workflowId}, issued about ${run.startTime.toISOString()}`;
  const mend = async () => {
    const number = await numberOfPolicy(dependencies.client, run);
    if (number !== undefined) await keepNumber(dependencies.db, run.workflowId, number);
    if (isRunning(run)) await end(dependencies, run);
  };
  return { kind: 'POLICY_LOST', id, about, mend };
}

const isRunning = ({ status }: WorkflowExecutionInfo): boolean => status.name === 'RUNNING';

function end({ client }: ReconcileDependencies, { workflowId, runId }: WorkflowExecutionInfo) {
  return client.workflow.getHandle(workflowId, runId).terminate(terminationReason);
}
